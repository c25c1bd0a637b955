"""Sums of products, a tile at a time: a few rows and columns of a matrix that stay in vector registers meanwhile.

LLVM does not find this in loops by itself: it would write each sum to memory and read it back for every product. Here
it is in plain Python; `vector_code` has the instructions, which are compiled in its place.
"""

from collections.abc import Callable
from typing import Any

from arcwalk.arrays import WeightTable, WeightView


def add_tile(left: WeightView, right: WeightTable, out: WeightTable, i: int, j: int, rows: int, columns: int) -> None:
    """Add to a tile of `out` that of the product of left and right; it begins at row i and column j.

    Columns beyond the last of `out` are left out. Every sum is computed in the order of the products, so that it is the
    same to the last bit whatever the size of the tile. `rows` and `columns` are constants.
    """
    end = min(j + columns, out.shape[1])
    for row in range(i, i + rows):
        total = out[row, j:end]
        for k in range(len(right)):
            factor, factors = left[row, k], right[k, j:end]
            for column in range(len(total)):
                total[column] += factor * factors[column]


def tile_code(
    left: Any,  # noqa: ARG001
    right: Any,  # noqa: ARG001
    out: Any,  # noqa: ARG001
    i: Any,  # noqa: ARG001
    j: Any,  # noqa: ARG001
    rows: Any,
    columns: Any,
) -> Callable[..., None] | None:
    """What Numba compiles in place of a call of `add_tile`, given the types of its arguments."""
    from arcwalk.compiled.vector_code import add_products  # which needs Numba, and a version that was tested

    if not (hasattr(rows, "literal_value") and hasattr(columns, "literal_value")):
        return None
    add = add_products(rows.literal_value, columns.literal_value)
    return lambda left, right, out, i, j, rows, columns: add(left, right, out, i, j)  # noqa: ARG005
