"""The types that kernels are compiled for are those of their annotations."""

from typing import NamedTuple

import numba
import numpy as np
import pytest
from numba import types

from arcwalk.arrays import Booleans, Codes, Scores, ScoreView
from arcwalk.compiled.signatures import numba_type, signature_of


class Inner(NamedTuple):
    scores: Scores
    seed: np.uint64


class Outer(NamedTuple):
    inner: Inner
    codes: Codes
    exact: bool


def example(sentence: Codes, n: int, record: Outer, reach: float, column: ScoreView) -> tuple[Booleans, np.uint32]:
    raise AssertionError(sentence, n, record, reach, column)


def test_a_signature_is_read_off_annotations() -> None:
    inner = types.NamedTuple([numba.float64[::1], numba.uint64], Inner)
    record = types.NamedTuple([inner, numba.int32[:, ::1], numba.boolean], Outer)
    result = types.Tuple((numba.boolean[::1], numba.uint32))
    arguments = (numba.int32[:, ::1], numba.int64, record, numba.float64, numba.float64[:])
    assert signature_of(example) == result(*arguments)


def test_tuples_of_one_type() -> None:
    assert numba_type(tuple[int, int]) == types.UniTuple(numba.int64, 2)


def test_other_types_are_refused() -> None:
    with pytest.raises(TypeError, match="a kernel cannot take or return"):
        numba_type(str)


def test_missing_annotations_are_named() -> None:
    def careless(sentence: Codes, n) -> int:  # type: ignore[no-untyped-def]
        return n + len(sentence)

    with pytest.raises(TypeError, match=r"careless: no annotation for n$"):
        signature_of(careless)
