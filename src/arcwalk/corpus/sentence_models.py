"""Sentence-level models as dual decomposition sees them: choices of words, and the best of them for given adjustments.

Adjustments are added to the scores of choices. A choice stands for a tag: that of the head it names, or the very tag.
"""

from typing import NamedTuple, Protocol

import numpy as np

from arcwalk.arrays import Codes, Numbers, Scores, Starts
from arcwalk.systems.sampling import SamplingParser
from arcwalk.systems.second_order import Chart
from arcwalk.systems.tree_search import choices_of
from arcwalk.trees.forest import Forest
from arcwalk.trees.forest_pruning import best_adjusted, pruned_forest
from arcwalk.trees.pruning import Candidates
from arcwalk.trees.second_order import second_order_forest
from arcwalk.trees.shape import is_projective
from arcwalk.trees.viterbi import Lattice, viterbi


class Best(NamedTuple):
    """The choices of words 1..n, and their score with adjustments."""

    chosen: Numbers
    score: float


class SentenceModel(Protocol):
    """One sentence, scored once, to be searched as often as adjustments change."""

    is_exact: bool  # whether the best choices are surely found
    start: Starts  # (n + 2,): word m has the choices from start[m] to start[m + 1]

    def best(self, adjustments: Scores | None, slack: float) -> Best:
        """The best choices, with something added to the score of each, if anything.

        Choices are out of the question that, without adjustments, cost more than `slack`.
        """


class MstSentence:
    """A second-order chart; it is pruned the first time that adjustments come."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.start, self.head = chart.start, chart.head
        self.is_exact = chart.projective
        self._word = np.repeat(np.arange(len(self.start) - 1), np.diff(self.start))
        self._forest: Forest | None = None

    def best(self, adjustments: Scores | None, slack: float) -> Best:
        """Exact for projective trees, where there are any."""
        if adjustments is None or not self.is_exact:
            chart = self.chart if adjustments is None else self.chart.adjusted(adjustments)
            heads, score = chart.best()
            if self.is_exact:
                roots = np.count_nonzero(heads == 0)
                self.is_exact = is_projective(heads) and (roots == 1 or not chart.single_root)
        else:
            heads = np.empty(len(self.start) - 1, dtype=np.int32)
            score = best_adjusted(self._pruned(slack), adjustments, heads)
        return Best(np.flatnonzero(self.head == heads[self._word]), score)

    def _pruned(self, slack: float) -> Forest:
        if self._forest is None:
            chart = self.chart
            whole = second_order_forest(chart.start, chart.head, chart.siblings, chart.scores, chart.single_root)
            self._forest = pruned_forest(whole, slack)
        return self._forest


class SamplingSentence:
    """The candidates of the sampling parser, climbed or sampled anew each time: nothing is certain."""

    is_exact = False

    def __init__(self, parser: SamplingParser, codes: Codes, candidates: Candidates) -> None:
        self.parser, self.codes, self.candidates = parser, codes, candidates
        self.start, self.head, self.label = candidates.choices.start, candidates.choices.head, candidates.choices.label

    def best(self, adjustments: Scores | None, slack: float) -> Best:  # noqa: ARG002
        """The best tree that the search finds; its score is counted from that of the tree it starts from."""
        candidates, base = self.candidates, 0.0
        if adjustments is not None:
            candidates = candidates._replace(prior=candidates.prior + adjustments)
            base = float(adjustments[candidates.chosen[1:]].sum())
        with self.parser.features.errors():
            heads, labels, gain = self.parser.search.best_and_gain(self.parser.kernel_model, self.codes, candidates)
        return Best(choices_of(candidates, heads, labels)[1:], base + gain)


class TagSentence:
    """The lattice of one column of a tagger."""

    is_exact = True

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self.start, self.tags = lattice.start, lattice.tags

    def best(self, adjustments: Scores | None, slack: float) -> Best:  # noqa: ARG002
        """Exact among the candidates of the lattice."""
        start, _, scores, joint_start, joint = self.lattice
        places = np.empty(len(start) - 1, dtype=np.int64)
        score = viterbi(start, scores if adjustments is None else scores + adjustments, joint_start, joint, places)
        return Best(places[1:], score)
