"""Scores as plain values, for JSON; NaN becomes null."""

import math
from collections.abc import Sequence
from dataclasses import asdict

from arcwalk.evaluation import breakdown
from arcwalk.evaluation.attachment import CONVENTIONS, AttachmentScores, PrecisionRecall
from arcwalk.evaluation.breakdown import GroupScores
from arcwalk.evaluation.calibration import Calibration
from arcwalk.evaluation.significance import Comparison, PairedTest
from arcwalk.evaluation.tagging import TagScores

Json = dict[str, object]


def scores_as_dict(scores: AttachmentScores) -> Json:
    """The scores of a system: all conventions by name, and breakdowns under the convention of `scores`."""
    return {
        "conventions": {name: _scores_as_dict(scores.under(convention)) for name, convention in CONVENTIONS.items()},
        "breakdown": {
            "label": {row.name: _arcs_as_dict(row) for row in breakdown.by_label(scores)},
            "arc_length": {row.name: _arcs_as_dict(row) for row in breakdown.by_arc_length(scores)},
            "root": {row.name: _arcs_as_dict(row) for row in breakdown.by_root(scores)},
            "part_of_speech": {row.name: _group_as_dict(row) for row in breakdown.by_tag(scores)},
            "sentence_length": {row.name: _group_as_dict(row) for row in breakdown.by_sentence_length(scores)},
        },
    }


def tags_as_dict(scores: Sequence[TagScores]) -> Json:
    """Tagging accuracy by column."""
    return {
        row.column: {
            "words": row.words,
            "right": row.right,
            "accuracy": _value(row.accuracy),
            "unknown_words": row.unknown_words,
            "unknown_accuracy": _value(row.unknown_accuracy),
            "tags": {tag.name: _arcs_as_dict(tag) for tag in row.by_tag},
        }
        for row in scores
    }


def confidence_as_dict(calibrations: Sequence[Calibration]) -> Json:
    """Calibration of heads and labeled arcs."""
    return {row.name.replace(" ", "_"): asdict(row) for row in calibrations}


def comparison_as_dict(comparison: Comparison) -> Json:
    """Paired tests of UAS and LAS."""
    return {test.metric.lower(): _test_as_dict(test) for test in (comparison.uas, comparison.las)}


def _scores_as_dict(scores: AttachmentScores) -> Json:
    return {
        "punctuation": scores.convention.punctuation,
        "exact_labels": scores.convention.subtypes,
        "words": scores.words,
        "sentences": scores.sentences,
        "uas": _value(scores.uas),
        "las": _value(scores.las),
        "label_accuracy": _value(scores.label_accuracy),
        "root": _arcs_as_dict(scores.root),
        "complete_match": _value(scores.complete_match),
        "labeled_complete_match": _value(scores.labeled_complete_match),
    }


def _arcs_as_dict(arcs: PrecisionRecall) -> Json:
    return {
        "gold": arcs.gold,
        "system": arcs.system,
        "correct": arcs.correct,
        "precision": _value(arcs.precision),
        "recall": _value(arcs.recall),
        "f1": _value(arcs.f1),
    }


def _group_as_dict(group: GroupScores) -> Json:
    return {"words": group.words, "uas": _value(group.uas), "las": _value(group.las)}


def _test_as_dict(test: PairedTest) -> Json:
    return {
        "system": test.system,
        "other": test.other,
        "difference": test.difference,
        "error_reduction": _value(test.error_reduction),
        "sign_test_words": asdict(test.words),
        "sign_test_sentences": asdict(test.sentences),
        "bootstrap": asdict(test.bootstrap),
    }


def _value(score: float) -> float | None:
    return None if math.isnan(score) else score
