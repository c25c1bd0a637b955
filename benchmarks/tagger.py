"""Speed, memory and model size of `--system tagger`, on your treebank or on the sample treebank.

    python benchmarks/tagger.py [TRAIN TEST] [--columns upos,feats,lemma] [--no-network] [--udpipe] [--spacy]
                                [--jobs N] [--repeats N]

Tagging is timed on one core, without loading the model: in a first pass with a freshly loaded tagger, whose caches are
empty, and in a second pass. With --udpipe and --spacy, those are trained on TRAIN with their default options and tag
TEST too. CPU time is measured; timings on a shared machine are noisy nevertheless: each is repeated, and the median and
the best are printed.
"""

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

from arcwalk import Sentence, Tagger
from arcwalk.evaluation.tagging import forms_of, score_tags
from measuring import arguments_of, peak_memory, summary, timed, train_and_report, treebanks


def accuracy(train: list[Sentence], test: list[Sentence], tagged: list[Sentence], columns: str) -> str:
    """The accuracy of each column, with that of unknown words."""
    rows = [row for row in score_tags(test, tagged, forms_of(train)) if row.column in columns.split(",")]
    return ", ".join(f"{row.column.upper()} {row.accuracy:.2f} (unknown {row.unknown_accuracy:.2f})" for row in rows)


def tag_all(tagger: Tagger, sentences: list[Sentence]) -> list[Sentence]:
    """Every sentence, on one core."""
    return list(tagger.tag(sentences))


def two_passes(model: Path, test: list[Sentence], repeats: int) -> None:
    """A freshly loaded tagger, then the same tagger again, whose caches are filled."""
    words = sum(map(len, test))
    first: list[float] = []
    second: list[float] = []
    for _ in range(repeats):
        tagger = Tagger.load(model)
        for speeds in (first, second):
            speeds.append(words / timed(partial(tag_all, tagger, test), process_time))
    print(f"tagging:                   {summary(first)}")
    print(f"  second pass:             {summary(second)}", flush=True)


def compare(name: str, make: Callable[[], Any], train: list[Sentence], test: list[Sentence], columns: str) -> None:
    """Another tagger, trained by `make` and tested on the same sentences."""
    found: list[Any] = []
    training = timed(lambda: found.append(make()))
    tagged: list[Sentence] = []
    tagging = timed(lambda: tagged.extend(found[0].tag(test)), process_time)
    print(f"{name + ':':<26} {accuracy(train, test, tagged, columns)}")
    print(f"  trained in {training:.0f} s, {sum(map(len, test)) / tagging:,.0f} words/s", flush=True)


def against_udpipe(train: list[Sentence], test: list[Sentence], columns: str, folder: Path) -> None:
    """UDPipe 1's tagger."""
    try:
        from udpipe import UdpipeTagger
    except ImportError:
        print("UDPipe 1 is not installed: pip install ufal.udpipe")
        return
    compare("UDPipe 1", lambda: UdpipeTagger(train, folder), train, test, columns)


def against_spacy(train: list[Sentence], test: list[Sentence], folder: Path) -> None:
    """spaCy's tagger, for UPOS only."""
    try:
        from spacy_tagger import SpacyTagger
    except ImportError:
        print("spaCy is not installed: pip install spacy")
        return
    compare("spaCy", lambda: SpacyTagger(train, folder), train, test, "upos")


def main() -> None:
    arguments = arguments_of(__doc__)
    arguments.add_argument("--columns", default="upos", help="columns to tag (default: %(default)s)")
    arguments.add_argument("--no-network", action="store_true", help="train with network=no")
    arguments.add_argument("--udpipe", action="store_true", help="compare with UDPipe 1")
    arguments.add_argument("--spacy", action="store_true", help="compare with spaCy")
    options = arguments.parse_args()
    train, test = treebanks(arguments, options, trees=False)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        model = folder / "model.arcwalk"
        learn = partial(Tagger.train, columns=options.columns, network=not options.no_network)
        train_and_report(learn, train, model, options.jobs)
        tagged = tag_all(Tagger.load(model), test)
        print(f"accuracy:                  {accuracy(train, test, tagged, options.columns)}", flush=True)
        two_passes(model, test, options.repeats)
        if options.udpipe:
            against_udpipe(train, test, options.columns, folder)
        if options.spacy:
            against_spacy(train, test, folder)
    print(f"\npeak memory:               {peak_memory():9.0f} MB")


if __name__ == "__main__":
    main()
