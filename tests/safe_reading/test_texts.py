"""Long lists of texts as arrays."""

import json
from typing import Any

import numpy as np
import pytest

from arcwalk.safe_reading.source import MEMORY, DamageError
from arcwalk.safe_reading.texts import with_long_lists, without_long_lists

LONG = [f"word {i} é\t|" for i in range(101)]


@pytest.mark.parametrize(
    ("value", "count"),
    [
        ({"a": LONG, "b": {"c": [LONG, ["x"], LONG[:100]]}, "d": 3}, 2),
        ({"a": ["", *LONG, ""]}, 1),
        ({"a": [*LONG, "line\nbreak"]}, 0),
        ({"a": [*LONG, 7], "b": [LONG[:2]] * 200, "c": []}, 0),
        ({"a": [""] * 200}, 1),
        ({"a": {"@texts": ["b"]}}, 0),  # a tag can have any name
    ],
)
def test_lists_survive(value: dict[str, Any], count: int) -> None:
    arrays: dict[str, Any] = {}
    short = json.loads(json.dumps(without_long_lists(value, arrays)))
    assert len(arrays) == count
    assert with_long_lists(short, arrays, MEMORY) == value
    assert not arrays


def test_each_array_is_one_list() -> None:
    """Otherwise, a small file could ask for its texts any number of times."""
    arrays: dict[str, Any] = {}
    short = without_long_lists({"a": LONG}, arrays)
    with pytest.raises(DamageError, match="a list of texts is missing"):
        with_long_lists({"b": [short["a"], short["a"]]}, arrays, MEMORY)


@pytest.mark.parametrize(
    "arrays", [{}, {"texts.0": np.zeros(3)}, {"texts.0": np.array([0xFF], dtype=np.uint8)}, {"texts.1": np.zeros(1)}]
)
@pytest.mark.parametrize("place", [0, -1, 10**30])
def test_damage(arrays: dict[str, Any], place: int) -> None:
    with pytest.raises(DamageError, match="a list of texts is"):
        with_long_lists({"a": {"@texts": place}}, arrays, MEMORY)
