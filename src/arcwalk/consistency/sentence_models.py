"""A tagged sentence as joint decoding sees it: choices of words, and the best of them for given adjustments."""

import numpy as np

from arcwalk.arrays import Scores
from arcwalk.systems.protocol import Best
from arcwalk.systems.tagger.kernels.viterbi import Lattice, viterbi


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
        """Unknown: decoding again is quicker."""

    def best_of_all(self, adjustments: Scores) -> Best:
        """The same as `best`: nothing is pruned."""
        return self.best(adjustments)
