"""What a system says about a sentence besides its best tree."""

from typing import NamedTuple

from arcwalk.arrays import Heads, Scores


class ConfidentTree(NamedTuple):
    """A tree, and the probability that each of the words 1..n has the right head, and the right head and label."""

    heads: Heads  # index 0 is the root
    labels: list[str]  # of words 1..n
    in_heads: Scores
    in_arcs: Scores | None  # not every system has an opinion


class ScoredTree(NamedTuple):
    """A tree, and the higher the better its score."""

    heads: Heads
    labels: list[str]
    score: float
