"""What values are made of: whitespace only where it may be, and characters in one encoding."""

import re
from collections.abc import Iterator, Sequence
from unicodedata import is_normalized

from arcwalk.treebank.check import Problem
from arcwalk.treebank.validation.rows import COLUMNS, Rows

SPACED = frozenset({"FORM", "LEMMA", "MISC"})
"""The columns in which words may contain spaces."""

_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_WHITESPACE = re.compile(r"\s")
_SUPERFLUOUS_WHITESPACE = re.compile(r"^\s|\s\s|\s$")


def character_problems(lines: Sequence[str], rows: Rows) -> Iterator[Problem]:
    """Problems that are visible in a single value or comment; what is no ID is reported as such."""
    if not rows.is_plain:
        for column in COLUMNS[1:]:
            yield from _whitespace(rows, column)
    text = "".join(lines)
    if not text.isascii() and not _is_sound(text):
        in_rows = set(rows.places)
        for line_index, line in enumerate(lines):
            if line_index not in in_rows and not _is_sound(line):
                yield _unsound(line_index, line)
        for column in COLUMNS[1:]:
            for line_index, value in zip(rows.places, rows[column], strict=True):
                if not _is_sound(value):
                    yield _unsound(line_index, value, column)


def _whitespace(rows: Rows, column: str) -> Iterator[Problem]:
    values = rows[column]
    if not _WHITESPACE.search("".join(values)):
        return
    tokens = set(rows.multiword_tokens) if column != "MISC" else set()
    for row, (line_index, value) in enumerate(zip(rows.places, values, strict=True)):
        shown = f"{column} {value[:40]!r}"
        if column in SPACED and row not in tokens:
            if _SUPERFLUOUS_WHITESPACE.search(value):
                message = f"{shown} has whitespace at its start or end, or twice in a row"
                yield Problem(line_index, "invalid-whitespace", message, "remove it", column)
        elif _WHITESPACE.search(value):
            message = f"{shown} contains whitespace"
            remedy = "remove it; only words may have it" if row in tokens else "remove it, or write _ instead"
            yield Problem(line_index, "invalid-whitespace", message, remedy, column)


def _is_sound(text: str) -> bool:
    return _REPLACEMENT not in text and is_normalized("NFC", text)


def _unsound(line_index: int, text: str, column: str = "") -> Problem:
    name = column or "the line"
    if _REPLACEMENT in text:
        message = f"{name} contains U+FFFD, which stands for a character that was lost"
        remedy = "restore the character; it was probably lost in a conversion to UTF-8"
        return Problem(line_index, "replacement-character", message, remedy, column)
    remedy = "normalize the file, e.g. with uconv -x nfc"
    return Problem(line_index, "unicode-normalization", f"{name} is not in Unicode's form NFC", remedy, column)
