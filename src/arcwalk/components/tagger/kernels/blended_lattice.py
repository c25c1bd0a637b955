"""What the network reads of the perceptron's lattice, and a lattice whose scores are those of both."""

import numpy as np

from arcwalk.arrays import Scores, ScoreTable, WeightTable
from arcwalk.compiled import kernel
from arcwalk.components.tagger.kernels.viterbi import Lattice, marginals


@kernel
def tag_probabilities(lattice: Lattice, temperature: float, tags: int) -> WeightTable:
    """The marginals of all tags, (n + 1, tags); row 0 is zero."""
    start = lattice.start
    probabilities = np.empty(len(lattice.tags), dtype=np.float64)
    marginals(lattice, temperature, probabilities)
    table = np.zeros((len(start) - 1, tags), dtype=np.float32)
    for m in range(1, len(start) - 1):
        for candidate in range(start[m], start[m + 1]):
            table[m, lattice.tags[candidate]] = np.float32(probabilities[candidate])
    return table


@kernel
def mean_scores(lattice: Lattice, others: ScoreTable, share: float) -> Scores:
    """The scores of candidates, of which the scores of tags in `others`, (n + 1, tags), have a share."""
    start = lattice.start
    scores = np.zeros(len(lattice.scores), dtype=np.float64)
    for m in range(1, len(start) - 1):
        for candidate in range(start[m], start[m + 1]):
            scores[candidate] = (1.0 - share) * lattice.scores[candidate]
            scores[candidate] += share * others[m, lattice.tags[candidate]]
    return scores
