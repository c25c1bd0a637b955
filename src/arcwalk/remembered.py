"""Functions of texts that remember their values: most texts come again, but a file can have any number of others."""

from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")

LONGEST = 1000  # characters of a text that is kept


class _Memory(dict[str, Value]):
    """The values of the texts seen so far."""

    def __init__(self, function: Callable[[str], Value], most: int) -> None:
        self._function, self._most = function, most

    def __missing__(self, text: str) -> Value:
        value = self._function(text)
        if len(text) <= LONGEST:
            if len(self) >= self._most:
                self.clear()
            self[text] = value
        return value


def remembered(most: int) -> Callable[[Callable[[str], Value]], Callable[[str], Value]]:
    """A function that remembers its last values, at most so many, and none of a long text."""
    return lambda function: _Memory(function, most).__getitem__  # as fast as `functools.lru_cache`
