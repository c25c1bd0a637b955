"""Arrays by name. Whoever needs one says of which type, of which shape and within which bounds it must be."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from arcwalk.arrays import Weights
from arcwalk.safe_reading.source import Source

ANY = -1
"""In a shape: any length."""

Bound = float | NDArray[Any] | None


class StoredArrays:
    """Arrays of a file, or of a part of it; one that is missing or wrong raises the error of its source."""

    def __init__(
        self, arrays: Mapping[str, NDArray[Any]], source: Source, tables: Mapping[str, Weights] | None = None
    ) -> None:
        """`tables` are weights that are laid out, and so have been checked."""
        self._arrays, self._tables = dict(arrays), dict(tables or {})
        self.source = source

    def __contains__(self, name: str) -> bool:
        return name in self._arrays

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def under(self, prefix: str) -> "StoredArrays":
        """Those whose names start with the prefix, named without it."""
        own, tables = (
            {name.removeprefix(prefix): array for name, array in each.items() if name.startswith(prefix)}
            for each in (self._arrays, self._tables)
        )
        return StoredArrays(own, self.source, tables)

    def copies(self, without: Collection[str] = ()) -> dict[str, NDArray[Any]]:
        """Copies of all arrays but some, unchecked, but independent of the file."""
        return {name: array.copy() for name, array in self._arrays.items() if name not in without}

    def take(
        self, name: str, dtype: DTypeLike, shape: tuple[int, ...], least: Bound = None, most: Bound = None
    ) -> NDArray[Any]:
        """An array of this type and shape with finite numbers, from `least` to `most` where these are given."""
        array = self._arrays.get(name)
        if array is None:
            raise self.source.damaged(f"the array {name} is missing")
        if array.dtype != dtype:
            raise self.source.damaged(f"the array {name} is of type {array.dtype}, not {np.dtype(dtype)}")
        if len(array.shape) != len(shape) or any(
            wanted not in (ANY, length) for wanted, length in zip(shape, array.shape, strict=True)
        ):
            expected = " × ".join("n" if length == ANY else str(length) for length in shape)
            raise self.source.damaged(f"the array {name} has the shape {array.shape}, not {expected}")
        if not _is_within(array, least, most):
            raise self.source.damaged(f"the array {name} has numbers out of range")
        return np.require(array, requirements=("C", "A"))

    def table(self, name: str, least: int = 1) -> Weights:
        """Weights that are laid out, at least so many."""
        table = self._tables.get(name)
        if table is None or len(table) < least:
            raise self.source.damaged(f"the weights {name} are missing, or too few")
        return table


def _is_within(array: NDArray[Any], least: Bound, most: Bound) -> bool:
    if array.dtype == np.bool_ and array.size:
        return bool(array.view(np.uint8).max() <= 1)
    if array.dtype == np.float16:
        return not bool((array.view(np.uint16) & 0x7C00 == 0x7C00).any())  # several times as fast as isfinite
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        return False
    return (least is None or bool((array >= least).all())) and (most is None or bool((array <= most).all()))
