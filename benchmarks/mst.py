"""Speed, memory and model size of `--system mst`, on your treebank or on the sample treebank.

    python benchmarks/mst.py [TRAIN TEST] [--jobs N] [--repeats N]

Parsing is timed on one core with labels, without loading the model, then step by step, and for k-best lists. Timings on
a shared machine are noisy: each is repeated, and the median and the best are printed.
"""

import tempfile
from functools import partial
from pathlib import Path

import numpy as np

from arcwalk import Parser, Sentence, load
from arcwalk.evaluation import evaluate
from arcwalk.systems.mst.parser import MstParser
from arcwalk.trees.decoders.forest import max_marginals
from measuring import arguments_of, peak_memory, rates, timed, train_and_report, treebanks

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
        "max-marginals": lambda: [max_marginals(chart.forest(), np.empty(len(chart.head))) for chart in charts],
        "marginals": lambda: [chart.marginals(1.0) for chart in charts],
    }
    print(f"\n{sum(len(one.head) for one in candidates) / words:.1f} candidate heads per word; microseconds per word:")
    for name, action in actions.items():
        print(f"  {name:<20} {1e6 * min(timed(action) for _ in range(repeats)) / words:8.1f}")
    for length in LIST_LENGTHS:
        cost = timed(lambda k=length: [chart.best_trees(k) for chart in charts])
        print(f"  {length:>3} best trees       {1e6 * cost / words:8.1f}")


def main() -> None:
    arguments = arguments_of(__doc__)
    options = arguments.parse_args()
    train, test = treebanks(arguments, options)
    words = sum(map(len, test))
    with tempfile.TemporaryDirectory() as name:
        model = Path(name) / "model.arcwalk"
        train_and_report(partial(Parser.train, system="mst"), train, model, options.jobs)
        parser = load(model)
        scores = evaluate(test, list(parser.parse(test)))
        print(f"accuracy:                  UAS {scores.uas:.2f}, LAS {scores.las:.2f}")
        print(f"parsing with labels:       {rates(model, lambda p: list(p.parse(test)), words, options.repeats)}")
        steps(parser, test, options.repeats)
    print(f"\npeak memory:               {peak_memory():9.0f} MB")


if __name__ == "__main__":
    main()
