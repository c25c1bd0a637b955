"""JSON as the standard has it: no NaN, no infinity, each name once."""

import json
from typing import Any


def parse_json(text: str) -> Any:
    """The value of a text in JSON; `ValueError` if it is not JSON, or nested too deeply."""
    try:
        return json.loads(text, object_pairs_hook=_distinct, parse_constant=_refuse)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ValueError("a name occurs twice")
    return values


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not a number in JSON")
