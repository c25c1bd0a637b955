"""Metadata are handed out only if they are what was asked for."""

import math
from collections.abc import Callable
from typing import Any

import pytest

from arcwalk.errors import ArcwalkError
from arcwalk.safe_reading.metadata import Metadata
from arcwalk.safe_reading.source import DamageError, Source

SOURCE = Source("some.arcwalk")
TAKEN: dict[str, Callable[[Metadata], object]] = {
    "text": lambda metadata: metadata.text("x"),
    "choice": lambda metadata: metadata.text("x", ("yes", "no")),
    "texts": lambda metadata: metadata.texts("x"),
    "pairs": lambda metadata: metadata.text_lists("x", 2),
    "flag": lambda metadata: metadata.flag("x"),
    "whole": lambda metadata: metadata.whole("x", 0, 5),
    "wholes": lambda metadata: metadata.wholes("x", 0, 5),
    "number": lambda metadata: metadata.number("x", 0, 5),
    "order": lambda metadata: metadata.permutation("x", [0, 1, 2]),
    "part": lambda metadata: metadata.part("x"),
    "parts": lambda metadata: metadata.parts("x"),
}


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("text", "é"),
        ("choice", "no"),
        ("texts", ["a", ""]),
        ("pairs", [["a", "b"], ["c", "d"]]),
        ("flag", False),
        ("whole", 5),
        ("wholes", [0, 5, 5]),
        ("number", 0.5),
        ("number", 5),
        ("order", [2, 0, 1]),
    ],
)
def test_what_is_right_is_handed_out(kind: str, value: object) -> None:
    assert TAKEN[kind](Metadata({"x": value}, SOURCE)) == value


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        *(("text", value) for value in (1, None, ["a"], True, "\ud800")),
        *(("choice", value) for value in ("maybe", "", ["yes"], {})),
        *(("texts", value) for value in ("ab", {"a": 1}, ["a", 1], ["a", None], ["\udcff"], 7)),
        *(("pairs", value) for value in (["ab"], [["a"]], [["a", "b", "c"]], [["a", 1]], "ab")),
        *(("flag", value) for value in (0, 1, "true", None)),
        *(("whole", value) for value in (-1, 6, 10**40, 2.0, True, "2", None, math.nan)),
        *(("wholes", value) for value in ([6], [True], ["1"], [1.0], 1, "12")),
        *(("number", value) for value in (-1, 5.5, True, "1", math.nan, math.inf, 10**400, [1])),
        *(("order", value) for value in ([0, 1], [0, 1, 1], [0, 1, 2, 2], [0, 1, 3])),
        *(("part", value) for value in ([], "x", None, 1)),
        *(("parts", value) for value in ({}, [1], [[]], "x")),
    ],
)
def test_everything_else_is_damage(kind: str, value: object) -> None:
    metadata = Metadata({"y": {"x": value}}, SOURCE).part("y")
    with pytest.raises(ArcwalkError, match=r"^some.arcwalk: the model file is damaged \(metadata/y/x .*train again$"):
        TAKEN[kind](metadata)


@pytest.mark.parametrize("kind", TAKEN)
def test_what_is_missing_is_damage(kind: str) -> None:
    with pytest.raises(ArcwalkError, match="metadata/x is missing"):
        TAKEN[kind](Metadata({}, SOURCE))


@pytest.mark.parametrize("values", [[], "x", None, 3])
def test_facts_have_names(values: Any) -> None:
    with pytest.raises(DamageError, match="metadata is not a list of names and values"):
        Metadata(values, SOURCE)


def test_errors_of_readers_name_the_file_once() -> None:
    with pytest.raises(DamageError) as caught, SOURCE.reading():
        raise ArcwalkError("line 3: odd\n\x1b[2J")
    assert (
        str(caught.value) == "some.arcwalk: the model file is damaged (line 3: odd �[2J); copy it again or train again"
    )
    with pytest.raises(DamageError) as again, SOURCE.reading():
        raise caught.value
    assert again.value is caught.value


def test_messages_stay_short() -> None:
    assert len(str(Source("file").damaged("x" * 10**6))) < 300
