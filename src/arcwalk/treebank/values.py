"""What the lines and columns of a treebank may hold: one definition for what is read, checked and written."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from arcwalk.files.flaws import UNFIT, Flaw, without_ending
from arcwalk.treebank.formats import Format

BYTE_ORDER_MARK = "\ufeff"
NOT_ROWS = "#\r\n\t \ufeff"  # a line that starts with anything else has columns

Value = TypeVar("Value")

_LONG = 1000  # words of a sentence that is rare
_EMPTY = re.compile("\t[\t\r\n]")


def flaw_of_row(line: str, format: Format) -> Flaw | None:
    """An empty column of a line that has as many columns as it should; an empty ID is none."""
    values = cells(line)
    for column, value in enumerate(values):
        if not value and column != format.id and format.fits(len(values)):
            name = format.name(column)
            return Flaw("empty-column", f"{name} is empty", "write _ where there is no value", name)
    return None


def flaw_of_comment(line: str, format: Format) -> Flaw | None:
    """A word that is taken for a comment, where the first column is not ID."""
    if format.id > 0 and line.startswith("#") and format.fits(len(cells(line))):
        message = f"the line is a comment, but has {len(format.names)} columns"
        return Flaw("comment", message, "put ID first in # global.columns and in all lines")
    return None


def is_sound(text: str) -> bool:
    """Whether all lines of a sentence without header are free of flaws; if False, each has to be looked at.

    An ID that is empty is none.
    """
    if "\r" in text and text.count("\r") != text.count("\r\n"):
        return False
    if _EMPTY.search(text) or text.endswith("\t"):
        return False
    try:
        return b"\0" not in text.encode()
    except UnicodeEncodeError:
        return False


def require_text(values: Iterable[str]) -> None:
    """Raise for text that cannot be part of a line."""
    values = list(values)
    if UNFIT.search("".join(values)):
        value = next(filter(UNFIT.search, values))
        unfit = "a tab or a line break, a null character or half of a surrogate pair"
        raise ValueError(f"{value!r}: a value may not contain {unfit}")


def require_values(values: Iterable[str]) -> None:
    """Raise for text that cannot be a column."""
    values = set(values)
    if "" in values:
        raise ValueError("a value may not be empty; write _ for none")
    require_text(values)


def as_value(text: str) -> str:
    """Any text as the value of a column: line breaks and other white space as single spaces."""
    return UNFIT.sub("\ufffd", " ".join(text.split())) or "_"


def is_row(line: str) -> bool:
    """Whether a line has columns: it is neither a comment nor blank."""
    if line[0] not in NOT_ROWS:
        return True
    text = line.removeprefix(BYTE_ORDER_MARK)
    return not text.startswith("#") and text.strip(" \t\r\n") != ""


def without_mark(lines: Sequence[str]) -> Sequence[str]:
    """The lines without the byte order mark that some editors write at the start of a file."""
    if lines and lines[0].startswith(BYTE_ORDER_MARK):
        return [lines[0].removeprefix(BYTE_ORDER_MARK), *lines[1:]]
    return lines


def cells(line: str) -> list[str]:
    """The columns of a line."""
    return without_ending(line).split("\t")


def identifier(line: str, format: Format) -> str:
    """The ID of a line with columns; empty if it has none."""
    text = line.removeprefix(BYTE_ORDER_MARK)
    if format.id == 0:
        return text.partition("\t")[0]
    row = cells(text)
    return row[format.id] if format.id < len(row) else ""


def _once_for_each_length(function: Callable[[int], Value]) -> Callable[[int], Value]:
    """The function of the length of a sentence, with a memory for all lengths that occur often."""
    known = lru_cache(maxsize=256)(function)
    return lambda n: known(n) if n <= _LONG else function(n)


@_once_for_each_length
def numerals(n: int) -> tuple[str, ...]:
    """The IDs of `n` words."""
    return tuple(map(str, range(1, n + 1)))


@_once_for_each_length
def numbers(n: int) -> dict[str, int]:
    """The values of HEAD in a sentence of `n` words, as numbers."""
    return {"0": 0, **{numeral: word for word, numeral in enumerate(numerals(n), 1)}}


@_once_for_each_length
def head_values(n: int) -> dict[int, str]:
    """The heads in a sentence of `n` words, as values of HEAD."""
    return {-1: "_", **{word: numeral for numeral, word in numbers(n).items()}}
