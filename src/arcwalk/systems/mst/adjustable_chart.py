"""A second-order chart whose arc scores are adjusted by joint decoding (`arcwalk.models.protocol.AdjustableTree`)."""

from collections.abc import Sequence

import numpy as np

from arcwalk.arrays import Codes, Numbers, Scores
from arcwalk.components.labeler.labeler import Labeler
from arcwalk.models.protocol import Solution
from arcwalk.systems.mst.chart import Chart
from arcwalk.trees.decoders.forest import Forest, max_marginals
from arcwalk.trees.decoders.forest_pruning import best_adjusted, pruned_forest
from arcwalk.trees.shape import is_projective


class AdjustableChart:
    """One sentence; its choices are the candidate arcs of the chart."""

    def __init__(self, chart: Chart, labeler: Labeler, codes: Codes, given: Sequence[str] | None) -> None:
        self.chart, self.labeler, self.codes, self.given = chart, labeler, codes, given
        self.start, self.head = chart.start, chart.head
        self.is_exact = chart.projective
        self._word = np.repeat(np.arange(len(self.start) - 1), np.diff(self.start))
        self._forest: Forest | None = None

    def decode(self, adjustments: Scores | None) -> Solution:
        """The best tree, exact if it is among projective ones."""
        if adjustments is None or self._forest is None:
            chart = self.chart if adjustments is None else self.chart.adjusted(adjustments)
            heads, score = chart.best()
            if self.is_exact:
                roots = np.count_nonzero(heads == 0)
                self.is_exact = is_projective(heads) and (roots == 1 or not chart.single_root)
        else:
            heads = np.empty(len(self.start) - 1, dtype=np.int32)
            score = best_adjusted(self._forest, adjustments, heads)
        return Solution(np.flatnonzero(self.head == heads[self._word]), score)

    def prune(self, slack: float) -> Scores | None:
        """From max-marginals, where they are exact; also prunes the chart."""
        if not self.is_exact:
            return None
        forest, best_with = self.chart.forest(), np.empty(len(self.head))
        best = max_marginals(forest, best_with)
        self._forest = pruned_forest(forest, slack)
        return best - best_with

    def decode_unpruned(self, adjustments: Scores) -> Solution:
        """The best tree of the whole chart, which replaces the pruned one."""
        self._forest = None
        return self.decode(adjustments)

    def labels(self, chosen: Numbers) -> list[str]:
        """The labeler's labels of the chosen tree."""
        heads = np.concatenate([[-1], self.head[chosen]]).astype(np.int32)
        return self.labeler.label(self.codes, heads, self.given)
