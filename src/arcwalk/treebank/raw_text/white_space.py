"""Where the words of a sentence are in raw text, and the white space around them, as UDPipe writes it to MISC.

`SpacesBefore` and `SpacesAfter` are what is not a single space; `SpaceAfter=No` is nothing at all. `SpacesInToken` is a
word whose white space differs from that of FORM, and `TokenRange` the positions of a word, counted in characters.
"""

import re
from collections.abc import Iterator

from arcwalk.treebank.key_values import KeyValues
from arcwalk.treebank.raw_text.segmenter import RawToken
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.written_tokens import written_tokens

SPACE_AFTER, SPACES_BEFORE, SPACES_AFTER = "SpaceAfter", "SpacesBefore", "SpacesAfter"
SPACES_IN_TOKEN, TOKEN_RANGE = "SpacesInToken", "TokenRange"

_ESCAPES = {" ": r"\s", "\t": r"\t", "\r": r"\r", "\n": r"\n", "|": r"\p", "\\": r"\\"}
_UNESCAPES = {escape: character for character, escape in _ESCAPES.items()}
_ESCAPE = re.compile(r"\\[strnp\\]")
_WHITE = re.compile(r"\s*")


def contact(text: str, token: RawToken) -> str:
    """MISC of a token: whether another touches it."""
    touches = token.end < len(text) and not text[token.end].isspace()
    return f"{SPACE_AFTER}=No" if touches else ""


def white_space(text: str, token: RawToken, form: str, before: str) -> str:
    """MISC of a token with all white space around it, so that `original_text` gives the text back.

    The white space `before` it is only what no other token has after it.
    """
    after = _white_space(text, token.end)
    written = text[token.start : token.end]
    values = (
        (SPACES_BEFORE, before),
        (SPACE_AFTER, "" if after else "No"),
        (SPACES_AFTER, after if after != " " else ""),
        (SPACES_IN_TOKEN, written if written != form else ""),
    )
    return "|".join(f"{key}={_escaped(value)}" for key, value in values if value)


def original_text(sentence: Sentence) -> str:
    """The text of the sentence with the white space around it; without any in MISC, with a space after each word."""
    return "".join(
        _unescaped(misc.get(SPACES_BEFORE, ""))
        + (_unescaped(misc.get(SPACES_IN_TOKEN, "")) or form)
        + (_unescaped(misc.get(SPACES_AFTER, "")) or ("" if misc.get(SPACE_AFTER) == "No" else " "))
        for form, misc in _written(sentence)
    )


def normalized_text(sentence: Sentence) -> str:
    """The text of the sentence with single spaces, or none, between its words."""
    words = [form + ("" if misc.get(SPACE_AFTER) == "No" else " ") for form, misc in _written(sentence)]
    return "".join(words).rstrip(" ")


def _written(sentence: Sentence) -> Iterator[tuple[str, KeyValues]]:
    """FORM and MISC of each token."""
    return ((token.form, sentence.misc_at(token.place)) for token in written_tokens(sentence))


def _white_space(text: str, start: int) -> str:
    match = _WHITE.match(text, start)
    assert match is not None  # it can be empty
    return match[0]


def _escaped(text: str) -> str:
    return "".join(_ESCAPES.get(character, character) for character in text)


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda match: _UNESCAPES[match[0]], text)
