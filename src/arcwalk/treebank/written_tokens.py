"""The tokens of a sentence as they are written: words, and multiword tokens in the place of what they consist of."""

from collections.abc import Iterator
from typing import NamedTuple

from arcwalk.treebank.sentence_text import SentenceText
from arcwalk.treebank.values import cells, identifier, is_row


class WrittenToken(NamedTuple):
    """A word or a multiword token."""

    form: str
    place: int  # index into the lines of the sentence
    words: range  # indices of the words it consists of
    is_multiword: bool


def written_tokens(sentence: SentenceText) -> Iterator[WrittenToken]:
    """The tokens of a sentence, in order; its multiword ranges must fit (`arcwalk.treebank.check`)."""
    ranges = dict(_ranges(sentence))
    first = 0
    while first < len(sentence):
        place, after = ranges.get(first, (-1, first + 1))
        if place < 0:
            yield WrittenToken(sentence.forms[first], sentence.places[first], range(first, after), is_multiword=False)
        else:
            form = cells(sentence.lines[place])[sentence.format.form]
            yield WrittenToken(form, place, range(first, after), is_multiword=True)
        first = after


def _ranges(sentence: SentenceText) -> Iterator[tuple[int, tuple[int, int]]]:
    """The index of the first word of each multiword token, with its place and the index after its last word."""
    for place in sorted(set(range(len(sentence.lines))).difference(sentence.places)):
        line = sentence.lines[place]
        if is_row(line):
            first, _, last = identifier(line, sentence.format).partition("-")
            if last:
                yield int(first) - 1, (place, max(int(first), int(last)))
