"""Minimum risk training by deterministic annealing: weights that minimize the expected error of the chosen candidate.

D. Smith and Eisner (2006), "Minimum risk annealing for training log-linear models": at first p ∝ exp(γ θ·f) is nearly
flat and the expected error smooth; the optimum is tracked while γ grows and p concentrates on the best candidate.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from scipy.optimize import minimize

from arcwalk.arrays import Scores
from arcwalk.learning.kernels.expected_error import Lists, candidate_scores, expected_error

SCHEDULE = (0.2, 0.6, 2.0)


def objective(weights: Scores, lists: Lists, sharpness: float, ridge: float, origin: Scores) -> tuple[float, Scores]:
    """The expected error plus a penalty on the distance from `origin`, and its gradient."""
    risk, gradient = expected_error(lists, weights, sharpness)
    away = weights - origin
    return risk + 0.5 * ridge * float(away @ away), gradient + ridge * away


def anneal_risk(
    lists: Lists, origin: Scores, *, ridge: float, steps: int, schedule: Sequence[float] = SCHEDULE
) -> Iterator[Scores]:
    """The weights after each step of the schedule."""
    weights = origin
    for sharpness in schedule:
        result = minimize(
            objective,
            weights,
            args=(lists, sharpness, ridge, origin),
            jac=True,
            method="L-BFGS-B",
            options={"maxiter": steps},
        )
        weights = result.x
        yield weights


def errors_of_best(lists: Lists, weights: Scores) -> Scores:
    """The error of the highest-scoring candidate of each list."""
    scores = candidate_scores(lists, weights)
    best = [
        first + int(np.argmax(scores[first:last])) for first, last in zip(lists.start, lists.start[1:], strict=False)
    ]
    return lists.errors[best]
