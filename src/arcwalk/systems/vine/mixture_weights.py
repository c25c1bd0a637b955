"""Weights of mixed models by expectation maximisation: those that make events not trained on as likely as can be."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Scores

_ROUNDS = 50
PRIOR = 1.0  # events that each model is granted, so that no weight becomes 0


def expectation_maximisation(probabilities: Scores) -> Iterator[Scores]:
    """Better and better weights for models that give events these probabilities, (events, models), from uniform on."""
    explained = probabilities[probabilities.sum(axis=1) > 0]
    models = probabilities.shape[1]
    weights = np.full(models, 1 / models)
    while True:
        yield weights
        shares = explained * weights
        shares /= shares.sum(axis=1, keepdims=True)
        expected = shares.sum(axis=0) + PRIOR
        weights = expected / expected.sum()


def trained_weights(probabilities: Scores, buckets: NDArray[np.int64], count: int) -> Scores:
    """Weights for each bucket of events, (buckets, models)."""
    found = np.empty((count, probabilities.shape[1]))
    for bucket in range(count):
        for rounds, weights in enumerate(expectation_maximisation(probabilities[buckets == bucket])):
            found[bucket] = weights
            if rounds == _ROUNDS:
                break
    return found
