"""Products of matrices, for the few hundred rows and columns of these networks.

Each sum is computed in the order of its products. So results do not depend on the processor, and not on how many words
are computed together, as those of a BLAS do.
"""

import numpy as np

from arcwalk.arrays import Weights, WeightTable, WeightView
from arcwalk.compiled import inline, kernel
from arcwalk.compiled.tiles import add_tile

LINE = 16  # numbers in a cache line


@kernel
def add_product(left: WeightTable, right: WeightTable, out: WeightTable) -> None:
    """out += left @ right."""
    add_tiles(left, right, out)


@kernel
def add_transposed_product(left: WeightTable, right: WeightTable, out: WeightTable) -> None:
    """out += left.T @ right."""
    add_tiles(left.T, right, out)


@inline
def add_tiles(left: WeightView, right: WeightTable, out: WeightTable) -> None:
    """out += left @ right, in tiles that fit into the vector registers of AVX2; larger ones gain little elsewhere."""
    rows, columns = out.shape
    for j in range(0, columns, 16):
        i = 0
        while i + 6 <= rows:
            add_tile(left, right, out, i, j, 6, 16)
            i += 6
        if i + 4 <= rows:
            add_tile(left, right, out, i, j, 4, 16)
            i += 4
        if i + 2 <= rows:
            add_tile(left, right, out, i, j, 2, 16)
    if rows % 2:
        for j in range(0, columns, 64):
            add_tile(left, right, out, rows - 1, j, 1, 64)


@kernel
def transposed(matrix: WeightTable) -> WeightTable:
    """The transpose, contiguous."""
    rows, columns = matrix.shape
    out = np.empty((columns, rows), dtype=np.float32)
    whole = rows // LINE * LINE
    for first in range(0, whole, LINE):  # so that whole cache lines are written, and LLVM knows how many numbers
        for j in range(columns):
            for i in range(LINE):
                out[j, first + i] = matrix[first + i, j]
    for i in range(whole, rows):
        for j in range(columns):
            out[j, i] = matrix[i, j]
    return out


@inline
def project(states: WeightTable, layer: WeightTable, bias: Weights, out: WeightTable) -> None:
    """out = states @ layer + bias."""
    for i in range(len(out)):
        out[i] = bias
    add_product(states, layer, out)
