"""Scores as plain values, for JSON; NaN becomes null."""

import math
from collections.abc import Sequence
from dataclasses import asdict

from arcwalk.evaluation import breakdown
from arcwalk.evaluation.aligned.agreement import Agreement
from arcwalk.evaluation.aligned.conll_2018 import AlignedScores
from arcwalk.evaluation.aligned.differences import ComparedSentence, differences
from arcwalk.evaluation.aligned.word_alignment import WordAlignment
from arcwalk.evaluation.attachment import CONVENTIONS, AttachmentScores, PrecisionRecall
from arcwalk.evaluation.breakdown import GroupScores
from arcwalk.evaluation.calibration import Calibration
from arcwalk.evaluation.report import EvaluatedSystem, Report, SystemsReport
from arcwalk.evaluation.significance import Comparison, PairedTest
from arcwalk.evaluation.tagging import TagScores

Json = dict[str, object]


def report_as_dict(report: Report) -> Json:
    """All scores of one system or two, and their comparison."""
    scores: Json = {
        name: system_as_dict(system) for name, system in zip(("system", "other"), report.systems, strict=False)
    }
    if report.comparison is not None:
        scores["comparison"] = comparison_as_dict(report.comparison)
    return scores


def aligned_as_dict(scores: AlignedScores) -> Json:
    """The scores of a system whose words are aligned with those of gold."""
    names = ("gold", "system", "correct", "aligned", "precision", "recall", "f1", "aligned_accuracy")
    alignment = scores.alignment
    return {
        "gold": alignment.first.file,
        "system": {
            "file": alignment.second.file,
            "aligned": {name: _values(score, *names) for name, score in scores.metrics.items()},
        },
    }


def agreement_as_dict(agreement: Agreement) -> Json:
    """The agreement of two annotators in all columns, what they disagree on in each."""
    alignment = agreement.alignment
    return {
        "first": alignment.first.file,
        "second": alignment.second.file,
        "words": {"first": len(alignment.first), "second": len(alignment.second), "both": len(alignment)},
        "agreement": {
            name: {
                **_values(column, "words", "same", "agreement", "chance", "kappa"),
                "disagreements": [asdict(each) for each in column.disagreements],
            }
            for name, column in agreement.columns.items()
        },
    }


def differences_as_dict(alignment: WordAlignment) -> Json:
    """The sentences in which tokens, words or sentences differ."""
    return {
        "differences": [
            {
                "first": [_sentence_as_dict(sentence) for sentence in found.first],
                "second": [_sentence_as_dict(sentence) for sentence in found.second],
            }
            for found in differences(alignment)
        ]
    }


def systems_as_dict(report: SystemsReport) -> Json:
    """The runs of all systems with all their scores, the estimates of each system, and all pairs of systems."""
    systems: list[Json] = []
    estimates = report.comparison.systems if report.comparison is not None else [None] * len(report.runs)
    for (name, runs), estimate in zip(report.runs.items(), estimates, strict=True):
        scores = {"uas": asdict(estimate.uas), "las": asdict(estimate.las)} if estimate is not None else {}
        tags = {"tags": report.tag_accuracies(name)}
        systems.append({"name": name, **scores, **tags, "runs": [system_as_dict(run) for run in runs]})
    pairs = report.comparison.pairs if report.comparison is not None else ()
    return {"systems": systems, "pairs": [asdict(pair) for pair in pairs]}


def system_as_dict(system: EvaluatedSystem) -> Json:
    """All scores of one system."""
    scores = scores_as_dict(system.scores) if system.scores is not None else {}
    confidence = {"confidence": confidence_as_dict(system.calibrations)} if system.calibrations else {}
    return {"file": system.file, **scores, **confidence, "tags": tags_as_dict(system.tags)}


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
            **_values(row, "words", "right", "accuracy", "unknown_words", "unknown_accuracy"),
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


def _sentence_as_dict(compared: ComparedSentence) -> Json:
    sentence = compared.sentence
    return {"line": sentence.line, "id": sentence.id, "tokens": [asdict(token) for token in compared.tokens]}


def _scores_as_dict(scores: AttachmentScores) -> Json:
    return {
        "punctuation": scores.convention.punctuation,
        "exact_labels": scores.convention.subtypes,
        **_values(scores, "words", "sentences", "uas", "las", "label_accuracy"),
        "root": _arcs_as_dict(scores.root),
        **_values(scores, "complete_match", "labeled_complete_match"),
    }


def _arcs_as_dict(arcs: PrecisionRecall) -> Json:
    return _values(arcs, "gold", "system", "correct", "precision", "recall", "f1")


def _group_as_dict(group: GroupScores) -> Json:
    return _values(group, "words", "uas", "las")


def _test_as_dict(test: PairedTest) -> Json:
    return {
        **_values(test, "system", "other", "difference", "error_reduction"),
        "sign_test_words": asdict(test.words),
        "sign_test_sentences": asdict(test.sentences),
        "bootstrap": asdict(test.bootstrap),
    }


def _values(record: object, *names: str) -> Json:
    values = {name: getattr(record, name) for name in names}
    return {name: None if value is not None and math.isnan(value) else value for name, value in values.items()}
