"""Which lines follow each other: comments, rows, and one empty line."""

from collections.abc import Iterator, Sequence

from arcwalk.treebank.check import Problem
from arcwalk.treebank.validation.rows import Rows
from arcwalk.treebank.values import BYTE_ORDER_MARK, is_row

_EMPTY = ("\n", "\r\n")


def line_order_problems(lines: Sequence[str], rows: Rows) -> Iterator[Problem]:
    """Lines that are where they do not belong; `lines` includes all empty lines up to the next sentence."""
    first = rows.places[0] if rows.places else 0
    is_in_order = len(lines) == first + len(rows) + 1 and lines[-1] in _EMPTY and lines[0][0] != BYTE_ORDER_MARK
    if not is_in_order or any(line[0] != "#" for line in lines[:first]):
        yield from _problems(lines)


def _problems(lines: Sequence[str]) -> Iterator[Problem]:
    has_comments = has_rows = is_closed = False  # closed: by an empty line
    for line_index, line in enumerate(lines):
        if line.startswith(BYTE_ORDER_MARK) and not (line_index and is_row(line)):  # there, it is part of an ID
            message = "the line starts with a byte order mark"
            yield Problem(line_index, "byte-order-mark", message, "save the file as UTF-8 without BOM")
        if is_row(line):
            has_rows = True
        elif line.isspace():
            yield from _empty_line(line_index, line, has_comments=has_comments, has_rows=has_rows, is_closed=is_closed)
            is_closed = has_rows
        elif is_closed:
            message = "there is a comment after the last sentence"
            yield Problem(line_index, "misplaced-comment", message, "move it before a sentence, or remove it")
            return
        else:
            has_comments = True
            if has_rows:
                remedy = "put it before the first word of the sentence"
                yield Problem(line_index, "misplaced-comment", "there is a comment within the sentence", remedy)
    if not is_closed:
        message = "there is no empty line after the last sentence"
        yield Problem(len(lines) - 1, "missing-empty-line", message, "end the file with an empty line")


def _empty_line(
    line_index: int, line: str, *, has_comments: bool, has_rows: bool, is_closed: bool
) -> Iterator[Problem]:
    if line not in _EMPTY:
        message = "the line looks empty but contains whitespace"
        yield Problem(line_index, "pseudo-empty-line", message, "remove the whitespace")
    if not has_rows:
        where = "between comments and their sentence" if has_comments else "before the sentence"
        yield Problem(line_index, "extra-empty-line", f"there is an empty line {where}", "remove it")
    elif is_closed:
        message = "there is more than one empty line after the sentence"
        yield Problem(line_index, "extra-empty-line", message, "remove all but one")
