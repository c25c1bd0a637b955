"""Scores broken down by label, arc length, root, tag and sentence length."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from arcwalk.arrays import Booleans, Integers
from arcwalk.evaluation.attachment import AttachmentScores, PrecisionRecall, percent


def _bin_names(lower_bounds: Sequence[int]) -> tuple[str, ...]:
    """`(1, 2, 3, 7)` is `1`, `2`, `3-6`, `7+`."""
    closed = (str(low) if high == low + 1 else f"{low}-{high - 1}" for low, high in pairwise(lower_bounds))
    return (*closed, f"{lower_bounds[-1]}+")


ARC_LENGTHS = (1, 2, 3, 7)  # lower bounds of bins, as in the CoNLL-X scorer
SENTENCE_LENGTHS = (1, 11, 21, 31, 41, 51)
ARC_LENGTH_BINS = ("root", *_bin_names(ARC_LENGTHS))
SENTENCE_LENGTH_BINS = _bin_names(SENTENCE_LENGTHS)


@dataclass(frozen=True, slots=True)
class GroupScores:
    """Attachment scores of one group of words, in percent."""

    name: str
    words: int
    uas: float
    las: float


def by_label(scores: AttachmentScores) -> list[PrecisionRecall]:
    """Labeled arcs by label, most frequent first."""
    rows = _precision_recall(scores.labels, scores.gold_label, scores.system_label, scores.correct_arc, scores.scored)
    return sorted(rows, key=lambda row: (-row.gold, -row.system, row.name))


def by_arc_length(scores: AttachmentScores) -> list[PrecisionRecall]:
    """Unlabeled arcs by the distance between head and modifier; arcs from the root have their own bin."""
    position = scores.aligned.position

    def bins(head: Integers) -> Integers:
        length_bin = np.digitize(np.abs(head - position), ARC_LENGTHS)
        return np.where(head == 0, 0, length_bin).astype(np.int32)

    gold, system = bins(scores.aligned.gold_head), bins(scores.aligned.system_head)
    return _precision_recall(ARC_LENGTH_BINS, gold, system, scores.correct_head, scores.scored)


def by_root(scores: AttachmentScores) -> list[PrecisionRecall]:
    """Unlabeled arcs from the root, and all others."""
    gold = (scores.aligned.gold_head != 0).astype(np.int32)
    system = (scores.aligned.system_head != 0).astype(np.int32)
    return _precision_recall(("root", "non-root"), gold, system, scores.correct_head, scores.scored)


def by_sentence_length(scores: AttachmentScores) -> list[GroupScores]:
    """Scores by sentence length in words, including punctuation."""
    length_bin = (np.digitize(scores.aligned.lengths, SENTENCE_LENGTHS) - 1).astype(np.int32)
    return _group_scores(SENTENCE_LENGTH_BINS, length_bin[scores.aligned.sentence], scores)


def by_tag(scores: AttachmentScores) -> list[GroupScores]:
    """Scores by the gold tag of the modifier (UPOS, or XPOS where there is none), most frequent first."""
    rows = _group_scores(scores.aligned.tags, scores.aligned.tag, scores)
    return sorted(rows, key=lambda row: (-row.words, row.name))


def _precision_recall(
    names: Sequence[str], gold: Integers, system: Integers, correct: Booleans, scored: Booleans
) -> list[PrecisionRecall]:
    """One row per class in gold or system; correct arcs have the same class in both."""
    gold_counts = np.bincount(gold[scored], minlength=len(names))
    system_counts = np.bincount(system[scored], minlength=len(names))
    correct_counts = np.bincount(gold[correct], minlength=len(names))
    rows = zip(names, gold_counts.tolist(), system_counts.tolist(), correct_counts.tolist(), strict=True)
    return [PrecisionRecall(*row) for row in rows if row[1] or row[2]]


def _group_scores(names: Sequence[str], group: Integers, scores: AttachmentScores) -> list[GroupScores]:
    """One row per group with a scored word."""
    words, heads, arcs = (
        np.bincount(group[mask], minlength=len(names)).tolist()
        for mask in (scores.scored, scores.correct_head, scores.correct_arc)
    )
    return [
        GroupScores(name, count, percent(right_heads, count), percent(right_arcs, count))
        for name, count, right_heads, right_arcs in zip(names, words, heads, arcs, strict=True)
        if count
    ]
