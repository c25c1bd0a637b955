"""Options of `--system vine`."""

from dataclasses import dataclass

from arcwalk.models.options import option, switch

NAME = "vine"


@dataclass(frozen=True, slots=True, kw_only=True)
class VineOptions:
    """Options of the system `vine`."""

    bounds: str = option(
        "tag", "arc length bounds by the head's tag, or one for all as published", choices=("tag", "all")
    )
    recall: float = option(
        0.95, "share of arcs on each side within the bounds; lower is faster, 0.9 as published", least=0.1, most=1
    )
    mixture: str = option(
        "trained", "mixture weights: trained by EM, or uniform, as published", choices=("trained", "uniform")
    )
    join: bool = switch(True, "join fragments into one tree; no: leave them on the root, as published")
    log_linear: bool = switch(True, "add log-linear models of heads and labels; no: as published")
    rerank: bool = switch(True, "rerank a k-best list; no: faster, less accurate", after_training=True)
    trees: int = option(20, "unlabeled trees in the list; fewer are faster", least=1, most=1000, after_training=True)
    k: int = option(100, "labeled trees in the list; fewer are faster", least=1, most=10_000, after_training=True)
    folds: int = option(4, "folds for out-of-fold parses to train on; fewer is faster", least=2)
