"""Names for the arrays that packages pass to each other, each with the type that kernels are compiled for.

A type is declared once, by annotation: mypy reads its first part, `arcwalk.compiled.signatures` its second.
"""

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

LABEL_BITS = 12  # of the code of a label where kernels pack several numbers into one
MOST_LABELS = (1 << LABEL_BITS) - 1  # in a treebank; the last code means none
PADDING = 3  # rows of an encoded sentence besides its words: the root before them, two rows after them


class ArrayType(NamedTuple):
    """An array as a kernel sees it: element type, number of dimensions, and whether it is contiguous."""

    dtype: str
    dimensions: int
    contiguous: bool = True


Booleans = Annotated[NDArray[np.bool_], ArrayType("boolean", 1)]
BooleanTable = Annotated[NDArray[np.bool_], ArrayType("boolean", 2)]

Integers = Annotated[NDArray[np.int32], ArrayType("int32", 1)]
IntegerTable = Annotated[NDArray[np.int32], ArrayType("int32", 2)]
Codes = IntegerTable  # (n + PADDING, columns): an encoded sentence, see `arcwalk.treebank.encoding`
CodeRow = Integers  # (columns,): an encoded word
Heads = Integers  # (n + 1,): a tree, or (k,): candidate heads
Trees = IntegerTable  # (trees, n + 1): the heads of several trees
Labels = Integers  # label codes
Labelings = IntegerTable  # (trees, n + 1): the labels of several trees

Numbers = Annotated[NDArray[np.int64], ArrayType("int64", 1)]
NumberTable = Annotated[NDArray[np.int64], ArrayType("int64", 2)]
Starts = Numbers  # where runs start in another array

Keys = Annotated[NDArray[np.uint32], ArrayType("uint32", 1)]  # hashed conjunctions, or indices into weights
KeyTable = Annotated[NDArray[np.uint32], ArrayType("uint32", 2)]
KeyCube = Annotated[NDArray[np.uint32], ArrayType("uint32", 3)]

Scores = Annotated[NDArray[np.float64], ArrayType("float64", 1)]
ScoreTable = Annotated[NDArray[np.float64], ArrayType("float64", 2)]
ScoreView = Annotated[NDArray[np.float64], ArrayType("float64", 1, contiguous=False)]

Weights = Annotated[NDArray[np.float32], ArrayType("float32", 1)]  # (2^bits,)
WeightTable = Annotated[NDArray[np.float32], ArrayType("float32", 2)]
WeightView = Annotated[NDArray[np.float32], ArrayType("float32", 2, contiguous=False)]
WeightCube = Annotated[NDArray[np.float32], ArrayType("float32", 3)]
WeightStack = Annotated[NDArray[np.float32], ArrayType("float32", 4)]

RandomState = Annotated[NDArray[np.uint64], ArrayType("uint64", 1)]  # (1,)
