"""Text in drawings: printable characters, writing direction, width."""

import re
import unicodedata
from collections.abc import Iterable

from arcwalk import messages
from arcwalk.drawing.letter_widths import letter_width


def printable(text: str) -> str:
    """The text with unprintable characters replaced, and a dotted circle under marks without a letter."""
    clean = messages.printable(text)
    return "\u25cc" + clean if unicodedata.category(clean[:1] or " ").startswith("M") else clean


def is_right_to_left(texts: Iterable[str]) -> bool:
    """Whether most letters are written right to left, as in Arabic and Hebrew."""
    directions = [unicodedata.bidirectional(character) for text in texts for character in text]
    return directions.count("R") + directions.count("AL") > directions.count("L")


def is_stacked(texts: Iterable[str]) -> bool:
    """Whether letters go deep below the line, as those below others do in Telugu, Kannada, Tibetan, Burmese, Khmer."""
    return any(re.search("[\u0c00-\u0cff\u0f00-\u109f\u1780-\u17ff]", text) for text in texts)


def shown(column: Iterable[str]) -> list[str]:
    """A column of a treebank as drawn, empty where it has no value."""
    return [printable(value) if value != "_" else "" for value in column]


def text_width(text: str, size: int) -> int:
    """A generous estimate of the width of a text in a sans-serif font of this size."""
    return round(size * sum(map(letter_width, text)))
