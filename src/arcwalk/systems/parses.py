"""What a system says about a sentence besides its best tree."""

from typing import NamedTuple

from arcwalk.arrays import Codes, Heads, Scores


class ConfidentTree(NamedTuple):
    """A tree, and the probability that each of the words 1..n has the right head, and the right head and label."""

    heads: Heads  # index 0 is the root
    labels: list[str]  # of words 1..n
    in_heads: Scores
    in_arcs: Scores | None  # not every system has an opinion


class CorrectedTree(NamedTuple):
    """A tree found together with tags."""

    heads: Heads
    labels: list[str]
    read: list[int]  # for words 1..n, which of its readings is taken
    codes: Codes  # the sentence as it is read then, in both ways if it can be read otherwise


class ScoredTree(NamedTuple):
    """A tree, and the higher the better its score."""

    heads: Heads
    labels: list[str]
    score: float
