"""Parsers as sentence-level models: a choice of a word is a head, or a head with a label."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, Protocol

import numpy as np

from arcwalk.arrays import Codes, Heads, Numbers, Scores
from arcwalk.consistency.sentence_models import SentenceModel, Solution
from arcwalk.errors import ArcwalkError
from arcwalk.systems.mst.parser import MstParser
from arcwalk.systems.protocol import TreeFinder
from arcwalk.systems.sampling.options import MINIMUM_RISK
from arcwalk.systems.sampling.parser import SamplingParser
from arcwalk.systems.sampling.search import choices_of
from arcwalk.trees.decoders.forest import Forest, max_marginals
from arcwalk.trees.decoders.forest_pruning import best_adjusted, pruned_forest
from arcwalk.trees.decoders.second_order import second_order_forest
from arcwalk.trees.shape import is_projective

SAMPLING_SCALE = 0.5  # its scores of trees lie closer together


class TreeModel(SentenceModel, Protocol):
    """A sentence whose choices are heads."""

    @property
    def head(self) -> Heads:
        """The head that each choice names."""

    def labels(self, chosen: Numbers) -> list[str]:
        """The labels of words 1..n that go with these choices."""


class TreeModels(NamedTuple):
    """How a system takes part in joint decoding."""

    model: Callable[[Codes, Heads | None, Sequence[str] | None], TreeModel]  # given heads and labels are kept
    scale: float  # how much a reward counts
    is_exact: bool  # whether the best tree is found, whatever is added to the scores of arcs


def tree_models(system: TreeFinder) -> TreeModels:
    """How this system takes part; or an error, where it, or how it is set, does not allow it."""
    if isinstance(system, MstParser):
        return TreeModels(partial(MstSentence, system), 1.0, system.trees.projective)
    if not isinstance(system, SamplingParser):
        raise ArcwalkError("consistency needs a parser of system mst or sampling; train one with --system mst")
    if system.options.decode == MINIMUM_RISK:
        raise ArcwalkError(f"decode={MINIMUM_RISK}: consistency looks for the best trees; leave it out")
    return TreeModels(partial(SamplingSentence, system), SAMPLING_SCALE, False)


class MstSentence:
    """A second-order chart."""

    def __init__(self, parser: MstParser, codes: Codes, heads: Heads | None, labels: Sequence[str] | None) -> None:
        self.parser, self.codes, self.given = parser, codes, labels
        self.chart = chart = parser.trees.chart(codes, heads)
        self.start, self.head = chart.start, chart.head
        self.is_exact = chart.projective
        self._word = np.repeat(np.arange(len(self.start) - 1), np.diff(self.start))
        self._forest: Forest | None = None

    def decode(self, adjustments: Scores | None) -> Solution:
        """Exact for projective trees, where there are any."""
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

    def labels(self, chosen: Numbers) -> list[str]:
        """By the labeler, once the tree is known."""
        heads = np.concatenate([[-1], self.head[chosen]]).astype(np.int32)
        return self.parser.labeler.label(self.codes, heads, self.given)

    def prune(self, slack: float) -> Scores | None:
        """By max-marginals, where they are exact; on this occasion, the chart is pruned."""
        if not self.is_exact:
            return None
        chart = self.chart
        forest = second_order_forest(chart.start, chart.head, chart.siblings, chart.scores, chart.single_root)
        best_with = np.empty(len(self.head))
        best = max_marginals(forest, best_with)
        self._forest = pruned_forest(forest, slack)
        return best - best_with

    def decode_unpruned(self, adjustments: Scores) -> Solution:
        """From the whole chart, which takes the place of the pruned one."""
        self._forest = None
        return self.decode(adjustments)


class SamplingSentence:
    """The candidates of the sampling parser, climbed or sampled anew each time: nothing is certain."""

    is_exact = False

    def __init__(self, parser: SamplingParser, codes: Codes, heads: Heads | None, labels: Sequence[str] | None) -> None:
        self.parser, self.codes, self.given = parser, codes, labels
        self.candidates = parser.candidates(codes, heads, labels)
        self.start, self.head = self.candidates.choices.start, self.candidates.choices.head

    def decode(self, adjustments: Scores | None) -> Solution:
        """The best tree that the search finds; its score is counted from that of the tree it starts from."""
        candidates, base = self.candidates, 0.0
        if adjustments is not None:
            candidates = candidates._replace(prior=candidates.prior + adjustments)
            base = float(adjustments[candidates.chosen[1:]].sum())
        with self.parser.features.errors():
            heads, labels, gain = self.parser.search.best_and_gain(self.parser.kernel_model, self.codes, candidates)
        return Solution(choices_of(candidates, heads, labels)[1:], base + gain)

    def prune(self, slack: float) -> None:
        """Not known."""

    def decode_unpruned(self, adjustments: Scores) -> Solution:
        """The same: nothing is ever left out."""
        return self.decode(adjustments)

    def labels(self, chosen: Numbers) -> list[str]:
        """Those that were chosen with the heads."""
        codes = np.concatenate([[-1], self.candidates.choices.label[chosen]]).astype(np.int32)
        return self.parser.label_names(codes, self.given)
