"""How fast, how large, how heavy: `--system tagger` on a treebank of yours or on the embedded one.

    python benchmarks/tagger.py [TRAIN TEST] [--columns upos,feats] [--udpipe] [--spacy] [--jobs N] [--repeats N]

Tagging is timed on one core, model loading left out: once with a tagger fresh from its file, which has met none of the
words, and once more with the same tagger. With --udpipe and --spacy, those are trained on TRAIN with their own default
options and tag TEST too. Timings on a shared machine are noisy: each is repeated, and the median and the best printed.
"""

import tempfile
from functools import partial
from pathlib import Path

from arcwalk import Sentence, Tagger
from arcwalk.evaluation.tagging import forms_of, score_tags
from measuring import arguments_of, peak_memory, summary, timed, train_and_tell, treebanks

SPACY_EPOCHS = 20


def accuracy(train: list[Sentence], test: list[Sentence], tagged: list[Sentence], columns: str) -> str:
    """The accuracy of each column, with that of unknown words."""
    rows = [row for row in score_tags(test, tagged, forms_of(train)) if row.column in columns.split(",")]
    return ", ".join(f"{row.column.upper()} {row.accuracy:.2f} (unknown {row.unknown_accuracy:.2f})" for row in rows)


def tag_all(tagger: Tagger, sentences: list[Sentence]) -> list[Sentence]:
    """Every sentence, on one core."""
    return list(tagger.tag(sentences))


def two_passes(model: Path, test: list[Sentence], repeats: int) -> None:
    """A tagger fresh from its file, then the same tagger again, which knows all words by now."""
    words = sum(map(len, test))
    first: list[float] = []
    second: list[float] = []
    for _ in range(repeats):
        tagger = Tagger.load(model)
        for speeds in (first, second):
            speeds.append(words / timed(partial(tag_all, tagger, test)))
    print(f"tagging:                   {summary(first)}")
    print(f"  the same once more:      {summary(second)}", flush=True)


def against_udpipe(train: list[Sentence], test: list[Sentence], columns: str, folder: Path) -> None:
    """UDPipe 1's tagger, trained and tested on the same sentences."""
    try:
        from udpipe import UdpipeTagger
    except ImportError:
        print("UDPipe 1 is not installed: pip install ufal.udpipe")
        return
    found: list[UdpipeTagger] = []
    training = timed(lambda: found.append(UdpipeTagger(train, folder)))
    tagged: list[Sentence] = []
    tagging = timed(lambda: tagged.extend(found[0].tag(test)))
    print(f"UDPipe 1:                  {accuracy(train, test, tagged, columns)}")
    print(f"  trained in {training:.0f} s, {sum(map(len, test)) / tagging:,.0f} words/s", flush=True)


def against_spacy(train: list[Sentence], test: list[Sentence]) -> None:
    """spaCy's morphologizer on its small convolutional layers, trained for UPOS on the same sentences."""
    try:
        import spacy
        from spacy.tokens import Doc
        from spacy.training import Example
        from spacy.util import minibatch
    except ImportError:
        print("spaCy is not installed: pip install spacy")
        return
    pipeline = spacy.blank("xx")
    pipeline.add_pipe("morphologizer")

    def document(sentence: Sentence, *, tagged: bool) -> Doc:
        return Doc(pipeline.vocab, words=sentence.forms, pos=sentence.upos if tagged else None)

    examples = [Example(document(each, tagged=False), document(each, tagged=True)) for each in train]

    def learn() -> None:
        optimizer = pipeline.initialize(lambda: examples)
        for _ in range(SPACY_EPOCHS):
            for batch in minibatch(examples, size=32):
                pipeline.update(batch, sgd=optimizer)

    training = timed(learn)
    tagged: list[Sentence] = []

    def tag() -> None:
        for sentence in test:
            found = pipeline(document(sentence, tagged=False))
            tagged.append(sentence.with_tags(upos=[token.pos_ or "_" for token in found]))

    tagging = timed(tag)
    print(f"spaCy:                     {accuracy(train, test, tagged, 'upos')}")
    print(f"  trained in {training:.0f} s, {sum(map(len, test)) / tagging:,.0f} words/s", flush=True)


def main() -> None:
    arguments = arguments_of(__doc__)
    arguments.add_argument("--columns", default="upos", help="what is tagged (default: %(default)s)")
    arguments.add_argument("--udpipe", action="store_true", help="compare with UDPipe 1")
    arguments.add_argument("--spacy", action="store_true", help="compare with spaCy")
    options = arguments.parse_args()
    train, test = treebanks(arguments, options, trees=False)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        model = folder / "model.arcwalk"
        train_and_tell(partial(Tagger.train, columns=options.columns), train, model, options.jobs)
        tagged = tag_all(Tagger.load(model), test)
        print(f"accuracy:                  {accuracy(train, test, tagged, options.columns)}", flush=True)
        two_passes(model, test, options.repeats)
        if options.udpipe:
            against_udpipe(train, test, options.columns, folder)
        if options.spacy:
            against_spacy(train, test)
    print(f"\npeak memory:               {peak_memory():9.0f} MB")


if __name__ == "__main__":
    main()
