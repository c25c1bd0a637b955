"""Sentence-level models as subproblems of dual decomposition: the best choices of words under given adjustments.

Adjustments are added to the scores of choices. A choice is a tag, or in parsing a head.
"""

from typing import NamedTuple, Protocol

import numpy as np

from arcwalk.arrays import Numbers, Scores, Starts
from arcwalk.systems.tagger.kernels.viterbi import Lattice, viterbi


class Solution(NamedTuple):
    """The choices of words 1..n, and their score including adjustments."""

    chosen: Numbers
    score: float


class SentenceModel(Protocol):
    """One sentence, scored once and decoded repeatedly under changing adjustments."""

    @property
    def is_exact(self) -> bool:
        """Whether `decode` surely finds the best solution; known once the sentence has been decoded."""

    @property
    def start(self) -> Starts:
        """(n + 2,): word m has the choices from start[m] to start[m + 1]."""

    def decode(self, adjustments: Scores | None) -> Solution:
        """The best solution, perhaps only among those that `prune` has left."""

    def prune(self, slack: float) -> Scores | None:
        """Allow `decode` to ignore solutions that score lower than the best one by more than `slack`.

        Returns the gap of each choice: how much lower than the best the best solution with this choice scores,
        without adjustments; None if gaps are unknown.
        """

    def decode_unpruned(self, adjustments: Scores) -> Solution:
        """The best of all solutions; undoes `prune`."""


class LatticeModel:
    """The lattice of one column of a tagger."""

    is_exact = True

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self.start, self.tags = lattice.start, lattice.tags

    def decode(self, adjustments: Scores | None) -> Solution:
        """Viterbi, exact among the candidates of the lattice."""
        start, _, scores, joint_start, joint = self.lattice
        places = np.empty(len(start) - 1, dtype=np.int64)
        score = viterbi(start, scores if adjustments is None else scores + adjustments, joint_start, joint, places)
        return Solution(places[1:], score)

    def prune(self, slack: float) -> None:
        """Not worth it: decoding again is faster."""

    def decode_unpruned(self, adjustments: Scores) -> Solution:
        """Same as `decode`."""
        return self.decode(adjustments)
