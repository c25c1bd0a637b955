"""Speed, memory and model size of `--system sampling`, on your treebank or on the sample treebank.

    python benchmarks/sampling.py [TRAIN TEST] [--jobs N] [--repeats N]

Parsing is timed on one core with labels, without loading the model: in a first pass with a freshly loaded parser, whose
caches are empty, and in a second pass. The anytime curve shows accuracy against speed for more and less search.
Timings on a shared machine are noisy: each is repeated, and the median and the best are printed.
"""

import tempfile
from dataclasses import replace
from functools import partial
from pathlib import Path

from arcwalk import Parser, Sentence, load
from arcwalk.evaluation import evaluate
from arcwalk.systems.sampling.parser import SamplingParser
from measuring import arguments_of, peak_memory, summary, timed, train_and_report, treebanks

MARGINS = (0.2, 0.4, 0.6, 0.8, 1.2, 2.0)
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
    variants = [replace(default, score_margin=margin) for margin in sorted({*MARGINS, default.score_margin})]
    variants += [replace(default, search=search, budget=budget) for search, budget in SEARCHES]
    parsers = [Parser(replace(system, options=options)) for options in variants]
    words = sum(map(len, test))
    seconds = [[timed(partial(parse_all, each, test)) for each in parsers] for _ in range(repeats)]
    best = [min(times) for times in zip(*seconds, strict=True)]
    usual = best[variants.index(default)]
    print(f"\nanytime curve, filled caches, best of {repeats}:")
    print("  search  budget margin    words/s   time    UAS    LAS")
    for options, each, time in zip(variants, parsers, best, strict=True):
        scores = evaluate(test, each.parse(test))
        setting = f"{options.search:<7} {options.budget:>5} {options.score_margin:>6}"
        cost = f"{words / time:>10,.0f} {time / usual:>5.2f}x"
        mark = "   default" if options == default else ""
        print(f"  {setting} {cost} {scores.uas:>6.2f} {scores.las:>6.2f}{mark}")


def main() -> None:
    arguments = arguments_of(__doc__)
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
    print(f"\npeak memory:               {peak_memory():9.0f} MB")


if __name__ == "__main__":
    main()
