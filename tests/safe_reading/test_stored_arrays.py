"""Arrays are handed out only if they are what was asked for."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from arcwalk.safe_reading.arrays import ANY, StoredArrays
from arcwalk.safe_reading.source import DamageError, Source

SOURCE = Source("some.arcwalk")
NUMBERS = np.arange(12, dtype=np.int32).reshape(3, 4)


def stored(array: NDArray[Any]) -> StoredArrays:
    return StoredArrays({"x": array}, SOURCE)


def test_what_is_right_is_handed_out() -> None:
    for shape in ((3, 4), (ANY, 4), (ANY, ANY)):
        assert stored(NUMBERS).take("x", np.int32, shape, 0, 11) is NUMBERS
    assert stored(NUMBERS).take("x", np.int32, (3, 4), np.arange(4), np.array([8, 9, 10, 11])) is NUMBERS


@pytest.mark.parametrize(
    ("dtype", "shape", "bounds"),
    [
        (np.int64, (3, 4), ()),
        (np.uint32, (3, 4), ()),
        (np.int32, (4, 3), ()),
        (np.int32, (12,), ()),
        (np.int32, (3, 4, ANY), ()),
        (np.int32, (3, 4), (1, 11)),
        (np.int32, (3, 4), (0, 10)),
        (np.int32, (3, 4), (0, np.array([8, 9, 10, 10]))),
    ],
)
def test_everything_else_is_damage(dtype: type, shape: tuple[int, ...], bounds: tuple[Any, ...]) -> None:
    with pytest.raises(DamageError, match=r"^some.arcwalk: the model file is damaged \(the array x "):
        stored(NUMBERS).take("x", dtype, shape, *bounds)


def test_what_is_missing_is_damage() -> None:
    with pytest.raises(DamageError, match="the array y is missing"):
        stored(NUMBERS).take("y", np.int32, (3, 4))
    with pytest.raises(DamageError, match="the weights x are missing"):
        stored(NUMBERS).table("x")


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
def test_numbers_are_finite(dtype: type, wrong: float) -> None:
    numbers = np.array([0.0, -1.5, np.finfo(dtype).max, np.finfo(dtype).tiny], dtype=dtype)
    assert stored(numbers).take("x", dtype, (4,)) is numbers
    with pytest.raises(DamageError, match="out of range"):
        stored(np.append(numbers, dtype(wrong))).take("x", dtype, (5,))


def test_booleans_are_zero_or_one() -> None:
    flags = np.array([0, 1, 2], dtype=np.uint8).view(np.bool_)
    assert stored(flags[:2]).take("x", np.bool_, (2,)).tolist() == [False, True]
    with pytest.raises(DamageError, match="out of range"):
        stored(flags).take("x", np.bool_, (3,))


def test_arrays_are_handed_out_as_kernels_need_them() -> None:
    misaligned = np.zeros(17, dtype=np.uint8)[1:].view(np.float64)
    strided = np.zeros((4, 4))[:, 1]
    for array in (misaligned, strided):
        taken = stored(array).take("x", np.float64, array.shape)
        assert taken.flags.aligned
        assert taken.flags.c_contiguous
