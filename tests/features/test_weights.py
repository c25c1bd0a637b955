import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from arcwalk.arrays import Weights
from arcwalk.features.weights import LARGEST, pack, rounded, unpack

learned = arrays.arrays(
    np.float32,
    st.integers(3, 8).map(lambda bits: 1 << bits),
    elements=st.one_of(st.just(0.0), st.floats(-(2.0**20), 2.0**20, width=32).filter(lambda x: abs(x) > 1e-6)),
)


@given(learned)
def test_rounded_weights_survive_a_file(weights: Weights) -> None:
    kept = rounded(weights, 3.0)
    packed = pack(kept, "x")
    restored = unpack(packed, "x")
    assert restored.dtype == np.float32
    np.testing.assert_array_equal(restored, kept)


@given(learned)
def test_rounding_measures_in_units_and_keeps_half_precision(weights: Weights) -> None:
    np.testing.assert_allclose(rounded(weights, 64.0), weights / 64, rtol=2**-10, atol=2**-24)


@given(learned)
def test_no_unit_is_too_small(weights: Weights) -> None:
    assert np.abs(rounded(weights, 1e-6)).max() <= LARGEST


@given(learned)
def test_rounding_twice_changes_nothing(weights: Weights) -> None:
    kept = rounded(weights, 100.0)
    np.testing.assert_array_equal(rounded(kept, 1.0), kept)


@given(learned)
def test_only_what_is_not_zero_is_stored(weights: Weights) -> None:
    kept = rounded(weights, 100.0)
    packed = pack(kept, "x")
    assert packed["x.used"].nbytes == len(weights) // 8
    assert packed["x.values"].nbytes == 2 * np.count_nonzero(kept)


def test_names_keep_weights_apart() -> None:
    first, second = np.zeros(8, np.float32), np.ones(16, np.float32)
    packed = pack(first, "a") | pack(second, "b")
    np.testing.assert_array_equal(unpack(packed, "a"), first)
    np.testing.assert_array_equal(unpack(packed, "b"), second)
