"""What can be set for `--system vine`."""

from dataclasses import dataclass

from arcwalk.systems.options import option

NAME = "vine"


@dataclass(frozen=True, slots=True, kw_only=True)
class VineOptions:
    """What can be set for `--system vine`."""

    bounds: str = option("tag", "how far children may be: the same for all heads, or by tag", choices=("tag", "all"))
    recall: float = option(0.95, "share of the treebank's arcs to each side within these bounds", least=0.1, most=1)
    longest_arc: int = option(30, "no bound is larger", least=1, most=1000)
    mixture: str = option("trained", "weights of the mixed models", choices=("trained", "uniform"))
    join: str = option("yes", "whether the fragments of a parse are made one tree", choices=("yes", "no"))
    log_linear: str = option("yes", "whether words choose heads and labels, too, not published", choices=("yes", "no"))
    rerank: str = option("yes", "whether the best parses are reranked", choices=("yes", "no"))
    trees: int = option(20, "trees that are reranked", least=1, most=1000)
    labelings: int = option(50, "labelings of each of them", least=1, most=1000)
    candidates: int = option(100, "how many of all these, the likeliest, and each tree once", least=1)
    folds: int = option(4, "what is learned from parses is learned from those of models that have not seen it", least=2)
