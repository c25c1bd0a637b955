"""Multiword tokens in pictures: below their words a bracket, and below that the form that stands in the text."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from arcwalk.drawing.display_text import printable, text_width
from arcwalk.drawing.svg_style import MULTIWORD
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.written_tokens import written_tokens

HEIGHT = 30  # of the bracket and the form
_INSET, _TICK, _BASELINE = 4, 5, 21  # pixels: at the ends of the bracket, its height, down to the form


class Multiword(NamedTuple):
    """A token of the text that is several words; these are numbered from 1."""

    form: str
    first: int
    last: int


def multiwords_of(sentence: Sentence) -> list[Multiword]:
    """The multiword tokens of a sentence, in order."""
    return [
        Multiword(printable(token.form), token.words.start + 1, token.words.stop)
        for token in written_tokens(sentence)
        if token.is_multiword and token.words.stop <= len(sentence)
    ]


def make_room(multiwords: Sequence[Multiword], extents: list[int], gap: int) -> None:
    """Let words extend further, from their middle to either side, where the form below them is wider than they are."""
    for form, first, last in multiwords:
        room = 2 * sum(extents[first - 1 : last]) + gap * (last - first)
        missing = text_width(form, MULTIWORD) - room
        for word in {first, last} if missing > 0 else ():
            extents[word - 1] += missing // 4 + 1


def bracket(multiword: Multiword, ends: tuple[int, int], top: int) -> Iterator[str]:
    """The elements of a multiword token that reaches from one end to the other."""
    left, right = min(ends) + _INSET, max(ends) - _INSET
    words = f'data-first="{multiword.first}" data-last="{multiword.last}"'
    yield f'<path class="bracket" {words} d="M{left} {top}v{_TICK}H{right}v{-_TICK}"/>'
    middle = (left + right) // 2
    yield f'<text class="multiword" {words} x="{middle}" y="{top + _BASELINE}">{escape(multiword.form)}</text>'
