"""Weights on disk: half precision, and only those that are not zero.

Learning works in single precision and ends with `rounded`, so a parser gives the same trees before it is
saved and after it is loaded.
"""

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Weights

LARGEST = 32768.0


def rounded(weights: Weights, unit: float) -> Weights:
    """The weights as a model file can hold them, measured in units of the lead that learning asked for.

    So scores have a like size whatever the learner and the number of templates. The unit grows where half precision
    could not hold the largest weight.
    """
    unit = max(unit, float(np.abs(weights).max()) / LARGEST)
    return (weights / np.float32(unit)).astype(np.float16).astype(np.float32)


def pack(weights: Weights, name: str) -> dict[str, NDArray[np.generic]]:
    """Two arrays in place of a sparse one: a bit for every weight, and the values that are not zero."""
    used = weights != 0
    return {f"{name}.used": np.packbits(used), f"{name}.values": weights[used].astype(np.float16)}


def unpack(arrays: dict[str, NDArray[np.generic]], name: str) -> Weights:
    """What `pack` was given."""
    used = np.unpackbits(arrays[f"{name}.used"].astype(np.uint8)).astype(bool)
    weights = np.zeros(len(used), dtype=np.float32)
    weights[used] = arrays[f"{name}.values"]
    return weights
