"""Lemmas and tags that a tagger chose: records in MISC, by the rule for arcs (`arcs/prediction.py`).

`PredictedUPOS=NOUN|PredictedFeats=Case=Nom\\pNumber=Sing`: a value is predicted as long as it is the one on record.
"""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from arcwalk.treebank.arcs.prediction import as_item
from arcwalk.treebank.sentence_text import LEMMA, SentenceText

COLUMN_RECORDS = {"upos": "PredictedUPOS", "xpos": "PredictedXPOS", "feats": "PredictedFeats", LEMMA: "PredictedLemma"}
"""The key of MISC for each column."""

Text = TypeVar("Text", bound=SentenceText)


def predicted_in(sentence: SentenceText, column: str) -> list[bool]:
    """For each word, whether a tagger chose its value in `upos`, `xpos`, `feats` or `lemma`, and nobody changed it."""
    key = COLUMN_RECORDS[column]
    if not _mentions(sentence, [key]):
        return [False] * len(sentence)
    pairs = zip(sentence.misc(key), sentence.tags(column), strict=True)
    return [recorded != "" and recorded == as_item(value) for recorded, value in pairs]


def has_predicted_columns(sentence: SentenceText) -> bool:
    """Whether some lemma or tag is predicted."""
    return _mentions(sentence, COLUMN_RECORDS.values()) and any(any(predicted_in(sentence, c)) for c in COLUMN_RECORDS)


def with_column_record(sentence: Text, column: str, are_predicted: Sequence[bool]) -> Text:
    """Copy the sentence with these values of a column recorded as predicted, and the others as confirmed."""
    values = zip(sentence.tags(column), are_predicted, strict=True)
    records = [as_item(value) if is_predicted else "" for value, is_predicted in values]
    return sentence.with_misc(COLUMN_RECORDS[column], records)


def without_column_records(sentence: Text) -> Text:
    """The sentence without these records: with all lemmas and tags confirmed."""
    for key in COLUMN_RECORDS.values():
        if _mentions(sentence, [key]):
            sentence = sentence.with_misc(key, [""] * len(sentence))
    return sentence


def _mentions(sentence: SentenceText, keys: Iterable[str]) -> bool:
    """Whether some line has one of these keys in it; if not, there is no need to look at each MISC."""
    text = "".join(sentence.lines)
    return any(f"{key}=" in text for key in keys)
