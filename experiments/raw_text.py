"""From raw text: how well words and sentences are found, and how good the trees on top of them are.

    python experiments/raw_text.py TREEBANKS [--languages NAME...] [--part "held out"|dev|test] [--trees SYSTEM]
                                   [--udpipe FOLDER] [--jobs N] [-o FOLDER]

TREEBANKS contains <language>/{train,test}.conllu.gz, some with dev. Everything is learned from the training file,
without its last fifth where that is held out. The text consists of the comments `# text`, joined by spaces, with a
blank line before each document and after ten sentences. F1 as in the CoNLL 2018 shared task. `--trees` trains a
parser with its own tagger, and parses the text and, for comparison, the words of gold. `--udpipe` trains UDPipe's
tokenizer on the same files (`pip install ufal.udpipe`), 64 units for Chinese and Japanese, otherwise 24, and keeps
what it finds in FOLDER.
Writes `raw_text.md`.
"""

import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from arcwalk import Parser, Sentence, evaluate_aligned, read
from arcwalk.components.segmenter.training import segmenter_of
from arcwalk.training.setting import Setting
from arcwalk.treebank.boundaries import begins_paragraph
from arcwalk.treebank.raw_text import Segmenter, sentences_in
from kept_parses import DEV, HELD_OUT, TEST, load, train_and_held_out
from tables import arguments_of, markdown_table
from tables import write as write_page

SENTENCES_OF_A_PARAGRAPH = 10
FOUND = ("Tokens", "Words", "Sentences")
TREES = ("UPOS", "UAS", "LAS")
WIDE = ("chinese", "japanese")  # for UDPipe
ABOUT = (__doc__ or "").split("\n\n")[2].partition("Writes ")[0].replace("\n", " ").strip()


def raw_text(sentences: Iterable[Sentence]) -> str:
    """The text of a treebank."""
    paragraphs: list[list[str]] = []
    for sentence in sentences:
        if not paragraphs or begins_paragraph(sentence) or len(paragraphs[-1]) == SENTENCES_OF_A_PARAGRAPH:
            paragraphs.append([])
        paragraphs[-1].append(sentence.text)
    return "\n\n".join(map(" ".join, paragraphs)) + "\n"


def f1(gold: Sequence[Sentence], system: Sequence[Sentence], metrics: Iterable[str]) -> list[float]:
    """The scores of a segmented text."""
    found = evaluate_aligned(gold, system).metrics
    return [found[metric].f1 for metric in metrics]


def of_udpipe(train: Sequence[Sentence], text: str, options: str, kept: Path) -> list[Sentence]:
    """What UDPipe's tokenizer makes of a text; trained unless `kept` has the result."""
    if not kept.exists():
        from ufal.udpipe import InputFormat, Model, Pipeline, ProcessingError, Sentences, Trainer
        from ufal.udpipe import Sentence as UdpipeSentence

        error, sentences, sentence = ProcessingError(), Sentences(), UdpipeSentence()
        source = InputFormat.newConlluInputFormat()
        source.setText("".join(map(str, train)))
        while source.nextSentence(sentence, error):
            sentences.append(sentence)
            sentence = UdpipeSentence()
        model = Trainer.train("morphodita_parsito", sentences, Sentences(), options, "none", "none", error)
        if error.occurred():
            raise RuntimeError(error.message)
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.with_suffix(".udpipe").write_bytes(model)
        loaded = Model.load(str(kept.with_suffix(".udpipe")))
        pipeline = Pipeline(loaded, "tokenizer", Pipeline.NONE, Pipeline.NONE, "conllu")
        kept.write_text(pipeline.process(text, error), encoding="utf-8")
    return list(read(kept))


def segmented(train: Sequence[Sentence], text: str) -> tuple[list[Sentence], float]:
    """What a segmenter makes of a text, and the seconds in which it was learned."""
    started = time.perf_counter()
    segmenter: Segmenter = segmenter_of(train, Setting()).work(Setting())
    seconds = time.perf_counter() - started
    return sentences_in(text, segmenter), seconds


def parsed(system: str, jobs: int, train: list[Sentence], test: list[Sentence], text: str) -> list[float]:
    """The scores of a parser on raw text, and those on the words of gold."""
    parser = Parser.train(train, system=system, tags="predicted", jobs=jobs)
    assert parser.segmenter is not None
    of_text = f1(test, list(parser.parse(sentences_in(text, parser.segmenter))), TREES)
    return of_text + f1(test, list(parser.parse(test)), TREES)


def main() -> None:
    parser = arguments_of(__doc__, "treebanks")
    parser.add_argument("--languages", nargs="+", metavar="NAME", default=["*"])
    parser.add_argument("--part", choices=(HELD_OUT, DEV, TEST), default=HELD_OUT)
    parser.add_argument("--trees", metavar="SYSTEM")
    parser.add_argument("--udpipe", metavar="FOLDER", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    header = ["language", *FOUND, "learned in s"]
    header += [f"UDPipe 1: {metric}" for metric in FOUND] if arguments.udpipe else []
    header += [f"{metric}{of}" for of in ("", ", gold words") for metric in TREES] if arguments.trees else []
    rows = []
    folders = [
        file.parent for name in arguments.languages for file in arguments.treebanks.glob(f"{name}/train.conllu.gz")
    ]
    for folder in sorted(folders):
        train, test = train_and_held_out(folder / "train.conllu.gz")
        if arguments.part != HELD_OUT:
            train, test = train + test, load(folder / f"{arguments.part}.conllu.gz")
        text = raw_text(test)
        found, seconds = segmented(train, text)
        values = [*f1(test, found, FOUND), seconds]
        if arguments.udpipe:
            options = f"dimension={64 if folder.name in WIDE else 24}"
            kept = arguments.udpipe / f"{folder.name}-{arguments.part}.conllu".replace(" ", "-")
            values += f1(test, of_udpipe(train, text, options, kept), FOUND)
        if arguments.trees:
            values += parsed(arguments.trees, arguments.jobs, train, test, text)
        rows.append([folder.name, *(f"{value:.2f}" for value in values)])
        print(*rows[-1], flush=True)
    columns = list(zip(*rows, strict=True))[1:]
    rows.append(["**mean**", *(f"**{sum(map(float, column)) / len(column):.2f}**" for column in columns)])
    about = f"Written by `experiments/raw_text.py`, on {arguments.part} sentences. {ABOUT}"
    write_page(arguments.output / "raw_text.md", ["# From raw text", about, markdown_table(header, rows)])


if __name__ == "__main__":
    main()
