"""The record in MISC of an arc that a parser chose: how sure it is, and which arc it was.

`HeadConfidence=0.93|LabelConfidence=0.90|PredictedArc=3:nsubj`. An arc with a confidence is predicted, unless it is no
longer the arc on record: whoever edits HEAD or DEPREL confirms the arc by that. All other arcs are confirmed.
"""

from collections.abc import Iterable, Mapping

from arcwalk.treebank.key_values import with_value

HEAD_CONFIDENCE = "HeadConfidence"
"""The probability that the head is right."""

LABEL_CONFIDENCE = "LabelConfidence"
"""The probability that head and label are right, never more than that of the head."""

PREDICTED_ARC = "PredictedArc"
"""The arc that the parser chose, see `arc_value`."""

RECORD = (HEAD_CONFIDENCE, LABEL_CONFIDENCE, PREDICTED_ARC)


def arc_value(head: int | str, label: str) -> str:
    """An arc as one value, `3:nsubj`."""
    return f"{head}:{as_item(label) or '_'}"


def as_item(value: str) -> str:
    r"""A value as it can stand in an item of MISC: a bar is written as `\p`, a backslash as `\\`."""
    return value.replace("\\", "\\\\").replace("|", "\\p")


def is_about(misc: Mapping[str, str], head: int, label: str) -> bool:
    """Whether the record, if there is one in MISC, is about this arc and not about one that stood here before."""
    return PREDICTED_ARC not in misc or misc[PREDICTED_ARC] == arc_value(head, label)


def has_records(lines: Iterable[str]) -> bool:
    """Whether a sentence with these lines may have records; if not, there is no need to look at each MISC."""
    text = "".join(lines)
    return any(key in text for key in RECORD)


def without_record(misc: str) -> str:
    """MISC without the record."""
    for key in RECORD:
        if key in misc:
            misc = with_value(misc, key, "")
    return misc
