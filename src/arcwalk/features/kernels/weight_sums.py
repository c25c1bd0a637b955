"""Sums of weights, where all parsers spend most of their time: it is spent waiting for memory.

Additions of floating-point numbers in a row wait for each other, so each sum is taken in four parts, which do not.
Weights of trained models are rounded to half precision, so their sums are exact in any order.
"""

import numpy as np

from arcwalk.arrays import Keys, Weights
from arcwalk.compiled import inline


@inline
def sum_weights(weights: Weights, indices: Keys, count: int, label: np.uint32) -> float:
    """The sum of the weights at the first `count` indices, each index ^ label."""
    one, two, three, four = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4)
    end = np.uint64(count)
    i = np.uint64(0)
    a = b = c = d = np.float64(0.0)
    while i + three < end:
        a += weights[indices[i] ^ label]
        b += weights[indices[i + one] ^ label]
        c += weights[indices[i + two] ^ label]
        d += weights[indices[i + three] ^ label]
        i += four
    while i < end:
        a += weights[indices[i] ^ label]
        i += one
    return (a + b) + (c + d)
