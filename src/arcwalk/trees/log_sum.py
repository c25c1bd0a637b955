"""Sums in log space."""

import math

from arcwalk.arrays import Scores
from arcwalk.compiled import kernel


@kernel
def log_sum_exp(terms: Scores, count: int, temperature: float) -> float:
    """log Σ exp(term / temperature) over the first `count` terms; -inf if all of them are."""
    largest = -math.inf
    for i in range(count):
        largest = max(largest, terms[i])
    if largest == -math.inf:
        return largest
    total = 0.0
    for i in range(count):
        total += math.exp((terms[i] - largest) / temperature)
    return largest / temperature + math.log(total)
