"""Steps along the difference of two trees: MIRA's and adaptive ones."""

import numpy as np
import pytest

from arcwalk.learning.kernels.feature_difference import Difference
from arcwalk.learning.kernels.updates import lead, squared_length, take_step

NONE = np.zeros(0, np.float32)


def random_difference(seed: int) -> tuple[Difference, np.ndarray, np.ndarray]:
    """A difference of a few features, weights and zero totals."""
    random = np.random.default_rng(seed)
    indices = random.choice(64, 12, replace=False).astype(np.uint32)
    values = random.choice([-2, -1, 1, 3], 12).astype(np.float32)
    return Difference(indices, values), random.normal(size=64).astype(np.float32), np.zeros(64, np.float32)


def test_equal_trees_ask_for_no_step() -> None:
    nothing = Difference(np.zeros(0, np.uint32), np.zeros(0, np.float32))
    weights, totals = np.ones(16, np.float32), np.zeros(16, np.float32)
    assert not take_step(nothing, 1.0, 1.0, 1.0, weights, NONE, totals)
    assert (weights == 1).all()


@pytest.mark.parametrize("seed", range(6))
def test_after_a_mira_step_the_constraint_just_holds(seed: int) -> None:
    difference, weights, totals = random_difference(seed)
    needed = lead(difference, weights) + 1.5
    before = weights.copy()
    assert take_step(difference, needed, 100.0, 7.0, weights, NONE, totals)
    assert lead(difference, weights) == pytest.approx(needed, abs=1e-3)
    np.testing.assert_allclose(totals, 7 * (weights - before), atol=1e-5)
    assert set(np.flatnonzero(weights != before)) <= set(difference.indices.tolist())


def test_a_mira_step_is_no_longer_than_allowed() -> None:
    difference, weights, totals = random_difference(3)
    before, ahead = weights.copy(), lead(difference, weights)
    assert take_step(difference, ahead + 1e6, 0.25, 1.0, weights, NONE, totals)
    np.testing.assert_allclose((weights - before)[difference.indices], 0.25 * difference.values, atol=1e-5)
    assert lead(difference, weights) == pytest.approx(ahead + 0.25 * squared_length(difference), rel=1e-3)


@pytest.mark.parametrize("squares", [0, 64])
def test_no_step_where_none_is_needed(squares: int) -> None:
    difference, weights, totals = random_difference(4)
    before, sums = weights.copy(), np.zeros(squares, np.float32)
    assert not take_step(difference, lead(difference, before) - 0.1, 1.0, 1.0, weights, sums, totals)
    np.testing.assert_array_equal(weights, before)
    assert not totals.any()
    assert not sums.any()


def test_adaptive_steps_shrink_for_weights_that_changed_before() -> None:
    difference, weights, totals = random_difference(5)
    squares, changes = np.zeros(64, np.float32), []
    for step in range(3):
        before = weights.copy()
        assert take_step(difference, 1e6, 0.5, float(step), weights, squares, totals)
        changes.append((weights - before)[difference.indices])
    np.testing.assert_allclose(changes[0], 0.5 * np.sign(difference.values), rtol=1e-4)
    for number, change in enumerate(changes, 1):
        np.testing.assert_allclose(change, changes[0] / np.sqrt(number), rtol=1e-3)
    np.testing.assert_allclose(squares[difference.indices], 3 * difference.values**2)
    np.testing.assert_allclose(totals[difference.indices], changes[1] + 2 * changes[2], rtol=1e-3)
