"""Products of matrices, for the few hundred rows and columns of this network.

Four rows of the right matrix are added to a row of the result at a time: loops that LLVM turns into vector
instructions without changing the order of additions. So results do not depend on the processor, and not on how many
words are computed together, as those of a BLAS do.
"""

import numpy as np

from arcwalk.arrays import Weights, WeightTable
from arcwalk.compiled import inline, kernel

LINE = 16  # numbers in a cache line


@inline
def add_to_row(row: Weights, right: WeightTable, total: Weights, first: int) -> None:
    """total += row @ right, from row `first` of the right matrix on."""
    k = first
    while k + 4 <= len(right):
        a, b, c, d = row[k], row[k + 1], row[k + 2], row[k + 3]
        one, two, three, four = right[k], right[k + 1], right[k + 2], right[k + 3]
        for j in range(len(total)):
            total[j] += a * one[j] + b * two[j] + c * three[j] + d * four[j]
        k += 4
    while k < len(right):
        a, one = row[k], right[k]
        for j in range(len(total)):
            total[j] += a * one[j]
        k += 1


@kernel
def add_product(left: WeightTable, right: WeightTable, out: WeightTable) -> None:
    """out += left @ right. Two rows at a time share what is fetched of the right matrix: a sixth less time."""
    for i in range(0, len(left) - 1, 2):
        row, other, total, other_total = left[i], left[i + 1], out[i], out[i + 1]
        k = 0
        while k + 4 <= len(right):
            a, b, c, d = row[k], row[k + 1], row[k + 2], row[k + 3]
            p, q, r, s = other[k], other[k + 1], other[k + 2], other[k + 3]
            one, two, three, four = right[k], right[k + 1], right[k + 2], right[k + 3]
            for j in range(len(total)):
                total[j] += a * one[j] + b * two[j] + c * three[j] + d * four[j]
                other_total[j] += p * one[j] + q * two[j] + r * three[j] + s * four[j]
            k += 4
        add_to_row(row, right, total, k)
        add_to_row(other, right, other_total, k)
    if len(left) % 2:
        add_to_row(left[len(left) - 1], right, out[len(left) - 1], 0)


@kernel
def transposed(matrix: WeightTable) -> WeightTable:
    """The transpose, contiguous."""
    rows, columns = matrix.shape
    out = np.empty((columns, rows), dtype=np.float32)
    for first in range(0, rows, LINE):  # so that whole cache lines are written
        last = min(first + LINE, rows)
        for j in range(columns):
            for i in range(first, last):
                out[j, i] = matrix[i, j]
    return out


@inline
def project(states: WeightTable, layer: WeightTable, bias: Weights, out: WeightTable) -> None:
    """out = states @ layer + bias."""
    for i in range(len(out)):
        out[i] = bias
    add_product(states, layer, out)
