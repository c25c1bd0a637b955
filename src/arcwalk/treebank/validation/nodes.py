"""Multiword tokens and empty nodes: where their rows stand, and which columns they fill."""

import re
from collections.abc import Iterator

from arcwalk.treebank.check import Problem
from arcwalk.treebank.validation.rows import Rows

_EMPTY_FOR_TOKENS = ("LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS")
_EMPTY_FOR_EMPTY_NODES = ("HEAD", "DEPREL")
_RANGE = re.compile(r"[1-9][0-9]*-[1-9][0-9]*")
_EMPTY_NODE = re.compile(r"(0|[1-9][0-9]{0,8})\.([1-9][0-9]{0,8})")


def node_order_problems(rows: Rows) -> Iterator[Problem]:
    """Rows of multiword tokens and empty nodes that are not where they belong; words must be numbered correctly."""
    if not rows.multiword_tokens and not rows.empty_nodes:
        return
    word = minor = 0  # the previous word, and the number of empty nodes after it
    token = ""  # the multiword token that starts here
    for line_index, identifier in zip(rows.places, rows["ID"], strict=True):
        if identifier.isdecimal():
            word, minor, token = int(identifier), 0, ""
        elif "-" in identifier:
            if not _RANGE.fullmatch(identifier):
                yield _malformed(line_index, identifier, f"{word + 1}-{word + 2}")
            elif not identifier.startswith(f"{word + 1}-"):
                message = f"multiword token {identifier} is not right before its first word"
                yield Problem(
                    line_index, "misplaced-range", message, f"put it before word {identifier.partition('-')[0]}"
                )
            token = identifier
        else:
            expected = f"{word}.{minor + 1}"
            match = _EMPTY_NODE.fullmatch(identifier)
            if not match:
                yield _malformed(line_index, identifier, expected)
            elif identifier != expected:
                message = f"empty node {identifier} is where {expected} should be"
                remedy = "number empty nodes after word 3 as 3.1, 3.2 ..., and those before word 1 as 0.1, 0.2 ..."
                yield Problem(line_index, "misplaced-empty-node", message, remedy)
            elif token:
                message = f"empty node {identifier} comes after multiword token {token}"
                yield Problem(line_index, "misplaced-empty-node", message, "put it before the multiword token")
            minor = int(match[2]) if match and match[1] == str(word) else minor + 1


def _malformed(line_index: int, identifier: str, example: str) -> Problem:
    return Problem(line_index, "id-format", f"{identifier[:40]!r} is not an ID", f"write an ID such as {example}")


def node_field_problems(rows: Rows) -> Iterator[Problem]:
    """Values in columns that must be empty for this kind of row."""
    for row in rows.multiword_tokens:
        for column in _EMPTY_FOR_TOKENS:
            value = rows[column][row]
            if value != "_" and (column, value) != ("FEATS", "Typo=Yes"):
                yield _filled(rows.places[row], "mwt-nonempty-field", column, value, "a multiword token")
    for row in rows.empty_nodes:
        for column in _EMPTY_FOR_EMPTY_NODES:
            value = rows[column][row]
            if value != "_":
                yield _filled(rows.places[row], "empty-node-nonempty-field", column, value, "an empty node")


def _filled(line_index: int, test: str, column: str, value: str, what: str) -> Problem:
    return Problem(line_index, test, f"{what} has {column} {value[:40]!r}", f"write _ in {column}", column)
