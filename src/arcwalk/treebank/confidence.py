"""How sure a parser is of each arc, and which arcs it has chosen: records in MISC, see `arcs/prediction.py`."""

import math
from collections.abc import Sequence
from typing import TypeVar

from arcwalk.errors import TreebankError
from arcwalk.treebank.arcs.prediction import (
    HEAD_CONFIDENCE,
    LABEL_CONFIDENCE,
    PREDICTED_ARC,
    RECORD,
    arc_value,
    has_records,
    is_about,
)
from arcwalk.treebank.sentence_text import SentenceText

Text = TypeVar("Text", bound=SentenceText)


def with_confidences(sentence: Text, heads: Sequence[float | None], arcs: Sequence[float | None] | None = None) -> Text:
    """Copy the sentence with its arcs recorded as predicted, with confidences in heads and, if known, labeled arcs.

    A word without a confidence in its head gets no record, so that its arc is confirmed.
    """
    predicted = map(arc_value, sentence.heads, sentence.deprels)
    records = {
        HEAD_CONFIDENCE: map(_rounded, heads),
        LABEL_CONFIDENCE: map(_rounded, arcs or [None] * len(heads)),
        PREDICTED_ARC: predicted,
    }
    for key, values in records.items():
        recorded = [value if head is not None else "" for value, head in zip(values, heads, strict=True)]
        sentence = sentence.with_misc(key, recorded)
    return sentence


def _rounded(confidence: float | None) -> str:
    return "" if confidence is None else f"{confidence:.2f}"


def without_confidences(sentence: Text) -> Text:
    """The sentence without records of predicted arcs."""
    for key in RECORD if has_records(sentence.lines) else ():
        if any(sentence.misc(key)):
            sentence = sentence.with_misc(key, [""] * len(sentence))
    return sentence


def is_predicted(sentence: SentenceText, index: int) -> bool:
    """Whether a parser chose the arc of the word at `index`, and nobody has confirmed or changed it."""
    misc, head = sentence.misc_at(sentence.places[index]), sentence.heads[index]
    return head >= 0 and misc.get(HEAD_CONFIDENCE, "") != "" and is_about(misc, head, sentence.deprels[index])


def predicted_words(sentence: SentenceText) -> list[int]:
    """The indices of the words whose arcs are predicted."""
    if not has_records(sentence.lines):
        return []
    return [index for index in range(len(sentence)) if is_predicted(sentence, index)]


def confirmed(sentence: Text) -> Text:
    """The sentence with no other arcs than confirmed ones; its text stays the same."""
    predicted = set(predicted_words(sentence))
    if not predicted:
        return sentence
    return sentence.reading(
        (-1 if index in predicted else head for index, head in enumerate(sentence.heads)),
        ("_" if index in predicted else label for index, label in enumerate(sentence.deprels)),
    )


def confidences(sentence: SentenceText, key: str) -> list[float]:
    """The confidences named `key` in predicted arcs; NaN for words without one."""
    values = (confidence_of(sentence, index, key) for index in range(len(sentence)))
    return [math.nan if confidence is None else confidence for confidence in values]


def confidence_of(sentence: SentenceText, index: int, key: str) -> float | None:
    """The confidence of the word at `index`, if it has one that is about the arc that the word has now."""
    line_index = sentence.places[index]
    misc = sentence.misc_at(line_index)
    text = misc.get(key)
    if not text or not is_about(misc, sentence.heads[index], sentence.deprels[index]):
        return None
    try:
        confidence = float(text)
    except ValueError:
        confidence = math.nan
    if not 0.0 <= confidence <= 1.0:
        message = f"{key}={text[:40]} is not a probability"
        raise TreebankError(
            sentence.finding(line_index, "confidence", message, "give a number from 0 to 1, or remove it")
        )
    return confidence
