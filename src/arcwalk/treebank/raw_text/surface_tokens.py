"""The tokens of a sentence as they are written: multiword tokens rather than the words they consist of."""

from collections.abc import Iterator
from typing import NamedTuple

from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.values import cells, identifier, is_row


class SurfaceToken(NamedTuple):
    """A token of the text, with its words: itself, or those of its range of IDs."""

    form: str
    words: tuple[str, ...]
    place: int  # index into the lines of the sentence


def surface_tokens(sentence: Sentence) -> Iterator[SurfaceToken]:
    """The tokens of a sentence in order; empty nodes are none."""
    last = 0  # word of the current token
    for place, line in enumerate(sentence.lines):
        if not is_row(line):
            continue
        first, _, end = identifier(line, sentence.format).partition("-")
        if not first.isdecimal() or not (end or first).isdecimal() or int(first) <= last:
            continue
        last = int(end or first)
        form = cells(line)[sentence.format.form]
        yield SurfaceToken(form, sentence.forms[int(first) - 1 : last] if end else (form,), place)
