"""Strings as numbers for features written in Python, which need no vocabulary."""

import zlib

HASHED = 5
"""Columns of an encoded sentence with such numbers: FORM, LEMMA, UPOS, XPOS and FEATS, in this order."""


def code(text: str) -> int:
    """The number that stands for a string in features written in Python: 31 bits, never 0, the same everywhere.

    Forms, lemmas, tags, FEATS and labels arrive there as such numbers: compare `tree.label[m] == code("nsubj")`.
    """
    return max(zlib.crc32(text.encode("utf-8", "surrogateescape")) & 0x7FFFFFFF, 1)
