"""Scores of candidates made logarithms of probabilities."""

import math

from arcwalk.arrays import Scores, Starts
from arcwalk.compiled import kernel


@kernel
def normalise(start: Starts, scores: Scores) -> None:
    """Make the scores of each choice, from `start[i]` to `start[i + 1]`, sum to 1 as exponents; some may be empty."""
    for i in range(len(start) - 1):
        best = -math.inf
        for place in range(start[i], start[i + 1]):
            best = max(best, scores[place])
        total = 0.0
        for place in range(start[i], start[i + 1]):
            total += math.exp(scores[place] - best)
        if total > 0.0:
            best += math.log(total)
        for place in range(start[i], start[i + 1]):
            scores[place] -= best
