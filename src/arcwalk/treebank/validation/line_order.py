"""Which lines follow each other: comments, rows, and one empty line; and how lines start and end."""

from collections.abc import Iterator

from arcwalk.treebank.sentence_text import BYTE_ORDER_MARK, is_row
from arcwalk.treebank.validation.problem import Problem
from arcwalk.treebank.validation.rows import Rows

_EMPTY = ("\n", "\r\n")


def line_order_problems(lines: list[str], rows: Rows) -> Iterator[Problem]:
    """Problems with lines that are no rows; `lines` includes all empty lines up to the next sentence."""
    yield from _marks(lines)
    first, n = rows.places[0] if rows.places else 0, len(rows)
    is_in_order = len(lines) == first + n + 1 and lines[-1] in _EMPTY
    if is_in_order and all(line[0] in "#\ufeff" for line in lines[:first]):
        return  # nearly always
    kinds = ["row" if is_row(line) else "empty" if line.isspace() else "comment" for line in lines]
    yield from _empty_lines(lines, kinds)
    yield from _comments(kinds)
    if kinds[-1] == "row":
        message = "there is no empty line after the last sentence"
        yield Problem(len(lines) - 1, "missing-empty-line", message, "end the file with an empty line")


def _empty_lines(lines: list[str], kinds: list[str]) -> Iterator[Problem]:
    for place, kind in enumerate(kinds):
        if kind != "empty":
            continue
        if lines[place] not in _EMPTY:
            message = "the line looks empty but contains whitespace"
            yield Problem(place, "pseudo-empty-line", message, "remove the whitespace")
        if "row" not in kinds[:place]:
            where = "between comments and their sentence" if "comment" in kinds[:place] else "before the sentence"
            yield Problem(place, "extra-empty-line", f"there is an empty line {where}", "remove it")
        elif kinds[place - 1] == "empty":
            message = "there is more than one empty line after the sentence"
            yield Problem(place, "extra-empty-line", message, "remove all but one")


def _comments(kinds: list[str]) -> Iterator[Problem]:
    for place in range(kinds.index("row") if "row" in kinds else 0, len(kinds)):
        if kinds[place] == "comment" and "empty" in kinds[kinds.index("row") : place]:
            message = "there is a comment after the last sentence"
            yield Problem(place, "misplaced-comment", message, "move it before a sentence, or remove it")
            return
        if kinds[place] == "comment":
            remedy = "put it before the first word of the sentence"
            yield Problem(place, "misplaced-comment", "there is a comment within the sentence", remedy)


def _marks(lines: list[str]) -> Iterator[Problem]:
    for place, line in enumerate(lines):
        if line.startswith(BYTE_ORDER_MARK) and not (place and is_row(line)):  # such a row has no ID
            message = "the line starts with a byte order mark"
            yield Problem(place, "byte-order-mark", message, "save the file as UTF-8 without BOM")
