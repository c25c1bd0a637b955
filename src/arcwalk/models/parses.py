"""What systems return besides the best tree."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Codes, Heads, Labels, Scores
from arcwalk.errors import ArcwalkError


class ConfidentTree(NamedTuple):
    """A tree, and the probability that the head of each word 1..n is right, and that head and label are."""

    heads: Heads  # index 0 is the root
    labels: list[str]  # of words 1..n
    head_confidence: Scores
    arc_confidence: Scores | None  # None: the system does not judge labels


class CorrectedTree(NamedTuple):
    """A tree found together with tags."""

    heads: Heads
    labels: list[str]
    analyses: list[int]  # for words 1..n, which of its analyses is taken
    codes: Codes  # the sentence with these analyses first, see `arcwalk.treebank.encoding.first_analysis`


class ScoredTree(NamedTuple):
    """A tree and its score, the higher the better."""

    heads: Heads
    labels: list[str]
    score: float


class LabeledTrees(NamedTuple):
    """Several trees of a sentence, heads and labels (trees, n + 1), and their scores."""

    heads: Heads
    labels: Labels
    scores: Scores

    def confidence(self, best: int, temperature: float = 1.0) -> tuple[Scores, Scores]:
        """For each word 1..n, the probability of its head in the best tree, and of head and label.

        Trees that are not listed count as impossible, so these are a little too high.
        """
        shares = np.exp((self.scores - self.scores[best]) / temperature)
        shares /= shares.sum()
        same_heads = (self.heads == self.heads[best])[:, 1:]
        same_arcs = same_heads & (self.labels == self.labels[best])[:, 1:]
        return np.minimum(shares @ same_heads, 1.0), np.minimum(shares @ same_arcs, 1.0)


class NoTreeError(ArcwalkError):
    """Given heads that no tree has."""

    def __init__(self) -> None:
        super().__init__("the given heads do not fit into any tree; check them for cycles")


def free(n: int) -> Heads:
    """No given head or label for any word of a sentence."""
    return np.full(n + 1, -1, dtype=np.int32)
