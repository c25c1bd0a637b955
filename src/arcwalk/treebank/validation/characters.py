"""What values are made of: no empty cells, whitespace only where it may be, and characters in one encoding."""

import re
from collections.abc import Iterator
from unicodedata import is_normalized

from arcwalk.treebank.validation.problem import Problem
from arcwalk.treebank.validation.rows import Cell, Rows

SPACED = frozenset({"FORM", "LEMMA", "MISC"})
"""The columns in which words may contain spaces."""

_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_WHITESPACE = re.compile(r"\s")
_REPEATED_WHITESPACE = re.compile(r"\s\s")


def character_problems(lines: list[str], rows: Rows) -> Iterator[Problem]:
    """Problems that are visible in a single value or comment."""
    if not rows.is_plain:
        tokens = set(rows.multiword_tokens)
        for cell in rows.cells():
            yield from _whitespace(rows.places[cell.row], cell, is_token=cell.row in tokens)
    text = "".join(lines)
    if not text.isascii() and (_REPLACEMENT in text or not is_normalized("NFC", text)):
        rows_at = set(rows.places)
        for place, line in enumerate(lines):
            if place not in rows_at:
                yield from _unicode(place, line, "the line")
        for cell in rows.cells():
            yield from _unicode(rows.places[cell.row], cell.value, cell.column, cell.column)


def _whitespace(place: int, cell: Cell, *, is_token: bool) -> Iterator[Problem]:
    _, column, value = cell
    if not value:
        yield Problem(place, "empty-column", f"{column} is empty", "write _ for no value", column)
    elif not _WHITESPACE.search(value):
        return
    elif column not in SPACED:
        message = f"{column} {value[:40]!r} contains whitespace"
        yield Problem(place, "invalid-whitespace", message, "remove it, or write _ instead", column)
    elif is_token and column != "MISC":
        message = f"{column} {value[:40]!r} of a multiword token contains whitespace"
        remedy = "make it two tokens; only a single word may contain spaces"
        yield Problem(place, "invalid-whitespace", message, remedy, column)
    elif value != value.strip():
        message = f"{column} {value[:40]!r} starts or ends with whitespace"
        yield Problem(place, "invalid-whitespace", message, "remove it", column)
    elif _REPEATED_WHITESPACE.search(value):
        message = f"{column} {value[:40]!r} contains several whitespace characters in a row"
        yield Problem(place, "invalid-whitespace", message, "reduce them to one", column)


def _unicode(place: int, value: str, name: str, column: str = "") -> Iterator[Problem]:
    if _REPLACEMENT in value:
        message = f"{name} contains U+FFFD, which stands for a character that was lost"
        remedy = "restore the character; it was probably lost in a conversion to UTF-8"
        yield Problem(place, "replacement-character", message, remedy, column)
    elif not is_normalized("NFC", value):
        remedy = "normalize the file, e.g. with uconv -x nfc"
        yield Problem(place, "unicode-normalization", f"{name} is not in Unicode's form NFC", remedy, column)
