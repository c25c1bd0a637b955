"""From raw text to trees: speed of each step, memory and model size, on your treebank or on the sample treebank.

    python benchmarks/raw_text.py [TRAIN TEST] [--systems NAME...] [--columns upos,xpos] [--jobs N] [--repeats N]

The text of TEST, a paragraph every ten sentences, is segmented, and parsed by each system with a tagger of its own. CPU
time of one core is measured, without loading the model, and each time with a freshly loaded one, whose caches are
empty; timings on a shared machine are noisy nevertheless: each is repeated, and the median and the best are printed.
"""

import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from time import process_time

from arcwalk import Parser, Sentence, load
from arcwalk.components.segmenter.segmenter import LearnedSegmenter
from arcwalk.components.segmenter.training import segmenter_of
from arcwalk.models.model_file import model_bytes
from arcwalk.training.setting import Setting
from arcwalk.treebank.raw_text import sentences_in
from measuring import arguments_of, peak_memory, summary, timed, treebanks

PARAGRAPH = 10  # sentences


def text_of(sentences: Sequence[Sentence]) -> str:
    """The text of a treebank."""
    paragraphs = [sentences[start : start + PARAGRAPH] for start in range(0, len(sentences), PARAGRAPH)]
    return "\n\n".join(" ".join(sentence.text for sentence in paragraph) for paragraph in paragraphs) + "\n"


def segmenting(train: Sequence[Sentence], text: str, words: int, repeats: int) -> None:
    """Learn a segmenter, and find the words of a text."""
    learned: list[LearnedSegmenter] = []
    for _ in range(2):  # the first run loads the kernels
        seconds = timed(lambda: learned.append(segmenter_of(train, Setting()).work(Setting())), process_time)
    segmenter = learned[-1]
    print(f"learning the segmenter:    {seconds:9.1f} s")
    print(f"in the model file:         {len(model_bytes(segmenter.model())) / 1e3:9.0f} KB")
    speeds = [words / timed(lambda: sentences_in(text, segmenter), process_time) for _ in range(repeats)]
    print(f"finding words:             {summary(speeds)}", flush=True)


def parsing(model: Path, text: str, test: Sequence[Sentence], repeats: int) -> None:
    """Parse the words of gold, and the text."""
    words = sum(map(len, test))
    steps: dict[str, Callable[[Parser], object]] = {
        "tagging given words:": lambda parser: list(parser.parsing.tagging.tag(test)),
        "parsing given words:": lambda parser: list(parser.parse(test)),
        "text to trees:": lambda parser: parser(text),
    }
    for name, action in steps.items():
        speeds = [words / timed(partial(action, load(model)), process_time) for _ in range(repeats)]
        print(f"{name:26} {summary(speeds)}", flush=True)


def main() -> None:
    arguments = arguments_of(__doc__)
    arguments.add_argument("--systems", nargs="+", metavar="NAME", default=["bayes-point", "sampling"])
    arguments.add_argument("--columns", default="upos,xpos", help="the columns of the tagger (default: %(default)s)")
    options = arguments.parse_args()
    train, test = treebanks(arguments, options)
    text = text_of(test)
    segmenting(train, text, sum(map(len, test)), options.repeats)
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / "model.arcwalk"
        for system in options.systems:
            Parser.train(train, system=system, tags="predicted", tag_columns=options.columns, jobs=options.jobs).save(
                model
            )
            print(f"\n{system}, {model.stat().st_size / 1e6:.1f} MB")
            parsing(model, text, test, options.repeats)
    print(f"\npeak memory:               {peak_memory():9.0f} MB")


if __name__ == "__main__":
    main()
