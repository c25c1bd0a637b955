"""Adam (Kingma and Ba, 2015): steps by moving averages of gradients and of their squares, the two moments."""

import math

import numpy as np

from arcwalk.arrays import Weights
from arcwalk.compiled import kernel

BETA1, BETA2 = 0.9, 0.99  # how slowly the two averages change
LARGEST = 5.0  # norm of a gradient
SUMS = 1024  # of squares, which do not wait for each other


@kernel
def clipping_factor(gradient: Weights, scale: float) -> float:
    """The scale of a gradient, smaller if its norm would be larger than `LARGEST`."""
    sums = np.zeros(SUMS, dtype=np.float32)
    for first in range(0, len(gradient), SUMS):
        part = gradient[first : first + SUMS]
        for i in range(len(part)):
            sums[i] += part[i] * part[i]
    total = np.float32(0.0)
    for each in sums:
        total += each
    return scale * min(1.0, LARGEST / max(scale * math.sqrt(total), 1e-9))


@kernel
def adam_step(
    parameters: Weights,
    gradient: Weights,
    first_moment: Weights,
    second_moment: Weights,
    rate: float,
    scale: float,
    step: int,
) -> None:
    """Change the parameters against their gradient times `scale`, which is then zero again."""
    b, c, one = np.float32(BETA1), np.float32(BETA2), np.float32(1.0)
    scale_ = np.float32(scale)
    size = np.float32(rate / (1.0 - BETA1**step))
    correction = np.float32(1.0 / (1.0 - BETA2**step))
    for i in range(len(parameters)):
        value = gradient[i] * scale_
        gradient[i] = np.float32(0.0)
        first_moment[i] = b * first_moment[i] + (one - b) * value
        second_moment[i] = c * second_moment[i] + (one - c) * value * value
        parameters[i] -= size * first_moment[i] / (np.sqrt(second_moment[i] * correction) + np.float32(1e-8))
