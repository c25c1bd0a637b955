"""Weights without their zeros, as model files and checkpoints keep them.

Learning works in single precision and ends with `rounded`, so that a parser finds the same trees before it is saved and
after it is loaded.
"""

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Weights
from arcwalk.safe_reading.arrays import ANY, StoredArrays

LARGEST = 32768.0
LEAST_BITS, MOST_BITS = 10, 24  # log2 of the size of a table
MOST_WEIGHTS = 5 << MOST_BITS  # in all tables of a model: four of the largest and those of its tagger, 320 MB
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


def packed_names(names: Iterable[str]) -> list[str]:
    """The names of all packed arrays among the names of arrays."""
    return [key.removesuffix(USED) for key in names if key.endswith(USED)]


def unpack(arrays: Mapping[str, NDArray[np.generic]], name: str) -> Weights:
    """The array that `pack` was given."""
    used = np.unpackbits(arrays[f"{name}{USED}"].astype(np.uint8, copy=False))
    weights = np.zeros(len(used), dtype=np.float32)
    weights[np.flatnonzero(used)] = arrays[f"{name}{VALUES}"]
    return weights


def require_size(arrays: StoredArrays, names: Iterable[str]) -> None:
    """Raise if the packed arrays of a file would be too large together."""
    total = sum(8 * arrays.take(f"{name}{USED}", np.uint8, (ANY,)).size for name in names)
    if total > MOST_WEIGHTS:
        raise arrays.source.damaged(f"it has {total:,} weights, more than {MOST_WEIGHTS:,}")


def take_packed(
    arrays: StoredArrays, name: str, precision: type[np.float16 | np.float32]
) -> dict[str, NDArray[np.generic]]:
    """The two arrays of a packed one in a file, which fit together; its size is a power of two, or it is empty."""
    used = arrays.take(f"{name}{USED}", np.uint8, (ANY,))
    if 8 * len(used) > 1 << MOST_BITS:
        raise arrays.source.damaged(f"the table of weights {name} is larger than table_bits={MOST_BITS} allows")
    if len(used) and 8 * len(used) not in [1 << bits for bits in range(LEAST_BITS, MOST_BITS + 1)]:
        raise arrays.source.damaged(f"the weights {name} have a size that no table has")
    count = int(np.bitwise_count(used).sum(dtype=np.int64))
    return {f"{name}{USED}": used, f"{name}{VALUES}": arrays.take(f"{name}{VALUES}", precision, (count,))}


def take_weights(
    arrays: StoredArrays, name: str, size: int, precision: type[np.float16 | np.float32] = np.float16
) -> Weights:
    """The array of this size in a file, as it was before it was packed."""
    weights = unpack(take_packed(arrays, name, precision), name)
    if len(weights) != size:
        raise arrays.source.damaged(f"the weights {name} have {len(weights)} numbers, not {size}")
    return weights
