"""How sure a parser is of each arc: two probabilities in MISC, as in `HeadConfidence=0.93`."""

import math
from collections.abc import Sequence
from typing import TypeVar

from arcwalk.errors import TreebankError
from arcwalk.treebank.sentence_text import SentenceText

HEAD_CONFIDENCE = "HeadConfidence"
"""The probability that the head is right."""

LABEL_CONFIDENCE = "LabelConfidence"
"""The probability that head and label are right, never more than that of the head."""

Text = TypeVar("Text", bound=SentenceText)


def with_confidences(sentence: Text, heads: Sequence[float], arcs: Sequence[float] | None) -> Text:
    """Copy the sentence with confidences in the heads, and in the labeled arcs if known, written to MISC."""
    marked = sentence.with_misc(HEAD_CONFIDENCE, [f"{confidence:.2f}" for confidence in heads])
    if arcs is None:
        return marked
    return marked.with_misc(LABEL_CONFIDENCE, [f"{confidence:.2f}" for confidence in arcs])


def confidences(sentence: SentenceText, key: str) -> list[float]:
    """The confidences named `key` of all words; NaN where a word has none."""
    found = (confidence_at(sentence, place, key) for place in sentence.places)
    return [math.nan if confidence is None else confidence for confidence in found]


def confidence_at(sentence: SentenceText, place: int, key: str) -> float | None:
    """The confidence of the word at `lines[place]`, if it has one."""
    text = sentence.misc_at(place).get(key)
    if not text:
        return None
    try:
        confidence = float(text)
    except ValueError:
        confidence = math.nan
    if not 0.0 <= confidence <= 1.0:
        message = f"{key}={text[:40]} is not a probability"
        raise TreebankError(sentence.finding(place, "confidence", message, "give a number from 0 to 1, or remove it"))
    return confidence
