"""Mixture weights whose likelihood only grows, and log-linear models that learn their decisions."""

from itertools import islice, pairwise
from random import Random

import numpy as np
import pytest

from arcwalk.systems.vine.estimation import PRIOR, expectation_maximization, trained_weights
from arcwalk.systems.vine.log_linear import fit


def test_likelihood_grows_with_every_round() -> None:
    random = np.random.default_rng(4)
    probabilities = random.random((200, 5)) ** 3
    rounds = list(islice(expectation_maximization(probabilities), 30))
    likelihoods = [np.log(probabilities @ weights).sum() + PRIOR * np.log(weights).sum() for weights in rounds]
    assert all(later >= earlier - 1e-9 for earlier, later in pairwise(likelihoods))
    assert likelihoods[-1] > likelihoods[0] + 1
    for weights in rounds:
        assert weights.sum() == pytest.approx(1)


def test_each_bucket_has_weights_of_its_own() -> None:
    probabilities = np.array([[0.9, 0.1]] * 50 + [[0.1, 0.9]] * 50)
    weights = trained_weights(probabilities, np.repeat([0, 1], 50), 3)
    assert weights[0, 0] > 0.9
    assert weights[1, 1] > 0.9
    np.testing.assert_allclose(weights[2], 0.5)


def test_decisions_are_learned() -> None:
    random = np.random.default_rng(5)
    decisions = []
    for _ in range(200):
        kinds = random.permutation(8)[:3]
        indices = np.column_stack((kinds, random.integers(8, 16, 3))).astype(np.int32)  # the first feature tells
        decisions.append((indices, kinds != kinds.min()))
    weights = fit(decisions, 16, Random(0))
    right = [int(np.argmax(weights[indices].sum(axis=1))) == int(np.argmin(wrong)) for indices, wrong in decisions]
    assert sum(right) > 190
