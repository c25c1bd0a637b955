"""Text of others (words, labels, file names) in messages: one short line, and nothing that a terminal would obey."""

import re

_LONGEST_QUOTE, _LONGEST_WORD, _LONGEST = 200, 300, 2000  # characters

_BREAKS = re.compile("[\t-\r\x1c-\x1e\x85\u2028\u2029]+")
_UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f"  # controls, such as those that begin escape sequences
    "\u2028\u2029"  # separators of lines and paragraphs
    "\u202a-\u202e\u2066-\u2069"  # overrides of the direction of text
    "\ud800-\udfff\ufffe\uffff]"  # bytes that are not UTF-8, and what is no character
)
_WORD = re.compile(rf"\S{{{_LONGEST_WORD + 1},}}")


def printable(text: str) -> str:
    """The text with a replacement character for each one that cannot be shown, or changes how others are."""
    return _UNPRINTABLE.sub("\ufffd", text)


def quoted(text: object) -> str:
    """What a message can quote of a text."""
    return one_line(text, _LONGEST_QUOTE)


def one_line(text: object, longest: int = _LONGEST) -> str:
    """A message as one printable line, without the middle of what is too long."""
    line = _WORD.sub(lambda word: _shortened(word[0], _LONGEST_WORD), _BREAKS.sub(" ", str(text)))
    return printable(_shortened(line, longest))


def _shortened(text: str, most: int) -> str:
    half = most // 2
    return text if len(text) <= most else f"{text[:half]}…{text[-half:]}"
