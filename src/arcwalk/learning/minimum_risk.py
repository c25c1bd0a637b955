"""Weights that minimise the expected error of a choice among candidates, by deterministic annealing.

D. Smith and Eisner (2006), "Minimum risk annealing for training log-linear models": at first p ∝ exp(γ θ·f) is
nearly flat and the expected error smooth; the optimum is followed while γ grows and p comes to be the best candidate.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from scipy.optimize import minimize

from arcwalk.arrays import Scores
from arcwalk.learning.kernels.expected_error import Lists, candidate_scores, expected_error

SCHEDULE = (0.2, 0.6, 2.0)


def objective(weights: Scores, lists: Lists, sharpness: float, ridge: float, origin: Scores) -> tuple[float, Scores]:
    """The expected error, with a penalty on the distance from where the search began; and its gradient."""
    risk, gradient = expected_error(lists, weights, sharpness)
    away = weights - origin
    return risk + 0.5 * ridge * float(away @ away), gradient + ridge * away


def anneal(
    lists: Lists, origin: Scores, *, ridge: float, steps: int, schedule: Sequence[float] = SCHEDULE
) -> Iterator[Scores]:
    """The weights at the end of each temperature."""
    weights = origin
    for sharpness in schedule:
        found = minimize(
            objective,
            weights,
            args=(lists, sharpness, ridge, origin),
            jac=True,
            method="L-BFGS-B",
            options={"maxiter": steps},
        )
        weights = found.x
        yield weights


def errors_of_best(lists: Lists, weights: Scores) -> Scores:
    """For each list, the error of the candidate with the highest score."""
    scores = candidate_scores(lists, weights)
    best = [
        first + int(np.argmax(scores[first:last])) for first, last in zip(lists.start, lists.start[1:], strict=False)
    ]
    return lists.errors[best]
