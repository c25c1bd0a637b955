"""Files of arrays: any that safetensors writes can be read, and no other."""

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst
from numpy.typing import NDArray
from safetensors.numpy import save

from arcwalk.safe_reading.json_text import parse_json
from arcwalk.safe_reading.source import MEMORY, DamageError
from arcwalk.safe_reading.tensors import open_tensors, read_arrays

TYPES = ["bool", "f2", "f4", "f8", "u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8"]
ARRAYS = npst.arrays(
    st.sampled_from(TYPES).map(np.dtype), npst.array_shapes(min_dims=1, max_dims=3, min_side=0, max_side=4)
)


@given(st.dictionaries(st.text(max_size=3), ARRAYS, max_size=4))
def test_what_safetensors_writes_is_read(arrays: dict[str, NDArray[Any]]) -> None:
    found = read_arrays(open_tensors(save(arrays, metadata={"a": "b"})), MEMORY)
    assert found.keys() == arrays.keys()
    for name, array in arrays.items():
        assert (found[name].dtype, found[name].shape) == (array.dtype, array.shape)
        assert found[name].tobytes() == array.tobytes()


def file(entries: object, data: bytes = bytes(8)) -> bytes:
    text = entries if isinstance(entries, bytes) else json.dumps(entries).encode()
    return len(text).to_bytes(8, "little") + text + data


def entry(**changes: object) -> dict[str, object]:
    return {"__metadata__": {}, "x": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]} | changes}


def test_the_example_is_right() -> None:
    assert read_arrays(open_tensors(file(entry())), MEMORY)["x"].tolist() == [0, 0]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"1234",
        (1 << 63).to_bytes(8, "little") + b"{}",
        file({}),
        file([]),
        file({"__metadata__": []}),
        file(b'{"__metadata__": {}, "__metadata__": {}}'),
        file(b'{"__metadata__": {"x": NaN}}'),
        file(b'{"__metadata__": \xff}'),
        file(b"[" * 100_000),
        file(b'{"a":' * 100_000),
    ],
    ids=range(11),
)
def test_other_files(data: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        open_tensors(data)


@pytest.mark.parametrize(
    "changes",
    [
        {"dtype": "F8"},
        {"dtype": ["F32"]},
        {"shape": [3]},
        {"shape": [-2]},
        {"shape": [2.0]},
        {"shape": "2"},
        {"shape": [1, 1, 1, 1, 2]},
        {"shape": [0, 2**62], "data_offsets": [0, 0]},
        {"shape": [2**62, 2**62]},
        {"data_offsets": [0, 4]},
        {"data_offsets": [4, 12]},
        {"data_offsets": [-8, 0]},
        {"data_offsets": [8]},
        {"data_offsets": [0, 8, 8]},
        {"data_offsets": [8, 0]},
        {"data_offsets": None},
        {"shape": [1], "data_offsets": [0, 4]},  # a gap at the end
        {"shape": [1], "data_offsets": [4, 8]},  # a gap at the beginning
    ],
    ids=str,
)
def test_arrays_that_cannot_be(changes: dict[str, object]) -> None:
    with pytest.raises(DamageError):
        read_arrays(open_tensors(file(entry(**changes))), MEMORY)


def test_arrays_that_overlap() -> None:
    both = entry() | {"y": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}
    with pytest.raises(DamageError, match="overlap"):
        read_arrays(open_tensors(file(both)), MEMORY)


@pytest.mark.parametrize("text", ['{"a": 1, "a": 2}', "NaN", "[Infinity]", "[" * 10_000, "1" * 5000, "{", ""])
def test_only_json_is_json(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        parse_json(text)
