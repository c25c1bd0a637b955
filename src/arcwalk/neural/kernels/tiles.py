"""Sums of products, a tile at a time: a few rows and columns of a matrix that stay in vector registers meanwhile.

LLVM does not find this in loops by itself: it would write each sum to memory and read it back for every product.
"""

from collections.abc import Callable
from typing import Any

from numba import types
from numba.extending import overload

from arcwalk.arrays import WeightTable, WeightView
from arcwalk.compiled.tested_numba import is_tested


def add_tile(left: WeightView, right: WeightTable, out: WeightTable, i: int, j: int, rows: int, columns: int) -> None:
    """Add to a tile of `out` that of the product of left and right; it begins at row i and column j.

    Columns beyond the last of `out` are left out. Every sum is computed in the order of the products, so that it is the
    same to the last bit whatever the size of the tile. `rows` and `columns` are constants.
    """
    for row in range(i, i + rows):
        for column in range(j, min(j + columns, out.shape[1])):
            total = out[row, column]
            for k in range(len(right)):
                total += left[row, k] * right[k, column]
            out[row, column] = total


@overload(add_tile, strict=False, prefer_literal=True)
def _add_tile_compiled(
    left: Any,  # noqa: ARG001
    right: Any,  # noqa: ARG001
    out: Any,  # noqa: ARG001
    i: Any,  # noqa: ARG001
    j: Any,  # noqa: ARG001
    rows: Any,
    columns: Any,
) -> Callable[..., None] | None:
    if not is_tested():
        return add_tile
    if not (isinstance(rows, types.IntegerLiteral) and isinstance(columns, types.IntegerLiteral)):
        return None
    from arcwalk.compiled.vector_code import add_products

    add = add_products(rows.literal_value, columns.literal_value)
    return lambda left, right, out, i, j, rows, columns: add(left, right, out, i, j)  # noqa: ARG005
