"""Logistic regression over hashed features: scores, and learning by averaged AdaGrad with dropout of features."""

import math
from typing import NamedTuple

from arcwalk.arrays import Keys, RandomState, Weights
from arcwalk.compiled import inline
from arcwalk.features.kernels.hashing import index_shift
from arcwalk.trees.random_numbers import uniform


class Learning(NamedTuple):
    """What learning changes, and how fast."""

    weights: Weights  # (2^bits,)
    totals: Weights  # (2^bits,): the changes, each times the step it was made at
    squares: Weights  # (2^bits,): the sum of squared gradients
    state: RandomState
    rate: float
    dropout: float  # the share of features that are left out at each step
    enough: float  # a smaller error is ignored, which saves most of the time


@inline
def score(keys: Keys, count: int, weights: Weights) -> float:
    """The log odds."""
    shift = index_shift(len(weights))
    total = 0.0
    for i in range(count):
        total += weights[keys[i] >> shift]
    return total


@inline
def learn(keys: Keys, count: int, is_true: bool, step: int, learning: Learning) -> None:
    """One step; overwrites the keys that are left out."""
    kept = 0
    for i in range(count):
        if uniform(learning.state) >= learning.dropout:
            keys[kept] = keys[i]
            kept += 1
    total = score(keys, kept, learning.weights) / (1.0 - learning.dropout)
    error = 1.0 / (1.0 + math.exp(-total)) - is_true
    if abs(error) <= learning.enough:
        return
    shift = index_shift(len(learning.weights))
    for i in range(kept):
        index = keys[i] >> shift
        learning.squares[index] += error * error
        change = learning.rate * error / math.sqrt(learning.squares[index])
        learning.weights[index] -= change
        learning.totals[index] -= change * step
