"""What the page sends, checked before anything is done."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from arcwalk.annotate.project import Draft
from arcwalk.service.body_reader import decoded
from arcwalk.service.errors import Refusal
from arcwalk.service.parsing import json_object
from arcwalk.treebank.annotation.state import State

LONGEST_NAME = 100  # characters
MOST_NEIGHBORS = 2  # sentences that a save takes or makes


def json_body(content_type: str, body: bytes) -> dict[str, Any]:
    """The object in a body. Its type is demanded because pages elsewhere cannot send it without asking first."""
    if content_type.partition(";")[0].strip().lower() != "application/json":
        raise Refusal(415, "this is not JSON; send Content-Type: application/json")
    return json_object(decoded(body, "the request"))


@dataclass(frozen=True)
class SaveRequest:
    """Who saves what in the place of which sentences."""

    who: str
    replaces: list[tuple[int, str]]  # numbers and versions
    drafts: list[Draft]

    @classmethod
    def read(cls, content_type: str, body: bytes) -> "SaveRequest":
        """Read JSON; wrong types are refused."""
        given = json_body(content_type, body)
        who = _value(given, "who", str).strip()
        if not 0 < len(who) <= LONGEST_NAME or not who.isprintable():
            raise Refusal(400, f"who: give a name of 1 to {LONGEST_NAME} characters")
        replaces = [(_value(each, "id", int), _value(each, "version", str)) for each in _objects(given, "replaces")]
        drafts = []
        for each in _objects(given, "sentences"):
            state = _value(each, "state", str)
            if state not in get_args(State):
                raise Refusal(400, f"state: choose one of {', '.join(get_args(State))}")
            drafts.append(Draft(text_of(each), state))
        return cls(who, replaces, drafts)


def text_of(given: Mapping[str, Any]) -> str:
    """The field `conllu`, with whole characters only."""
    text: str = _value(given, "conllu", str)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Refusal(400, "conllu: there is half of a surrogate pair; send whole characters") from None
    return text


def _objects(given: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    values: list[dict[str, Any]] = _value(given, name, list)
    if not 1 <= len(values) <= MOST_NEIGHBORS or not all(isinstance(value, dict) for value in values):
        raise Refusal(400, f"{name}: give a list of one or two objects")
    return values


_NAMES = {str: "a string", int: "an integer", list: "a list"}


def _value(given: Mapping[str, Any], name: str, kind: type) -> Any:
    if name not in given:
        raise Refusal(400, f"the field {name} is missing")
    if type(given[name]) is not kind:
        raise Refusal(400, f"{name}: expected {_NAMES[kind]}")
    return given[name]


def number(parameters: Mapping[str, str], name: str, least: int, most: int, default: int | None = None) -> int:
    """A number in the query of a request."""
    text = parameters.get(name, "" if default is None else str(default))
    if not text.isascii() or not text.isdecimal() or len(text) > 18 or not least <= int(text) <= most:
        raise Refusal(400, f"{name}: give a number from {least} to {most}")
    return int(text)
