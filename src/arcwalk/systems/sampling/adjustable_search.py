"""Candidates whose scores are adjusted by joint decoding (`arcwalk.models.protocol.AdjustableTree`)."""

from collections.abc import Callable, Sequence

import numpy as np

from arcwalk.arrays import Heads, Labels, Numbers, Scores
from arcwalk.models.label_set import LabelSet
from arcwalk.models.protocol import Solution
from arcwalk.scoring.choices import Candidates
from arcwalk.systems.sampling.search import choices_of


class AdjustableCandidates:
    """One sentence, searched again for each adjustment; its choices are the head–label candidates."""

    is_exact = False

    def __init__(
        self,
        candidates: Candidates,
        search: Callable[[Candidates], tuple[Heads, Labels, float]],
        label_set: LabelSet,
        given: Sequence[str] | None,
    ) -> None:
        self.candidates, self.search, self.label_set, self.given = candidates, search, label_set, given
        self.start, self.head = candidates.choices.start, candidates.choices.head

    def decode(self, adjustments: Scores | None) -> Solution:
        """The best tree found; its score is relative to that of the tree the search starts from."""
        candidates, base = self.candidates, 0.0
        if adjustments is not None:
            candidates = candidates._replace(prior=candidates.prior + adjustments)
            base = float(adjustments[candidates.chosen[1:]].sum())
        heads, labels, gain = self.search(candidates)
        return Solution(choices_of(candidates, heads, labels)[1:], base + gain)

    def prune(self, slack: float) -> None:
        """Unknown."""

    def decode_unpruned(self, adjustments: Scores) -> Solution:
        """The same as `decode`: nothing is pruned."""
        return self.decode(adjustments)

    def labels(self, chosen: Numbers) -> list[str]:
        """The labels chosen with the heads."""
        codes = np.concatenate([[-1], self.candidates.choices.label[chosen]]).astype(np.int32)
        return self.label_set.decode(codes, self.given)
