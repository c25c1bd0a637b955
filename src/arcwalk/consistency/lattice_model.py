"""A tagged sentence as a subproblem of dual decomposition: the best tags under given adjustments."""

import numpy as np

from arcwalk.arrays import Scores
from arcwalk.components.tagger.kernels.viterbi import Lattice, viterbi
from arcwalk.models.protocol import Solution


class LatticeModel:
    """The lattice of one column of a tagger."""

    is_exact = True

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self.start, self.tags = lattice.start, lattice.tags

    def decode(self, adjustments: Scores | None) -> Solution:
        """Viterbi, exact among the candidates of the lattice."""
        lattice = self.lattice
        if adjustments is not None:
            lattice = lattice._replace(scores=lattice.scores + adjustments)
        places = np.empty(len(lattice.start) - 1, dtype=np.int64)
        score = viterbi(lattice, places)
        return Solution(places[1:], score)

    def prune(self, slack: float) -> None:
        """Not worth it: decoding again is faster."""

    def decode_unpruned(self, adjustments: Scores) -> Solution:
        """Same as `decode`."""
        return self.decode(adjustments)
