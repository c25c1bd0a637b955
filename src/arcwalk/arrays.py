"""Names for the arrays that rooms pass to each other."""

import numpy as np
from numpy.typing import NDArray

Booleans = NDArray[np.bool_]
Codes = NDArray[np.int32]  # (n + 3, columns): an encoded sentence, see `arcwalk.treebank.encoding`; or a stack of two
Heads = NDArray[np.int32]  # (n + 1,): a tree, or (k,): candidate heads
Labels = NDArray[np.int32]  # label codes
Integers = NDArray[np.int32]
Numbers = NDArray[np.int64]
Starts = NDArray[np.int64]  # where runs begin in another array
Keys = NDArray[np.uint32]  # hashed conjunctions, or indices into weights
Scores = NDArray[np.float64]  # (k,), aligned with candidate heads
Weights = NDArray[np.float32]  # (2^bits,)
