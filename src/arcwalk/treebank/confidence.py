"""How sure a parser is of each arc: two numbers from 0 to 1 in MISC, as in `HeadConfidence=0.93`."""

import math
from collections.abc import Sequence

from arcwalk.errors import TreebankError
from arcwalk.treebank.sentence import Sentence

HEAD_CONFIDENCE = "HeadConfidence"
"""The probability that the word has the right head."""

LABEL_CONFIDENCE = "LabelConfidence"
"""The probability that the word has the right head and the right label, so never more than that of the head."""


def with_confidences(sentence: Sentence, heads: Sequence[float], arcs: Sequence[float]) -> Sentence:
    """Copy the sentence with the confidence in the head, and in head and label, written to MISC of words 1..n."""
    head_texts, arc_texts = ([f"{confidence:.2f}" for confidence in given] for given in (heads, arcs))
    return sentence.with_misc(HEAD_CONFIDENCE, head_texts).with_misc(LABEL_CONFIDENCE, arc_texts)


def confidences(sentence: Sentence, key: str) -> list[float]:
    """What `key` says of words 1..n; not a number where a word does not have it."""
    return [
        _number(text, key, sentence, place) if text else math.nan
        for text, place in zip(sentence.misc(key), sentence.places, strict=True)
    ]


def _number(text: str, key: str, sentence: Sentence, place: int) -> float:
    try:
        confidence = float(text)
    except ValueError:
        confidence = math.nan
    if 0.0 <= confidence <= 1.0:
        return confidence
    message = f"{key}={text[:40]} is not a probability"
    raise TreebankError(sentence.finding(place, "confidence", message, "give a number from 0 to 1, or remove it"))
