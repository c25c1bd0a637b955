"""Held-out sentences, for tuning what the papers tune by hand."""

import math
from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

from arcwalk.arrays import Booleans, Codes, Heads
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.words import is_punctuation

HELD_OUT = 200

Item = TypeVar("Item")  # a sentence in any form


def hold_out(sentences: Sequence[Item]) -> tuple[Sequence[Item], Sequence[Item]]:
    """Split into training and held-out sentences: the last 200, or the last tenth if that is fewer."""
    held_out = min(HELD_OUT, len(sentences) // 10)
    middle = len(sentences) - held_out
    return sentences[:middle], sentences[middle:]


def correct_heads(find_heads: Callable[[Codes], Heads], encoder: Encoder, sentences: Sequence[Sentence]) -> Booleans:
    """For every word but punctuation, whether its head is right."""
    right = [
        gold == head
        for sentence in sentences
        for form, gold, head in zip(
            sentence.forms, sentence.heads, find_heads(encoder.encode(sentence))[1:], strict=True
        )
        if not is_punctuation(form)
    ]
    return np.array(right, dtype=np.bool_)


def clearly_better(challenger: Booleans, champion: Booleans) -> bool:
    """Whether wins minus losses, word by word, exceed one standard deviation of a coin toss."""
    wins = int(np.count_nonzero(challenger & ~champion))
    losses = int(np.count_nonzero(champion & ~challenger))
    return wins - losses > math.sqrt(wins + losses)


def percent(right: Booleans) -> float:
    """The share that is right, in percent."""
    return 100 * float(right.mean()) if len(right) else 0.0
