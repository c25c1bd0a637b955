"""A lattice whose scores are those of the perceptron and of the network."""

import numpy as np

from arcwalk.arrays import WeightTable
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
def add_to_lattice(log_probabilities: WeightTable, weight: float, lattice: Lattice) -> None:
    """Add log-probabilities of tags, (n + 1, tags), times their weight to the scores of candidates."""
    start = lattice.start
    for m in range(1, len(start) - 1):
        for candidate in range(start[m], start[m + 1]):
            lattice.scores[candidate] += weight * log_probabilities[m, lattice.tags[candidate]]
