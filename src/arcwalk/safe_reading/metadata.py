"""Metadata: values by name, as in JSON. Whoever needs one says of which type it must be and within which bounds."""

import math
from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import Any

from arcwalk.safe_reading.source import Source

LONGEST_TEXT = 200_000  # characters: 20 times what the largest template file that ships with arcwalk has
_LARGEST = 1 << 62


class Metadata:
    """Metadata of a file, or of a part of it; one that is missing or wrong raises the error of its source."""

    def __init__(self, values: object, source: Source, location: str = "metadata") -> None:
        """`location` is where the values are, for messages."""
        if not isinstance(values, dict):
            raise source.damaged(f"{location} is not a list of names and values")
        self._values: dict[str, Any] = values
        self.source, self.location = source, location

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def values(self) -> dict[str, Any]:
        """All values, unchecked."""
        return dict(self._values)

    def text(self, name: str, choices: Collection[str] = ()) -> str:
        """A text; one of `choices`, if there are any."""
        value = self._value(name)
        if not isinstance(value, str) or (choices and value not in choices) or not _are_texts([value]):
            raise self.wrong(name, f"one of {', '.join(choices)}" if choices else "text")
        if len(value) > LONGEST_TEXT:
            raise self.wrong(name, f"a text of at most {LONGEST_TEXT:,} characters")
        return value

    def texts(self, name: str) -> list[str]:
        """A list of texts."""
        texts = self._list(name)
        if not _are_texts(texts):
            raise self.wrong(name, "a list of texts")
        return list(texts)

    def text_lists(self, name: str, length: int | None = None) -> list[list[str]]:
        """A list of lists of texts, each of this length."""
        lists = list(self._list(name))
        if not set(map(type, lists)) <= {list, tuple} or not _are_texts(list(chain.from_iterable(lists))):
            raise self.wrong(name, "lists of texts")
        if length is not None and set(map(len, lists)) - {length}:
            raise self.wrong(name, f"lists of {length} texts")
        return lists

    def flag(self, name: str) -> bool:
        """True or false."""
        value = self._value(name)
        if not isinstance(value, bool):
            raise self.wrong(name, "true or false")
        return value

    def whole(self, name: str, least: float = -_LARGEST, most: float = _LARGEST) -> int:
        """A whole number within bounds."""
        value = self._value(name)
        if type(value) is not int or not least <= value <= most:
            raise self.wrong(name, f"a whole number from {least} to {most}")
        return value

    def wholes(self, name: str, least: int, most: int) -> list[int]:
        """A list of whole numbers within bounds."""
        values = self._list(name)
        if any(type(value) is not int or not least <= value <= most for value in values):
            raise self.wrong(name, f"whole numbers from {least} to {most}")
        return list(values)

    def permutation(self, name: str, items: Sequence[int]) -> list[int]:
        """The same whole numbers in any order."""
        values = self.wholes(name, min(items, default=0), max(items, default=0))
        if sorted(values) != sorted(items):
            raise self.wrong(name, f"an order of {len(items)} items")
        return values

    def number(self, name: str, least: float, most: float) -> float:
        """A finite number within bounds."""
        value = self._value(name)
        if type(value) not in (int, float) or not least <= value <= most or math.isinf(value):
            raise self.wrong(name, f"a number from {least:g} to {most:g}")
        return float(value)

    def part(self, name: str) -> "Metadata":
        """Metadata within these."""
        return Metadata(self._value(name), self.source, self._place(name))

    def parts(self, name: str) -> list["Metadata"]:
        """A list of metadata within these."""
        return [Metadata(value, self.source, self._place(name)) for value in self._list(name)]

    def wrong(self, name: str, wanted: str) -> Exception:
        """The error for a value that is not what is wanted."""
        return self.source.damaged(f"{self._place(name)} is not {wanted}")

    def _value(self, name: str) -> Any:
        if name not in self._values:
            raise self.source.damaged(f"{self._place(name)} is missing")
        return self._values[name]

    def _list(self, name: str) -> Sequence[Any]:
        value = self._value(name)
        if not isinstance(value, list | tuple):  # a tuple, if it was never in a file
            raise self.wrong(name, "a list")
        return value

    def _place(self, name: str) -> str:
        return f"{self.location}/{name}"


def _are_texts(values: Sequence[object]) -> bool:
    """Whether all are texts, and files can hold them: JSON also has halves of characters."""
    if not set(map(type, values)) <= {str}:
        return False
    try:
        "\n".join(values).encode()  # type: ignore[arg-type]
    except UnicodeEncodeError:
        return False
    return True
