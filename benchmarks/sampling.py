"""Speed, memory and model size of `--system sampling`, on your treebank or on the sample treebank.

    python benchmarks/sampling.py [TRAIN TEST] [--udpipe [ITERATIONS]] [--jobs N] [--repeats N]

Parsing is timed on one core with labels, without loading the model: in a first pass with a freshly loaded parser, whose
caches are empty, and in a second pass. The anytime curve shows accuracy against speed for more and less search. With
--udpipe, UDPipe 1 is trained on TRAIN and parses TEST in alternation with arcwalk. Timings on a shared machine are
noisy: each is repeated, and the median and the best are printed.
"""

import statistics
import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from arcwalk import Parser, Sentence, load, read, write
from arcwalk.evaluation import evaluate
from arcwalk.systems.sampling.parser import SamplingParser
from measuring import arguments_of, peak_memory, summary, timed, train_and_report, treebanks

REACHES = (0.2, 0.4, 0.6, 0.8, 1.2, 2.0)
SEARCHES = [("climb", 1), ("climb", 2), ("climb", 8), ("walk", 4), ("walk", 16), ("gibbs", 4), ("gibbs", 16)]


def parse_all(parser: Parser, sentences: list[Sentence]) -> list[Sentence]:
    """Every sentence, on one core."""
    return list(parser.parse(sentences))


def two_passes(model: Path, test: list[Sentence], repeats: int) -> None:
    """A freshly loaded parser, then the same parser again, whose caches are filled."""
    words = sum(map(len, test))
    first: list[float] = []
    second: list[float] = []
    for _ in range(repeats):
        parser = load(model)
        for speeds in (first, second):
            speeds.append(words / timed(partial(parse_all, parser, test)))
    print(f"parsing with labels:       {summary(first)}")
    print(f"  second pass:             {summary(second)}")


def anytime(parser: Parser, test: list[Sentence], repeats: int) -> None:
    """Speed against accuracy when the search does less, or more."""
    system = parser.system
    assert isinstance(system, SamplingParser)
    default = system.options
    variants = [replace(default, reach=reach) for reach in sorted({*REACHES, default.reach})]
    variants += [replace(default, search=search, budget=budget) for search, budget in SEARCHES]
    parsers = [Parser(replace(system, options=options)) for options in variants]
    words = sum(map(len, test))
    seconds = [[timed(partial(parse_all, each, test)) for each in parsers] for _ in range(repeats)]
    best = [min(times) for times in zip(*seconds, strict=True)]
    usual = best[variants.index(default)]
    print(f"\nanytime curve, filled caches, best of {repeats}:")
    print("  search  budget  reach    words/s   time    UAS    LAS")
    for options, each, time in zip(variants, parsers, best, strict=True):
        scores = evaluate(test, each.parse(test))
        setting = f"{options.search:<7} {options.budget:>5} {options.reach:>6}"
        cost = f"{words / time:>10,.0f} {time / usual:>5.2f}x"
        mark = "   default" if options == default else ""
        print(f"  {setting} {cost} {scores.uas:>6.2f} {scores.las:>6.2f}{mark}")


def against_udpipe(
    model: Path, train: list[Sentence], test: list[Sentence], iterations: int, repeats: int, folder: Path
) -> None:
    """UDPipe 1 and arcwalk in alternation on the same sentences."""
    from udpipe import Udpipe, conllu, udpipe_sentences

    print(
        f"\nUDPipe 1, parser only, default options but {iterations} training iterations (default 10; its speed hardly"
    )
    print("depends on them, but its accuracy does). Gold words and tags, one core, in alternation:", flush=True)
    udpipe = Udpipe(train, iterations, folder)
    source, ours_parsed, theirs_parsed = (folder / f"{name}.conllu" for name in ("test", "arcwalk", "udpipe"))
    source.write_text(conllu(test), encoding="utf-8")
    words = sum(map(len, test))

    def arcwalk_files(parser: Parser) -> None:
        write(ours_parsed, parser.parse(read(source)))

    def udpipe_files() -> None:
        theirs_parsed.write_text(udpipe.process(source.read_text(encoding="utf-8")), encoding="utf-8")

    held = udpipe_sentences(test)
    contests: dict[str, tuple[Callable[[Parser], object], Callable[[], object]]] = {
        "parsing only": (lambda parser: parse_all(parser, test), lambda: udpipe.parse(held)),
        "file to file": (arcwalk_files, udpipe_files),
    }
    for name, (ours, theirs) in contests.items():
        speeds: dict[str, list[float]] = {"UDPipe": [], "arcwalk": [], "arcwalk, second pass": []}
        for _ in range(repeats):
            parser = load(model)
            speeds["UDPipe"].append(words / timed(theirs))
            speeds["arcwalk"].append(words / timed(partial(ours, parser)))
            speeds["arcwalk, second pass"].append(words / timed(partial(ours, parser)))
        print(f"{name}:")
        for system, found in speeds.items():
            ratios = [mine / other for mine, other in zip(found, speeds["UDPipe"], strict=True)]
            compared = f", {statistics.median(ratios):.2f} times UDPipe" if system != "UDPipe" else ""
            print(f"  {system:<19} {summary(found)}{compared}")
    scores = evaluate(test, read(theirs_parsed))
    print(f"UDPipe's accuracy after this short training: UAS {scores.uas:.2f}, LAS {scores.las:.2f}")


def main() -> None:
    arguments = arguments_of(__doc__)
    arguments.add_argument("--udpipe", type=int, nargs="?", const=2, metavar="ITERATIONS", help="compare with UDPipe 1")
    options = arguments.parse_args()
    train, test = treebanks(arguments, options)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        model = folder / "model.arcwalk"
        train_and_report(partial(Parser.train, system="sampling"), train, model, options.jobs)
        parser = load(model)
        scores = evaluate(test, parser.parse(test))
        print(f"accuracy:                  UAS {scores.uas:.2f}, LAS {scores.las:.2f}", flush=True)
        two_passes(model, test, options.repeats)
        anytime(parser, test, options.repeats)
        if options.udpipe is not None:
            against_udpipe(model, train, test, options.udpipe, options.repeats, folder)
    print(f"\npeak memory:               {peak_memory():9.0f} MB")


if __name__ == "__main__":
    main()
