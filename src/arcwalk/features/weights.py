"""Weights on disk: half precision, nonzero ones only.

Learning works in single precision and ends with `rounded`, so that a parser finds the same trees before it is saved and
after it is loaded.
"""

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Weights

LARGEST = 32768.0


def rounded(weights: Weights, unit: float) -> Weights:
    """The weights in the precision of a model file, in units of the margin used in learning.

    So scores are of similar size whatever the learner and the number of templates. The unit is larger if half precision
    could not hold the largest weight.
    """
    unit = max(unit, float(np.abs(weights).max()) / LARGEST)
    return (weights / np.float32(unit)).astype(np.float16).astype(np.float32)


def pack(weights: Weights, name: str) -> dict[str, NDArray[np.generic]]:
    """A sparse array as two: one bit per weight, and the nonzero values."""
    used = weights != 0
    return {f"{name}.used": np.packbits(used), f"{name}.values": weights[used].astype(np.float16)}


def unpack(arrays: dict[str, NDArray[np.generic]], name: str) -> Weights:
    """The array that `pack` was given."""
    used = np.unpackbits(arrays[f"{name}.used"].astype(np.uint8)).astype(bool)
    weights = np.zeros(len(used), dtype=np.float32)
    weights[used] = arrays[f"{name}.values"]
    return weights
