"""Choices learned one by one: log-linear models of a right candidate among wrong ones."""

import math
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Booleans, IntegerTable, Numbers, Starts, Weights
from arcwalk.compiled import kernel

_RATE = 0.2


class Choices(NamedTuple):
    """Which of some candidates is right, again and again."""

    start: Starts  # (choices + 1,): the candidates of each choice
    indices: IntegerTable  # (candidates, features): weights by index
    wrong: Booleans  # (candidates,)


@kernel
def choice_epoch(choices: Choices, order: Numbers, weights: Weights, squares: Weights) -> float:
    """One pass; returns -Σ log p(right).

    Each weight's step shrinks with the squares of its gradients so far (Duchi et al., 2011).
    """
    loss = 0.0
    most = 0
    for i in order:
        most = max(most, choices.start[i + 1] - choices.start[i])
    p = np.empty(most, dtype=np.float64)
    for i in order:
        first, count = choices.start[i], choices.start[i + 1] - choices.start[i]
        best = -np.inf
        for y in range(count):
            p[y] = 0.0
            for k in range(choices.indices.shape[1]):
                p[y] += weights[choices.indices[first + y, k]]
            best = max(best, p[y])
        total = right = 0.0
        for y in range(count):
            p[y] = math.exp(p[y] - best)
            total += p[y]
            right += p[y] if not choices.wrong[first + y] else 0.0
        loss -= math.log(max(right / total, 1e-300))
        for y in range(count):
            gradient = p[y] / total - (p[y] / right if not choices.wrong[first + y] and right > 0 else 0.0)
            if abs(gradient) > 1e-4:
                for k in range(choices.indices.shape[1]):
                    index = choices.indices[first + y, k]
                    squares[index] += gradient * gradient
                    weights[index] -= _RATE * gradient / (0.1 + math.sqrt(squares[index]))
    return loss
