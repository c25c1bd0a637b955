"""Names for the arrays that rooms pass to each other, each with the type that kernels see.

An annotation is all that is ever said about a type: mypy reads the first part, `arcwalk.signatures` the second.
"""

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray


class Layout(NamedTuple):
    """How a kernel sees an array: its element type, its dimensions, and whether its elements are contiguous."""

    dtype: str
    dimensions: int
    contiguous: bool = True


Booleans = Annotated[NDArray[np.bool_], Layout("boolean", 1)]
BooleanTable = Annotated[NDArray[np.bool_], Layout("boolean", 2)]

Integers = Annotated[NDArray[np.int32], Layout("int32", 1)]
IntegerTable = Annotated[NDArray[np.int32], Layout("int32", 2)]
Codes = IntegerTable  # (n + 3, columns): an encoded sentence, see `arcwalk.treebank.encoding`
CodeRow = Integers  # (columns,): an encoded word
Heads = Integers  # (n + 1,): a tree, or (k,): candidate heads
Trees = IntegerTable  # (trees, n + 1): the heads of several trees
Labels = Integers  # label codes
Labelings = IntegerTable  # (trees, n + 1): the labels of several trees

Numbers = Annotated[NDArray[np.int64], Layout("int64", 1)]
NumberTable = Annotated[NDArray[np.int64], Layout("int64", 2)]
Starts = Numbers  # where runs begin in another array

Keys = Annotated[NDArray[np.uint32], Layout("uint32", 1)]  # hashed conjunctions, or indices into weights
KeyTable = Annotated[NDArray[np.uint32], Layout("uint32", 2)]
KeyCube = Annotated[NDArray[np.uint32], Layout("uint32", 3)]

Scores = Annotated[NDArray[np.float64], Layout("float64", 1)]
ScoreTable = Annotated[NDArray[np.float64], Layout("float64", 2)]
ScoreView = Annotated[NDArray[np.float64], Layout("float64", 1, contiguous=False)]

Weights = Annotated[NDArray[np.float32], Layout("float32", 1)]  # (2^bits,)
WeightTable = Annotated[NDArray[np.float32], Layout("float32", 2)]

RandomState = Annotated[NDArray[np.uint64], Layout("uint64", 1)]  # (1,)
