"""Text as kernels read it: a row of codes for each character."""

import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import PADDING, Booleans, Codes, Integers, Numbers
from arcwalk.components.segmenter.kernels import classes
from arcwalk.components.segmenter.kernels.chunks import CHARACTER, CLASS, describe_chunks
from arcwalk.treebank.encoding import AFTER, BEFORE, ROOT

COLUMNS = {
    name: column
    for column, name in enumerate(("char", "class", "start", "end", "start-shape", "end-shape", "before", "after"))
}
"""The properties of characters that templates name, see `arcwalk.components.segmenter.kernels.chunks`."""

_CODE_POINTS = 0x110000
_SINGLE = {
    ".": classes.PERIOD,
    **dict.fromkeys("!?。！？｡؟…।॥۔։።៖။‼⁇⁈⁉", classes.FINAL),
    **dict.fromkeys(",;、，；،؛", classes.COMMA),
    **dict.fromkeys(":：", classes.COLON),
    **dict.fromkeys("'’`´ʼ", classes.APOSTROPHE),
    '"': classes.QUOTE,
}
_BY_CATEGORY = {
    "Lu": classes.UPPER,
    "Lt": classes.UPPER,
    "Ll": classes.LOWER,
    "Nd": classes.DIGIT,
    "Nl": classes.DIGIT,
    "No": classes.DIGIT,
    "Mn": classes.MARK,
    "Mc": classes.MARK,
    "Me": classes.MARK,
    "Cf": classes.MARK,  # soft hyphens, joiners
    "Pd": classes.HYPHEN,
    "Ps": classes.OPENING,
    "Pi": classes.OPENING,
    "Pe": classes.CLOSING,
    "Pf": classes.CLOSING,
    "Pc": classes.PUNCTUATION,
    "Po": classes.PUNCTUATION,
    "Sc": classes.CURRENCY,
}
_BY_SCRIPT = {
    "CJK": classes.IDEOGRAPH,
    "HIRAGANA": classes.HIRAGANA,
    "KATAKANA": classes.KATAKANA,
    **dict.fromkeys(("THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN"), classes.SYLLABLE),
}


class CharacterRows(NamedTuple):
    """A text without the white space around it, and with single spaces within."""

    codes: Codes  # (n + 3, len(COLUMNS)): row 0 is what comes before it, the last two what comes after and before it
    lower: Integers  # (n + 1,): the characters in lower case, the first at index 1
    positions: Numbers  # (n + 1,): where they are in the text that was given

    @property
    def is_space(self) -> Booleans:
        """Whether each row is a space."""
        marks: Booleans = self.codes[:, CLASS] == classes.SPACE
        return marks

    def inside(self, spans: Iterable[tuple[int, int]]) -> Booleans:
        """Whether each character is inside one of these spans of the text, but not the last of it."""
        marks = np.zeros(len(self.positions), dtype=np.bool_)
        for start, end in spans:
            first, last = np.searchsorted(self.positions, (start, end - 1))
            marks[first:last] = True
        return marks


def character_rows(text: str) -> CharacterRows:
    """The text as rows of codes, between which tokens can end."""
    given = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4").astype(np.int32)
    kinds = _properties.classes(given)
    is_space = kinds == classes.SPACE
    kept = ~is_space
    kept[1:] |= is_space[1:] & ~is_space[:-1]  # the first of several
    positions = np.flatnonzero(kept)
    if len(positions) and is_space[positions[0]]:
        positions = positions[1:]
    if len(positions) and is_space[positions[-1]]:
        positions = positions[:-1]
    characters = given[positions]
    codes: Codes = np.empty((len(positions) + PADDING, len(COLUMNS)), dtype=np.int32)
    codes[0], codes[-2], codes[-1] = ROOT, AFTER, BEFORE
    codes[1:-2, CHARACTER] = _properties.compatible[characters]
    codes[1:-2, CLASS] = kinds[positions]
    describe_chunks(codes)
    lower = np.concatenate(([0], _properties.lower[characters])).astype(np.int32)
    return CharacterRows(codes, lower, np.concatenate(([-1], positions)))


class _CharacterProperties:
    """Properties of all characters met so far, by code point."""

    def __init__(self) -> None:
        self._classes = np.zeros(_CODE_POINTS, dtype=np.int8)  # 0: not met yet
        self.lower = np.arange(_CODE_POINTS, dtype=np.int32)
        self.compatible = np.arange(_CODE_POINTS, dtype=np.int32)

    def classes(self, characters: Integers) -> NDArray[np.int8]:
        """The class of each character."""
        found = self._classes[characters]
        if not found.all():
            for point in np.unique(characters[found == 0]).tolist():
                self.lower[point] = _single(chr(point).lower(), point)
                kind = _class_of(chr(point))
                compatible = " " if kind == classes.SPACE else unicodedata.normalize("NFKC", chr(point))
                self.compatible[point] = ord(compatible) if len(compatible) == 1 else point
                self._classes[point] = kind  # last: other threads read what is known
            found = self._classes[characters]
        return found


_properties = _CharacterProperties()


def _single(text: str, otherwise: int) -> int:
    return ord(text) if len(text) == 1 and not text.isspace() else otherwise


def _class_of(character: str) -> int:
    if character.isspace():
        return classes.SPACE
    if character in _SINGLE:
        return _SINGLE[character]
    category = unicodedata.category(character)
    if category in ("Lo", "Lm"):
        script = unicodedata.name(character, "").partition(" ")[0]
        return _BY_SCRIPT.get(script, classes.LETTER)
    return _BY_CATEGORY.get(category, classes.SYMBOL)
