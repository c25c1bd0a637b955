"""The expected error over lists of candidates, and its gradient (D. Smith and Eisner, 2006)."""

import math
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Scores, Starts, WeightTable
from arcwalk.compiled import inline, kernel


class Lists(NamedTuple):
    """Lists of candidates."""

    start: Starts  # (lists + 1,): where the candidates of each list start
    values: WeightTable  # (candidates, features)
    errors: Scores  # (candidates,)


@inline
def candidate_scores(lists: Lists, weights: Scores) -> Scores:
    """θ·f of every candidate."""
    scores = np.zeros(len(lists.errors), dtype=np.float64)
    for y in range(len(scores)):
        for i in range(len(weights)):
            scores[y] += weights[i] * lists.values[y, i]
    return scores


@kernel
def expected_error(lists: Lists, weights: Scores, sharpness: float) -> tuple[float, Scores]:
    """Σ p(y) error(y) over all lists, with p ∝ exp(γ θ·f), and its gradient with respect to θ."""
    scores = candidate_scores(lists, weights)
    gradient = np.zeros(len(weights), dtype=np.float64)
    risk = 0.0
    for i in range(len(lists.start) - 1):
        first, last = lists.start[i], lists.start[i + 1]
        best = scores[first:last].max()
        total = mean = 0.0
        for y in range(first, last):
            scores[y] = math.exp(sharpness * (scores[y] - best))
            total += scores[y]
            mean += scores[y] * lists.errors[y]
        mean /= total
        risk += mean
        for y in range(first, last):
            change = sharpness * scores[y] / total * (lists.errors[y] - mean)
            if change != 0.0:
                for k in range(len(weights)):
                    gradient[k] += change * lists.values[y, k]
    return risk, gradient
