"""Log-sum-exp, in the three forms that inner loops need; -inf if every term is.

One form would do, but summing pairs into an array, or dividing by a temperature of 1, slows inside-outside by a tenth.
"""

import math

from arcwalk.arrays import Scores, ScoreView
from arcwalk.compiled import inline


@inline
def log_sum_exp(terms: Scores, count: int) -> float:
    """log Σ exp(term) over the first `count` terms."""
    largest = -math.inf
    for i in range(count):
        largest = max(largest, terms[i])
    if largest == -math.inf:
        return largest
    total = 0.0
    for i in range(count):
        total += math.exp(terms[i] - largest)
    return largest + math.log(total)


@inline
def log_sum_exp_pairs(first: ScoreView, second: ScoreView) -> float:
    """log Σ exp(first + second)."""
    largest = -math.inf
    for k in range(first.size):
        largest = max(largest, first[k] + second[k])
    if largest == -math.inf:
        return largest
    total = 0.0
    for k in range(first.size):
        total += math.exp(first[k] + second[k] - largest)
    return largest + math.log(total)


@inline
def log_sum_exp_at(scores: Scores, count: int, temperature: float) -> float:
    """log Σ exp(score / temperature) over the first `count` scores."""
    largest = -math.inf
    for i in range(count):
        largest = max(largest, scores[i])
    if largest == -math.inf:
        return largest
    total = 0.0
    for i in range(count):
        total += math.exp((scores[i] - largest) / temperature)
    return largest / temperature + math.log(total)
