"""Where a system is right and wrong: by label, arc length, root, part of speech and sentence length."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from arcwalk.evaluation.alignment import Booleans, Integers
from arcwalk.evaluation.attachment import PrecisionRecall, Scores, percent

ARC_LENGTHS = (1, 2, 3, 7)  # the lower ends of the bins, those of the CoNLL-X scorer
SENTENCE_LENGTHS = (1, 11, 21, 31, 41, 51)


@dataclass(frozen=True, slots=True)
class GroupScores:
    """Attachment scores, in percent, over one group of words."""

    name: str
    words: int
    uas: float
    las: float


def by_label(scores: Scores) -> list[PrecisionRecall]:
    """Labeled arcs by label, the most frequent first: an arc is correct with the right head and label."""
    rows = _precision_recall(scores.labels, scores.gold_label, scores.system_label, scores.correct_arc, scores.scored)
    return sorted(rows, key=lambda row: (-row.gold, -row.system, row.name))


def by_arc_length(scores: Scores) -> list[PrecisionRecall]:
    """Unlabeled arcs by the distance from head to modifier; arcs from the root are a bin of their own."""
    position = scores.aligned.position

    def bins(head: Integers) -> Integers:
        length_bin = np.digitize(np.abs(head - position), ARC_LENGTHS)
        return np.where(head == 0, 0, length_bin).astype(np.int32)

    names = ("root", *_bin_names(ARC_LENGTHS))
    gold, system = bins(scores.aligned.gold_head), bins(scores.aligned.system_head)
    return _precision_recall(names, gold, system, scores.correct_head, scores.scored)


def by_root(scores: Scores) -> list[PrecisionRecall]:
    """Unlabeled arcs from the root against arcs from a word."""
    gold = (scores.aligned.gold_head != 0).astype(np.int32)
    system = (scores.aligned.system_head != 0).astype(np.int32)
    return _precision_recall(("root", "non-root"), gold, system, scores.correct_head, scores.scored)


def by_sentence_length(scores: Scores) -> list[GroupScores]:
    """Scores by the number of words of the sentence, all words counted, punctuation too."""
    length_bin = (np.digitize(scores.aligned.lengths, SENTENCE_LENGTHS) - 1).astype(np.int32)
    return _group_scores(_bin_names(SENTENCE_LENGTHS), length_bin[scores.aligned.sentence], scores)


def by_tag(scores: Scores) -> list[GroupScores]:
    """Scores by the gold tag of the modifier (UPOS, or XPOS where there is none), most frequent first."""
    rows = _group_scores(scores.aligned.tags, scores.aligned.tag, scores)
    return sorted(rows, key=lambda row: (-row.words, row.name))


def _bin_names(lower_ends: Sequence[int]) -> tuple[str, ...]:
    """`(1, 2, 3, 7)` is `1`, `2`, `3-6`, `7+`."""
    closed = (str(low) if high == low + 1 else f"{low}-{high - 1}" for low, high in pairwise(lower_ends))
    return (*closed, f"{lower_ends[-1]}+")


def _precision_recall(
    names: Sequence[str], gold: Integers, system: Integers, correct: Booleans, scored: Booleans
) -> list[PrecisionRecall]:
    """One row for each class that gold or system has; a correct arc is of the same class in both."""
    gold_counts = np.bincount(gold[scored], minlength=len(names))
    system_counts = np.bincount(system[scored], minlength=len(names))
    correct_counts = np.bincount(gold[correct], minlength=len(names))
    rows = zip(names, gold_counts.tolist(), system_counts.tolist(), correct_counts.tolist(), strict=True)
    return [PrecisionRecall(*row) for row in rows if row[1] or row[2]]


def _group_scores(names: Sequence[str], group: Integers, scores: Scores) -> list[GroupScores]:
    """One row for each group that has a scored word."""
    words, heads, arcs = (
        np.bincount(group[mask], minlength=len(names)).tolist()
        for mask in (scores.scored, scores.correct_head, scores.correct_arc)
    )
    return [
        GroupScores(name, count, percent(right_heads, count), percent(right_arcs, count))
        for name, count, right_heads, right_arcs in zip(names, words, heads, arcs, strict=True)
        if count
    ]
