"""Speed, memory and model size of `--system vine`, on your treebank or on the sample treebank.

    python benchmarks/vine.py [TRAIN TEST] [--jobs N] [--repeats N]

Parsing is timed on one core with labels, without loading the model, with and without reranking. Then time per word by
sentence length, which should be constant. Timings on a shared machine are noisy: each is repeated, and the median and
the best are printed.
"""

import tempfile
from functools import partial
from pathlib import Path

from arcwalk import Parser, Sentence, load
from arcwalk.evaluation import evaluate
from measuring import arguments_of, peak_memory, summary, timed, treebanks

LENGTHS = (10, 100, 1_000, 10_000)


def repeated(material: list[Sentence], length: int) -> Sentence:
    """A sentence of this many words: the text of a treebank, repeated."""
    words = [row for s in material for row in zip(s.forms, s.lemmas, s.upos, s.xpos, s.feats, strict=True)]
    words = (words * (length // len(words) + 1))[:length]
    forms, lemmas, upos, xpos, feats = map(list, zip(*words, strict=True))
    return Sentence.from_columns(forms, lemmas=lemmas, upos=upos, xpos=xpos, feats=feats)


def parse_all(parser: Parser, sentences: list[Sentence]) -> None:
    """Parse all sentences and discard the result."""
    for _ in parser.parse(sentences):
        pass


def growth(parser: Parser, test: list[Sentence], repeats: int) -> None:
    """Time per word from short to very long sentences."""
    for rerank in ("no", "yes"):
        print(f"\ntime per word by sentence length, rerank={rerank}:")
        ready = parser.with_options(rerank=rerank)
        for length in LENGTHS:
            some = [repeated(test[start:], length) for start in range(max(1, min(len(test), 2_000 // length)))]
            seconds = min(timed(partial(parse_all, ready, some)) for _ in range(repeats))
            print(f"  {length:>6,} words: {seconds / (len(some) * length) * 1e6:6.1f} µs per word", flush=True)


def speeds(model: Path, test: list[Sentence], repeats: int) -> None:
    """Words per second, in alternation, each time with a freshly loaded parser."""
    words = sum(map(len, test))
    found: dict[str, list[float]] = {}
    for _ in range(repeats):
        for rerank in ("no", "yes"):
            parser = load(model).with_options(rerank=rerank)
            parse = partial(parse_all, parser, test)
            found.setdefault(f"rerank={rerank}", []).append(words / timed(parse))
            found.setdefault(f"rerank={rerank}, second pass", []).append(words / timed(parse))
    print("\nparsing with labels, one core:")
    for name, rates in found.items():
        print(f"  {name:<22} {summary(rates)}")


def main() -> None:
    arguments = arguments_of(__doc__)
    options = arguments.parse_args()
    train, test = treebanks(arguments, options)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        model = folder / "model.arcwalk"
        tiny = timed(lambda: Parser.train(train[:20], system="vine"))
        print(f"loading kernels and a tiny training run: {tiny:.1f} s", flush=True)
        training = timed(lambda: Parser.train(train, system="vine", jobs=options.jobs).save(model))
        print(f"training, default options: {training:9.1f} s ({sum(map(len, train)):,} words, {options.jobs} jobs)")
        print(f"peak memory, training:     {peak_memory():9.0f} MB")
        print(f"model file:                {model.stat().st_size / 1e6:9.1f} MB")
        print(f"loading the model:         {timed(lambda: load(model)):9.2f} s", flush=True)
        parser = load(model)
        for rerank in ("no", "yes"):
            scores = evaluate(test, parser.with_options(rerank=rerank).parse(test))
            print(f"accuracy, rerank={rerank:<3}:      UAS {scores.uas:.2f}, LAS {scores.las:.2f}", flush=True)
        speeds(model, test, options.repeats)
        growth(parser, test, options.repeats)
    print(f"\npeak memory:               {peak_memory():9.0f} MB")


if __name__ == "__main__":
    main()
