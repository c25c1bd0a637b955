"""Text in drawings: printable characters, writing direction, width."""

import unicodedata
from collections.abc import Iterable

from arcwalk import messages


def printable(text: str) -> str:
    """The text with unprintable characters replaced, and a dotted circle under marks without a letter."""
    clean = messages.printable(text)
    return "\u25cc" + clean if unicodedata.category(clean[:1] or " ").startswith("M") else clean


def is_right_to_left(texts: Iterable[str]) -> bool:
    """Whether most letters are written right to left, as in Arabic and Hebrew."""
    directions = [unicodedata.bidirectional(character) for text in texts for character in text]
    return directions.count("R") + directions.count("AL") > directions.count("L")


def shown(column: Iterable[str]) -> list[str]:
    """A column of a treebank as drawn, empty where it has no value."""
    return [printable(value) if value != "_" else "" for value in column]


def text_width(text: str, size: int) -> int:
    """A generous estimate of the width of a text in a sans-serif font of this size."""
    return round(size * sum(map(_advance, text)))


def _advance(character: str) -> float:
    """The width of a character relative to the font size."""
    if unicodedata.east_asian_width(character) in "WF":
        return 1.05
    category = unicodedata.category(character)
    if category in ("Mn", "Me", "Cf"):
        return 0.0
    if character in "ijlI.,:;'!|()[] ":
        return 0.4
    if category == "Lu" or character in "mw%@&—…":
        return 0.8 if character not in "MW@—…" else 1.0
    return 0.62
