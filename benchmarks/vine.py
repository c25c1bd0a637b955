"""Speed, memory and model size of `--system vine`, on your treebank or on the sample treebank.

    python benchmarks/vine.py [TRAIN TEST] [--jobs N] [--repeats N] [--udpipe [ITERATIONS]]

Parsing is timed on one core with labels, without loading the model, with and without reranking; with --udpipe in
alternation with UDPipe 1 (`pip install ufal.udpipe`). Then time per word by sentence length, which should be constant.
Timings on a shared machine are noisy: each is repeated, and the median and the best are printed.
"""

import statistics
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from arcwalk import Parser, Sentence, load
from arcwalk.evaluation import evaluate
from measuring import arguments_of, peak_memory, summary, timed, treebanks

if TYPE_CHECKING:
    from udpipe import Udpipe

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


def against_udpipe(train: list[Sentence], iterations: int, folder: Path) -> "Udpipe":
    """UDPipe 1, trained on the same file."""
    from udpipe import Udpipe

    print(f"UDPipe 1: parser only, default options but {iterations} training iterations (default 10; its speed hardly")
    print("depends on them, but its accuracy does)", flush=True)
    return Udpipe(train, iterations, folder)


def speeds(model: Path, test: list[Sentence], repeats: int, udpipe: "Udpipe | None") -> None:
    """Words per second, in alternation, each time with a freshly loaded parser."""
    words = sum(map(len, test))
    found: dict[str, list[float]] = {}
    held = None
    if udpipe:
        from udpipe import udpipe_sentences

        held = udpipe_sentences(test)
    for _ in range(repeats):
        if udpipe:
            found.setdefault("UDPipe", []).append(words / timed(lambda: udpipe.parse(held)))
        for rerank in ("no", "yes"):
            parser = load(model).with_options(rerank=rerank)
            parse = partial(parse_all, parser, test)
            found.setdefault(f"rerank={rerank}", []).append(words / timed(parse))
            found.setdefault(f"rerank={rerank}, second pass", []).append(words / timed(parse))
    print("\nparsing with labels, one core:")
    for name, rates in found.items():
        ratio = ""
        if udpipe and name != "UDPipe":
            ratio = (
                f", {statistics.median(a / b for a, b in zip(rates, found['UDPipe'], strict=True)):.2f} times UDPipe"
            )
        print(f"  {name:<22} {summary(rates)}{ratio}")


def main() -> None:
    arguments = arguments_of(__doc__)
    arguments.add_argument("--udpipe", type=int, nargs="?", const=2, metavar="ITERATIONS", help="compare with UDPipe 1")
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
        udpipe = None if options.udpipe is None else against_udpipe(train, options.udpipe, folder)
        speeds(model, test, options.repeats, udpipe)
        growth(parser, test, options.repeats)
    print(f"\npeak memory:               {peak_memory():9.0f} MB")


if __name__ == "__main__":
    main()
