"""The rows of embeddings that words have, by the codes of their properties."""

import numpy as np

from arcwalk.arrays import Codes, Integers, IntegerTable, Numbers, Starts
from arcwalk.compiled import kernel


@kernel
def embedding_rows(codes: Codes, columns: Numbers, known: Integers, start: Starts) -> IntegerTable:
    """A row for each word and each of the `columns`; values of property i are `known[start[i]:start[i + 1]]`, sorted.

    Before the rows of each property's values is one for all other values.
    """
    rows = np.empty((len(codes), len(columns)), dtype=np.int32)
    for word in range(len(codes)):
        for i in range(len(columns)):
            code = codes[word, columns[i]]
            low, high = start[i], start[i + 1]
            while low < high:
                middle = (low + high) // 2
                if known[middle] < code:
                    low = middle + 1
                else:
                    high = middle
            is_known = low < start[i + 1] and known[low] == code
            rows[word, i] = (low + 1 if is_known else start[i]) + i
    return rows
