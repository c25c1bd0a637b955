"""How fast, how large, how heavy: `--system mst` on a treebank of yours or on the embedded one.

    python benchmarks/mst.py [TRAIN TEST] [--jobs N] [--repeats N]

Parsing is timed on one core with labels, model loading left out, then step by step, for lists of the k best trees and
with confidences. Timings on a shared machine are noisy: each is repeated, and the median and the best are printed.
"""

import argparse
import tempfile
from pathlib import Path

from arcwalk import Parser, Sentence, load, read
from arcwalk.evaluation import evaluate
from arcwalk.systems.mst import MstParser
from arcwalk.treebank.sample import sample
from bayes_point import peak_memory, rates, timed

LIST_LENGTHS = (2, 10, 50, 500)


def steps(parser: Parser, test: list[Sentence], repeats: int) -> None:
    """What each step of parsing costs."""
    system = parser.system
    assert isinstance(system, MstParser)
    words = sum(map(len, test))
    codes = [system.encode(sentence) for sentence in test]
    candidates = [system.trees.pruner.candidates(one) for one in codes]
    charts = [system.trees.chart(one) for one in codes]
    trees = [chart.best().heads for chart in charts]
    actions = {
        "pruning": lambda: [system.trees.pruner.candidates(one) for one in codes],
        "pruning and scores": lambda: [system.trees.chart(one) for one in codes],
        "the best tree": lambda: [chart.best() for chart in charts],
        "labels": lambda: [system.labeler.label(one, tree) for one, tree in zip(codes, trees, strict=True)],
        "max-marginals": lambda: [chart.max_marginals() for chart in charts],
        "marginals": lambda: [chart.marginals(1.0) for chart in charts],
    }
    print(f"\n{sum(len(one.head) for one in candidates) / words:.1f} candidate heads a word; microseconds a word:")
    for name, action in actions.items():
        print(f"  {name:<20} {1e6 * min(timed(action) for _ in range(repeats)) / words:8.1f}")
    for length in LIST_LENGTHS:
        cost = timed(lambda k=length: [chart.best_trees(k) for chart in charts])
        print(f"  {length:>3} best trees       {1e6 * cost / words:8.1f}")


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("files", nargs="*", metavar="TRAIN TEST", help="treebanks (default: the embedded one)")
    arguments.add_argument("--jobs", type=int, default=2, help="threads for training")
    arguments.add_argument("--repeats", type=int, default=5)
    options = arguments.parse_args()
    if len(options.files) not in (0, 2):
        arguments.error("name both TRAIN and TEST, or none")
    if options.files:
        train, test = (list(read(name, heads="gold")) for name in options.files)
    else:
        train, test = sample(1500), sample(2000)[1500:]
    words = sum(map(len, test))

    training = timed(lambda: Parser.train(train[:20], system="mst", epochs=1, shuffles=1))
    print(f"kernels ready and a first tiny training: {training:.1f} s")
    with tempfile.TemporaryDirectory() as name:
        model = Path(name) / "model.arcwalk"
        training = timed(lambda: Parser.train(train, system="mst", jobs=options.jobs).save(model))
        print(f"training, defaults:        {training:9.1f} s ({sum(map(len, train)):,} words, {options.jobs} jobs)")
        print(f"peak memory, training:     {peak_memory():9.0f} MB")
        print(f"model file:                {model.stat().st_size / 1e6:9.1f} MB")
        parser = load(model)
        scores = evaluate(test, list(parser.parse(test)))
        print(f"accuracy:                  UAS {scores.uas:.2f}, LAS {scores.las:.2f}")
        print(f"parsing with labels:       {rates(model, lambda p: list(p.parse(test)), words, options.repeats)}")
        steps(parser, test, options.repeats)
    print(f"\npeak memory:               {peak_memory():9.0f} MB")


if __name__ == "__main__":
    main()
