"""Training log-linear classifiers whose alternatives each have their own features: heads, labels, attachments."""

import math
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Booleans, IntegerTable, Numbers, Starts, Weights
from arcwalk.compiled import kernel

_RATE = 0.2


class Decisions(NamedTuple):
    """Training examples: decisions, each among a few alternatives."""

    start: Starts  # (decisions + 1,): where the alternatives of each decision start
    indices: IntegerTable  # (alternatives, features): indices of weights
    wrong: Booleans  # (alternatives,)


@kernel
def log_linear_epoch(decisions: Decisions, order: Numbers, weights: Weights, squares: Weights) -> None:
    """One pass of AdaGrad (Duchi et al., 2011) over the decisions, on -log p(right)."""
    start, indices, wrong = decisions
    p = np.empty((start[1:] - start[:-1]).max(), dtype=np.float64)
    for i in order:
        first, count = start[i], start[i + 1] - start[i]
        best = -np.inf
        for y in range(count):
            p[y] = 0.0
            for k in range(indices.shape[1]):
                p[y] += weights[indices[first + y, k]]
            best = max(best, p[y])
        total = right = 0.0
        for y in range(count):
            p[y] = math.exp(p[y] - best)
            total += p[y]
            right += p[y] if not wrong[first + y] else 0.0
        for y in range(count):
            gradient = p[y] / total - (p[y] / right if not wrong[first + y] and right > 0 else 0.0)
            if abs(gradient) > 1e-4:
                for k in range(indices.shape[1]):
                    index = indices[first + y, k]
                    squares[index] += gradient * gradient
                    weights[index] -= _RATE * gradient / (0.1 + math.sqrt(squares[index]))
