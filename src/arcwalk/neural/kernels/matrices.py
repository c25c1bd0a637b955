"""Products of matrices, for the few hundred rows and columns of this network.

Four rows of the right matrix are added to a row of the result at a time: loops that LLVM turns into vector
instructions without changing the order of additions. So results do not depend on the processor, and not on how many
words are computed together, as those of a BLAS do.
"""

import numpy as np

from arcwalk.arrays import WeightTable
from arcwalk.compiled import kernel


@kernel
def add_product(left: WeightTable, right: WeightTable, out: WeightTable) -> None:
    """out += left @ right."""
    for i in range(len(left)):
        row, total = left[i], out[i]
        k = 0
        while k + 4 <= len(right):
            a, b, c, d = row[k], row[k + 1], row[k + 2], row[k + 3]
            first, second, third, fourth = right[k], right[k + 1], right[k + 2], right[k + 3]
            for j in range(len(total)):
                total[j] += a * first[j] + b * second[j] + c * third[j] + d * fourth[j]
            k += 4
        while k < len(right):
            a, first = row[k], right[k]
            for j in range(len(total)):
                total[j] += a * first[j]
            k += 1


@kernel
def transposed(matrix: WeightTable) -> WeightTable:
    """The transpose, contiguous."""
    rows, columns = matrix.shape
    out = np.empty((columns, rows), dtype=np.float32)
    for i in range(rows):
        for j in range(columns):
            out[j, i] = matrix[i, j]
    return out
