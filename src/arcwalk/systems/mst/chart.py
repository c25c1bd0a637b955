"""A second-order model: weights of arcs and siblings, and a pruner. It scores a sentence as a `Chart`."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Codes, Heads, Scores, Starts
from arcwalk.components.pruner.head_pruner import HeadPruner
from arcwalk.systems.mst.kernels.second_order_search import (
    best_second_order,
    decode_second_order,
    score_sentence,
    scores_around,
)
from arcwalk.systems.mst.kernels.sibling_parts import SecondOrderTable
from arcwalk.systems.mst.templates import second_order_table, second_order_templates
from arcwalk.systems.tree_then_labels import UnlabeledModel
from arcwalk.trees.candidates import arc_index
from arcwalk.trees.decoders.forest import Forest, arc_marginals
from arcwalk.trees.decoders.matrix_tree import nonprojective_marginals
from arcwalk.trees.decoders.second_order import PartScores, Siblings, second_order_forest


class ScoredHeads(NamedTuple):
    """A tree, index 0 for the root, and its score."""

    heads: Heads
    score: float


@dataclass(frozen=True)
class Chart:
    """The candidate heads of a sentence and the scores of all parts, to be decoded.

    Word m has the candidates `head[start[m]:start[m + 1]]`; adjustments and marginals are aligned with `head`.
    """

    start: Starts
    head: Heads
    siblings: Siblings
    scores: PartScores
    projective: bool
    single_root: bool

    def adjusted(self, adjustments: Scores) -> "Chart":
        """The chart with `adjustments` added to the scores of candidate arcs."""
        return replace(self, scores=self.scores._replace(arc=self.scores.arc + adjustments))

    def best(self) -> ScoredHeads:
        """The best tree."""
        heads = np.empty(len(self.start) - 1, dtype=np.int32)
        score = decode_second_order(*self._search, heads)
        return ScoredHeads(heads, score)

    def best_trees(self, most: int) -> list[ScoredHeads]:
        """The best distinct trees, best first."""
        trees, scores = best_second_order(*self._search, most)
        return [ScoredHeads(tree.copy(), float(score)) for tree, score in zip(trees, scores, strict=True)]

    def forest(self) -> Forest:
        """All projective trees."""
        return second_order_forest(*self._search[:4], self.single_root)

    def marginals(self, temperature: float) -> Scores:
        """The probability of each candidate arc: exact among projective trees.

        Non-projective trees cannot be summed over with second-order scores. There, it is the first-order probability
        of arcs that score as they do within the best tree.
        """
        scores = PartScores(*(part / temperature for part in self.scores))
        probabilities = np.zeros(len(self.head))
        if self.projective and arc_marginals(replace(self, scores=scores).forest(), probabilities) > -np.inf:
            return probabilities
        around = scores_around(self.head, self.siblings, scores, self.best().heads)
        for single_root in [True, False] if self.single_root else [False]:
            if nonprojective_marginals(self.start, self.head, around, single_root, probabilities) > -np.inf:
                break
        return probabilities

    def of_tree(self, values: Scores, heads: Heads) -> Scores:
        """The values of the arcs of a tree, words 1..n."""
        return np.array([values[arc_index(self.start, self.head, m, heads[m])] for m in range(1, len(heads))])

    @property
    def _search(self) -> tuple[Starts, Heads, Siblings, PartScores, bool, bool]:
        return self.start, self.head, self.siblings, self.scores, self.projective, self.single_root


@dataclass(frozen=True, kw_only=True)
class SecondOrderModel(UnlabeledModel):
    """A model that scores arcs and neighboring siblings, among the candidates of a pruner."""

    pruner: HeadPruner

    @cached_property
    def table(self) -> SecondOrderTable:
        """The templates as kernels read them."""
        return second_order_table(second_order_templates(self.templates, "the model's templates"), self.encoder.columns)

    def chart(self, codes: Codes, fixed: Heads | None = None) -> Chart:
        """Score a sentence; a head in `fixed` that is not -1 is the only one of its word."""
        candidates = self.pruner.candidates(codes, fixed)
        start, head = candidates.start, candidates.head
        siblings, scores = score_sentence(codes, start, head, self.table, self.weights)
        return Chart(start, head, siblings, scores, self.projective, self.single_root)

    def find_heads(self, codes: Codes, fixed: Heads | None = None) -> Heads:
        """The best tree, index 0 for the root."""
        return self.chart(codes, fixed).best().heads
