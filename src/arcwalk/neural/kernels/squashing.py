"""The nonlinear functions of networks, as loops that LLVM can vectorize."""

import math

import numpy as np

from arcwalk.arrays import Weights
from arcwalk.compiled import inline

LEAK = 0.1  # what a rectifier lets through of negative values


@inline
def leaky_relu(value: np.float32) -> np.float32:
    """A leaky rectifier."""
    return value if value > np.float32(0.0) else np.float32(LEAK) * value


@inline
def tanh(value: np.float32) -> np.float32:
    """The hyperbolic tangent as a continued fraction, cut off where it reaches 1: a loop over it is vectorized."""
    value = min(max(value, np.float32(-4.97)), np.float32(4.97))
    square = value * value
    above = np.float32(135135.0) + square * (np.float32(17325.0) + square * (np.float32(378.0) + square))
    below = np.float32(135135.0) + square * (
        np.float32(62370.0) + square * (np.float32(3150.0) + square * np.float32(28.0))
    )
    return value * above / below


@inline
def sigmoid(value: np.float32) -> np.float32:
    """The logistic function."""
    return np.float32(0.5) + np.float32(0.5) * tanh(np.float32(0.5) * value)


@inline
def log_softmax(scores: Weights) -> None:
    """Turn scores into log-probabilities; those of -inf stay so."""
    best = scores.max()
    total = 0.0
    for i in range(len(scores)):
        total += math.exp(scores[i] - best)
    best += np.float32(math.log(total))
    for i in range(len(scores)):
        scores[i] -= best
