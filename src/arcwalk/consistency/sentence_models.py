"""Sentence-level models as dual decomposition sees them: choices of words, and the best of them for given adjustments.

Adjustments are added to the scores of choices. A choice stands for a tag: the very tag, or that of the head it names.
"""

from typing import NamedTuple, Protocol

import numpy as np

from arcwalk.arrays import Numbers, Scores, Starts
from arcwalk.systems.tagger.kernels.viterbi import Lattice, viterbi


class Best(NamedTuple):
    """The choices of words 1..n, and their score with adjustments."""

    chosen: Numbers
    score: float


class SentenceModel(Protocol):
    """One sentence, scored once, to be searched as often as adjustments change."""

    @property
    def is_exact(self) -> bool:
        """Whether the best choices are surely found; known once the sentence was decoded."""

    @property
    def start(self) -> Starts:
        """(n + 2,): word m has the choices from start[m] to start[m + 1]."""

    def best(self, adjustments: Scores | None) -> Best:
        """The best choices, with something added to the score of each, if anything."""

    def losses(self, slack: float) -> Scores | None:
        """How much less than the best solution the best one with each choice scores, without adjustments.

        Nothing, where that is not known. From now on, `best` may leave out solutions that score less than the best
        one by more than `slack`.
        """

    def best_of_all(self, adjustments: Scores) -> Best:
        """The best choices, with nothing left out now and from now on."""


class TagSentence:
    """The lattice of one column of a tagger."""

    is_exact = True

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self.start, self.tags = lattice.start, lattice.tags

    def best(self, adjustments: Scores | None) -> Best:
        """Exact among the candidates of the lattice."""
        lattice = self.lattice
        if adjustments is not None:
            lattice = lattice._replace(scores=lattice.scores + adjustments)
        places = np.empty(len(lattice.start) - 1, dtype=np.int64)
        score = viterbi(lattice, places)
        return Best(places[1:], score)

    def losses(self, slack: float) -> None:
        """Not known: decoding again is quicker."""

    def best_of_all(self, adjustments: Scores) -> Best:
        """The same: nothing is ever left out."""
        return self.best(adjustments)
