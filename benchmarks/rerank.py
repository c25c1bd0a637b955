"""Speed, memory and model size of `--system rerank`, on your treebank or on the sample treebank.

    python benchmarks/rerank.py [TRAIN TEST] [--jobs N] [--repeats N]

Parsing is timed on one core with labels, without loading the model, then for k-best lists of several lengths, with
their oracle scores, and step by step. Timings on a shared machine are noisy: each is repeated, and the median
and the best are printed.
"""

import tempfile
from functools import partial
from pathlib import Path

import numpy as np

from arcwalk import Parser, Sentence, load
from arcwalk.evaluation import evaluate
from arcwalk.systems.rerank.kernels.tree_list import score_trees
from arcwalk.systems.rerank.parser import RerankParser, as_list
from measuring import arguments_of, peak_memory, rates, summary, timed, train_and_report, treebanks

LIST_LENGTHS = (1, 10, 50, 200, 500)


def list_lengths(parser: Parser, test: list[Sentence], repeats: int) -> None:
    """Oracle, accuracy and speed by list length."""
    system = parser.system
    assert isinstance(system, RerankParser)
    words = sum(map(len, test))
    print("\n  trees  oracle    UAS    LAS   words/s")
    for k in LIST_LENGTHS:
        other = parser.with_options(k=k)
        scores = evaluate(test, other.parse(test))
        oracle = evaluate(test, (best_of_list(system, sentence, k) for sentence in test))
        speeds = [words / timed(lambda other=other: list(other.parse(test))) for _ in range(repeats)]
        print(f"  {k:>5} {oracle.uas:>7.2f} {scores.uas:>6.2f} {scores.las:>6.2f} {summary(speeds)}", flush=True)


def best_of_list(system: RerankParser, sentence: Sentence, k: int) -> Sentence:
    """The tree of the list with the most right heads."""
    found = system.base.tree_list(system.encode(sentence), None, None, k)
    right = (found.heads == np.array([-1, *sentence.heads])).sum(axis=1)
    best = int(np.argmax(right))
    return sentence.with_tree(found.heads[best, 1:].tolist(), system.base.labeler.label_set.decode(found.labels[best]))


def steps(parser: Parser, test: list[Sentence], repeats: int) -> None:
    """What each step of parsing costs."""
    system = parser.system
    assert isinstance(system, RerankParser)
    k, model, base = system.options.k, system.kernel_model, system.base
    words = sum(map(len, test))
    codes = [system.encode(sentence) for sentence in test]
    charts = [base.trees.chart(one) for one in codes]
    heads = [np.stack([tree.heads for tree in chart.best_trees(k)]) for chart in charts]
    found = [base.tree_list(one, None, None, k) for one in codes]
    lists = [as_list(one) for one in found]
    actions = {
        "pruning and scores": lambda: [base.trees.chart(one) for one in codes],
        f"{k} best trees": lambda: [chart.best_trees(k) for chart in charts],
        "their labels": lambda: [base.labeler.label_trees(*pair) for pair in zip(codes, heads, strict=True)],
        "gathering them": lambda: [as_list(one) for one in found],
        "their scores": lambda: [score_trees(one, model, listed) for one, listed in zip(codes, lists, strict=True)],
    }
    print("\nmicroseconds per word:")
    for name, action in actions.items():
        print(f"  {name:<20} {1e6 * min(timed(action) for _ in range(repeats)) / words:8.1f}")


def main() -> None:
    arguments = arguments_of(__doc__)
    options = arguments.parse_args()
    train, test = treebanks(arguments, options)
    words = sum(map(len, test))
    with tempfile.TemporaryDirectory() as name:
        model = Path(name) / "model.arcwalk"
        train_and_report(partial(Parser.train, system="rerank"), train, model, options.jobs)
        parser = load(model)
        print(f"parsing with labels:       {rates(model, lambda p: list(p.parse(test)), words, options.repeats)}")
        list_lengths(parser, test, options.repeats)
        steps(parser, test, options.repeats)
    print(f"\npeak memory:               {peak_memory():9.0f} MB")


if __name__ == "__main__":
    main()
