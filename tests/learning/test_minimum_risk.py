"""Expected errors: gradients against finite differences, and weights that minimize them."""

from itertools import pairwise

import numpy as np
import pytest

from arcwalk.learning.kernels.expected_error import Lists, candidate_scores, expected_error
from arcwalk.learning.minimum_risk import anneal_risk, errors_of_best, objective

FEATURES = 4


def random_lists(random: np.random.Generator) -> Lists:
    sizes = random.integers(1, 5, 6)
    values = random.normal(size=(sizes.sum(), FEATURES)).astype(np.float32)
    return Lists(np.cumsum([0, *sizes]), values, random.integers(0, 4, sizes.sum()).astype(float))


@pytest.mark.parametrize("sharpness", [0.1, 1.0, 3.0])
def test_the_gradient_is_that_of_finite_differences(sharpness: float) -> None:
    random = np.random.default_rng(0)
    for _ in range(5):
        lists = random_lists(random)
        weights, origin = random.normal(size=(2, FEATURES))
        _, gradient = objective(weights, lists, sharpness, 0.3, origin)
        for i in range(len(weights)):
            step = np.zeros(len(weights))
            step[i] = 1e-6
            above, below = (objective(weights + sign * step, lists, sharpness, 0.3, origin)[0] for sign in (1, -1))
            assert gradient[i] == pytest.approx((above - below) / 2e-6, abs=1e-6)


def test_the_risk_is_the_mean_error() -> None:
    lists = random_lists(np.random.default_rng(1))
    weights = np.random.default_rng(2).normal(size=FEATURES)
    scores, expected = candidate_scores(lists, weights), 0.0
    for first, last in pairwise(lists.start):
        p = np.exp(2 * scores[first:last])
        expected += p @ lists.errors[first:last] / p.sum()
    assert expected_error(lists, weights, 2.0)[0] == pytest.approx(expected)


def test_annealing_finds_the_candidates_without_errors() -> None:
    random = np.random.default_rng(3)
    right = random.normal(size=FEATURES)
    values = random.normal(size=(400, FEATURES))
    best = np.argmax((values @ right).reshape(100, 4), axis=1)
    lists = Lists(
        start=np.arange(0, 401, 4),
        values=values.astype(np.float32),
        errors=(np.tile(np.arange(4), 100) != np.repeat(best, 4)).astype(float),
    )
    start = np.zeros(FEATURES)
    *_, weights = anneal_risk(lists, start, ridge=1e-3, steps=30)
    assert errors_of_best(lists, weights).sum() <= 3
    assert errors_of_best(lists, start).sum() > 50
