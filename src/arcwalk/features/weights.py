"""Weights without their zeros, as model files and checkpoints keep them.

Learning works in single precision and ends with `rounded`, so that a parser finds the same trees before it is saved and
after it is loaded.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Weights

LARGEST = 32768.0
USED, VALUES = ".used", ".values"  # in the names of the two arrays of a packed one


def rounded(weights: Weights, unit: float) -> Weights:
    """The weights in the precision of a model file, in units of the margin used in learning.

    So scores are of similar size whatever the learner and the number of templates. The unit is larger if half precision
    could not hold the largest weight.
    """
    largest = max(float(weights.max()), -float(weights.min()))
    scaled = weights / np.float32(max(unit, largest / LARGEST))
    return scaled.astype(np.float16).astype(np.float32)


def pack(
    weights: Weights, name: str, precision: type[np.float16 | np.float32] = np.float16
) -> dict[str, NDArray[np.generic]]:
    """A sparse array as two: one bit per weight, and the nonzero values; half precision is enough for rounded ones."""
    used = weights != 0
    values = np.compress(used, weights)  # several times as fast as weights[used]
    return {f"{name}{USED}": np.packbits(used), f"{name}{VALUES}": values.astype(precision, copy=False)}


def packed_names(arrays: Mapping[str, NDArray[np.generic]]) -> list[str]:
    """The names of all packed arrays."""
    return [key.removesuffix(USED) for key in arrays if key.endswith(USED)]


def unpack(arrays: Mapping[str, NDArray[np.generic]], name: str) -> Weights:
    """The array that `pack` was given, or a table of that name if it was laid out before."""
    if name in arrays:
        table: Weights = arrays[name]  # type: ignore[assignment]
        return table
    used = np.unpackbits(arrays[f"{name}{USED}"].astype(np.uint8, copy=False))
    weights = np.zeros(len(used), dtype=np.float32)
    weights[np.flatnonzero(used)] = arrays[f"{name}{VALUES}"]
    return weights
