"""Options of `--system vine`."""

from dataclasses import dataclass

from arcwalk.systems.options import option

NAME = "vine"
_YES_NO = ("yes", "no")


@dataclass(frozen=True, slots=True, kw_only=True)
class VineOptions:
    """Options of `--system vine`."""

    bounds: str = option(
        "tag", "arc length bounds by the head's tag, or one for all as published", choices=("tag", "all")
    )
    recall: float = option(
        0.95, "share of arcs on each side within the bounds; lower is faster, 0.9 as published", least=0.1, most=1
    )
    mixture: str = option(
        "trained", "mixture weights: trained by EM, or uniform, as published", choices=("trained", "uniform")
    )
    join: str = option("yes", "join fragments into one tree; no: leave them on the root, as published", choices=_YES_NO)
    log_linear: str = option("yes", "add log-linear models of heads and labels; no: as published", choices=_YES_NO)
    rerank: str = option("yes", "rerank the k-best list; no: faster, less accurate", choices=_YES_NO)
    trees: int = option(20, "unlabeled trees in the k-best list; fewer are faster", least=1, most=1000)
    k: int = option(100, "labeled trees in the k-best list; fewer are faster", least=1, most=10_000)
    folds: int = option(4, "folds for out-of-fold parses to train on; fewer is faster", least=2)
