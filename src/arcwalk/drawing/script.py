"""What drawings need to know of writing: its direction, and characters that may not reach a terminal or XML."""

import unicodedata
from collections.abc import Iterable

_NO_GLYPH = {"Cc", "Cs", "Zl", "Zp"}  # controls, lone surrogates, line and paragraph separators
_NO_CHARACTER = "\ufffe\uffff"


def printable(text: str) -> str:
    """The text with what cannot be shown replaced, and a dotted circle under marks that have no letter."""
    shown = "".join(
        "\ufffd" if unicodedata.category(character) in _NO_GLYPH or character in _NO_CHARACTER else character
        for character in text
    )
    return "\u25cc" + shown if unicodedata.category(shown[:1] or " ").startswith("M") else shown


def is_right_to_left(texts: Iterable[str]) -> bool:
    """Whether most letters are written from right to left, as in Arabic and Hebrew."""
    directions = [unicodedata.bidirectional(character) for text in texts for character in text]
    return directions.count("R") + directions.count("AL") > directions.count("L")
