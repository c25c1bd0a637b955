"""Where the words of a sentence are in raw text, and the white space around them, as UDPipe writes it to MISC.

`SpacesBefore` and `SpacesAfter` are what is not a single space; `SpaceAfter=No` is nothing at all. `SpacesInToken` is a
word whose white space differs from that of FORM, and `TokenRange` the positions of a word, counted in characters.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from arcwalk.treebank.key_values import KeyValues
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.values import cells, identifier, is_row

SPACE_AFTER, SPACES_BEFORE, SPACES_AFTER = "SpaceAfter", "SpacesBefore", "SpacesAfter"
SPACES_IN_TOKEN, TOKEN_RANGE = "SpacesInToken", "TokenRange"

_ESCAPES = {" ": r"\s", "\t": r"\t", "\r": r"\r", "\n": r"\n", "|": r"\p", "\\": r"\\"}
_UNESCAPES = {escape: character for character, escape in _ESCAPES.items()}
_ESCAPE = re.compile(r"\\[strnp\\]")
_WHITE = re.compile(r"\s*")


class Place(NamedTuple):
    """Where a word begins and ends in a text."""

    start: int
    end: int


def places_of(forms: Iterable[str], text: str, start: int = 0) -> Iterator[Place]:
    """Where these words are, one after the other, in a text that has white space only between them."""
    end = start
    for form in forms:
        first, *others = form.split()
        start = text.index(first, end)
        end = start + len(first)
        for other in others:
            end = text.index(other, end) + len(other)
        yield Place(start, end)


def with_contact(sentence: Sentence, text: str, places: Sequence[Place]) -> Sentence:
    """Copy the sentence with `SpaceAfter=No` at words that touch the next word in the text."""
    touching = [end < len(text) and not text[end].isspace() for _, end in places]
    return sentence.with_misc(SPACE_AFTER, ["No" if touches else "" for touches in touching])


def with_white_space(sentence: Sentence, text: str, places: Sequence[Place]) -> Sentence:
    """Copy the sentence with all white space, so that `original_text` gives the text back."""
    after = [_white_space(text, end) for _, end in places]
    before = _white_space(text, 0)
    if len(before) != places[0].start:
        before = ""  # other words come before these
    inside = [text[start:end] for start, end in places]
    values = {
        SPACES_BEFORE: [before, *[""] * (len(places) - 1)],
        SPACE_AFTER: ["" if spaces else "No" for spaces in after],
        SPACES_AFTER: [spaces if spaces != " " else "" for spaces in after],
        SPACES_IN_TOKEN: [
            written if written != form else "" for written, form in zip(inside, sentence.forms, strict=True)
        ],
    }
    for key, found in values.items():
        if any(found):
            sentence = sentence.with_misc(key, [_escaped(value) for value in found])
    return sentence


def with_ranges(sentence: Sentence, places: Iterable[Place], start: int) -> Sentence:
    """Copy the sentence with the positions of its words in a text of which `start` characters come before this one."""
    return sentence.with_misc(TOKEN_RANGE, [f"{start + place.start}:{start + place.end}" for place in places])


def original_text(sentence: Sentence) -> str:
    """The text of the sentence with the white space around it; without any in MISC, with a space after each word."""
    return "".join(
        _unescaped(misc.get(SPACES_BEFORE, ""))
        + (_unescaped(misc.get(SPACES_IN_TOKEN, "")) or form)
        + (_unescaped(misc.get(SPACES_AFTER, "")) or ("" if misc.get(SPACE_AFTER) == "No" else " "))
        for form, misc in written_words(sentence)
    )


def normalized_text(sentence: Sentence) -> str:
    """The text of the sentence with single spaces, or none, between its words."""
    words = [form + ("" if misc.get(SPACE_AFTER) == "No" else " ") for form, misc in written_words(sentence)]
    return "".join(words).rstrip(" ")


def written_words(sentence: Sentence) -> Iterator[tuple[str, KeyValues]]:
    """FORM and MISC of words as they are written: multiword tokens rather than what they consist of."""
    inside = 0  # the last word of a multiword token
    for place, line in enumerate(sentence.lines):
        if not is_row(line):
            continue
        first, _, last = identifier(line, sentence.format).partition("-")
        if last or (first.isdecimal() and int(first) > inside):
            inside = int(last or first)
            yield cells(line)[sentence.format.form], sentence.misc_at(place)


def _white_space(text: str, start: int) -> str:
    match = _WHITE.match(text, start)
    assert match is not None  # it can be empty
    return match[0]


def _escaped(text: str) -> str:
    return "".join(_ESCAPES.get(character, character) for character in text)


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda match: _UNESCAPES[match[0]], text)
