"""Rows of an encoded sentence: the root, the words, then padding for what lies after the sentence and before it."""

from arcwalk.arrays import PADDING, Codes
from arcwalk.compiled import inline


@inline
def word_count(sentence: Codes) -> int:
    """The number of words n of a sentence."""
    return len(sentence) - PADDING


@inline
def row_of(position: int, n: int) -> int:
    """The row of a position in a sentence of n words; positions beyond either end have rows of padding."""
    return n + 2 if position < 0 else min(position, n + 1)
