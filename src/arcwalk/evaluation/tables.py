"""Scores for people and for programs: tables (plain text when piped), and plain values for JSON."""

import math
from collections.abc import Sequence
from dataclasses import asdict

from rich import box
from rich.console import Console
from rich.table import Table

from arcwalk.evaluation import breakdown
from arcwalk.evaluation.attachment import CONVENTIONS, PrecisionRecall, Scores, percent
from arcwalk.evaluation.breakdown import GroupScores
from arcwalk.evaluation.calibration import LOOKED_AT, Calibration
from arcwalk.evaluation.significance import LEVEL, Comparison, PairedTest
from arcwalk.evaluation.tagging import TagScores

Json = dict[str, object]

_WIDTH_WHEN_PIPED = 100
_ROWS = {  # of the table of scores, by convention
    "default": "no punctuation",
    "conll-x": "  exact labels (conll-x)",
    "conll-2018": "all words (conll-2018)",
    "conll-x-with-punctuation": "  exact labels",
}
_LEGEND = (
    "UAS: right head. LAS: right head and label. LA: right label. Match: sentences without a wrong head "
    "(labeled: or label). Labels are compared up to the first colon, exact labels as they are."
)
_CONFIDENCE_LEGEND = (
    "ECE: how far confidence and accuracy are apart, in points, on average over bins of confidence. Brier: mean "
    "squared error, 0 is best. Found: wrong arcs among the least confident words. No punctuation, exact labels."
)


def report_console() -> Console:
    """A console on standard output that shows names as they are; in a pipe it has a fixed width."""
    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = _WIDTH_WHEN_PIPED
    return console


def print_scores(console: Console, scores: Scores, name: str) -> None:
    """Print the scores of one system under every convention."""
    table = _table("", "words", "UAS", "LAS", "LA", "root\nF1", "match", "labeled\nmatch")
    for convention, row in _ROWS.items():
        under = scores.under(CONVENTIONS[convention])
        table.add_row(
            row,
            f"{under.words:,}",
            *map(_number, (under.uas, under.las, under.label_accuracy, under.root_accuracy)),
            *map(_number, (under.complete_match, under.labeled_complete_match)),
            style="bold" if convention == "default" else "",
        )
    _print(console, f"Scores of {name}", table)


def print_legend(console: Console) -> None:
    """Print what the columns of the scores mean."""
    console.print(_LEGEND, style="dim")


def print_breakdowns(console: Console, scores: Scores) -> None:
    """Print where the system is right and wrong, by kinds of arcs, words and sentences."""
    for title, kind, arcs in (
        ("Labeled arcs by label", "label", breakdown.by_label(scores)),
        ("Arcs by length", "words apart", breakdown.by_arc_length(scores)),
        ("Arcs from the root and from words", "head", breakdown.by_root(scores)),
    ):
        _print(console, title, _precision_table(kind, arcs))
    for title, kind, groups in (
        ("Words by part of speech", "tag", breakdown.by_tag(scores)),
        ("Words by the length of their sentence", "length", breakdown.by_sentence_length(scores)),
    ):
        table = _table(kind, "words", "UAS", "LAS")
        for group in groups:
            table.add_row(group.name, f"{group.words:,}", _number(group.uas), _number(group.las))
        _print(console, title, table)


def print_tags(console: Console, scores: Sequence[TagScores], name: str) -> None:
    """Print how many words have the right tag, in each column; nothing if gold has no tags."""
    if not scores:
        return
    table = _table("", "words", "right", "accuracy", "unknown\nwords", "right", "accuracy")
    for row in scores:
        unknown = ["-"] * 3
        if row.unknown_words is not None:
            unknown = [f"{row.unknown_words:,}", f"{row.unknown_right:,}", _number(row.unknown_accuracy)]
        table.add_row(row.column.upper(), f"{row.words:,}", f"{row.right:,}", _number(row.accuracy), *unknown)
    _print(console, f"Tags of {name}, all words", table)


def print_each_tag(console: Console, scores: Sequence[TagScores]) -> None:
    """Print how well each tag of each column is found."""
    for row in scores:
        _print(console, f"{row.column.upper()}, tag by tag", _precision_table("tag", row.by_tag))


def print_confidence(console: Console, calibrations: Sequence[Calibration], name: str) -> None:
    """Print how far the confidences of a system can be trusted; nothing if it gave none."""
    if not calibrations:
        return
    found = (f"found in\n{share}% of words" for share in LOOKED_AT)
    table = _table("", "words", "accuracy", "confidence", "ECE", "Brier", "wrong", *found)
    for row in calibrations:
        table.add_row(
            row.name,
            f"{row.words:,}",
            *map(_number, (row.accuracy, row.confidence, row.calibration_error)),
            f"{row.brier_score:.4f}",
            f"{row.errors:,}",
            *(f"{looked.errors:,.0f} ({_number(percent(looked.errors, row.errors))}%)" for looked in row.doubtful),
        )
    _print(console, f"Confidence of {name}", table)
    columns = ("words", "accuracy", "confidence")
    table = _table("confidence", *(f"{row.name}\n{column}" for row in calibrations for column in columns))
    for low, high in sorted({(bin.low, bin.high) for row in calibrations for bin in row.bins}):
        cells: list[str] = []
        for row in calibrations:
            bin = next((bin for bin in row.bins if bin.low == low), None)
            cells += (f"{bin.words:,}", _number(bin.accuracy), _number(bin.confidence)) if bin else ("-",) * 3
        table.add_row(f"{low}-{high}%", *cells)
    console.print(table)
    console.print()
    console.print(_CONFIDENCE_LEGEND, style="dim")
    console.print()


def print_comparison(console: Console, comparison: Comparison, system: str, other: str) -> None:
    """Print both systems side by side, the paired tests, and what they mean in words."""
    tests = (comparison.uas, comparison.las)
    table = _table("", *(test.metric for test in tests))
    for name, cells in (
        (system, [_number(test.system) for test in tests]),
        (other, [_number(test.other) for test in tests]),
        ("difference", [f"{test.difference:+.2f}" for test in tests]),
        ("95% interval", [f"{test.bootstrap.low:+.2f} to {test.bootstrap.high:+.2f}" for test in tests]),
        ("error reduction (%)", [_number(test.error_reduction) for test in tests]),
        ("words won : lost", [f"{test.words.wins:,} : {test.words.losses:,}" for test in tests]),
        ("sentences won : lost", [f"{test.sentences.wins:,} : {test.sentences.losses:,}" for test in tests]),
        ("p, sign test on words", [_p_value(test.words.p_value) for test in tests]),
        ("p, sign test on sentences", [_p_value(test.sentences.p_value) for test in tests]),
        ("p, bootstrap on sentences", [_p_value(test.bootstrap.p_value) for test in tests]),
    ):
        table.add_row(name, *cells)
    punctuation = "with" if comparison.convention.punctuation else "without"
    _print(console, f"Paired comparison, {punctuation} punctuation", table)
    for test in tests:
        console.print(verdict(test, system, other), style="bold", soft_wrap=not console.is_terminal)
    console.print()


def verdict(test: PairedTest, system: str, other: str) -> str:
    """Say in words which system is better, by how much, and whether that is significant.

    The sign test on words and the bootstrap have to agree for a plain yes or no.
    """
    if test.difference == 0:
        return f"{test.metric}: {system} and {other} are equally good ({test.system:.2f})."
    better, worse = (system, other) if test.difference > 0 else (other, system)
    claim = f"{test.metric}: {better} is better than {worse} by {abs(test.difference):.2f} points"
    by_words, by_bootstrap = test.words.p_value <= LEVEL, test.bootstrap.p_value <= LEVEL
    if by_words and by_bootstrap:
        return f"{claim}, which is significant at the {LEVEL} level."
    if not by_words and not by_bootstrap:
        return f"{claim}, which is not significant at the {LEVEL} level: it may be chance."
    yes, no = ("sign test on words", "bootstrap") if by_words else ("bootstrap", "sign test on words")
    return f"{claim}; the tests disagree at the {LEVEL} level: significant by the {yes}, not by the {no}."


def scores_as_dict(scores: Scores) -> Json:
    """A system's scores as plain values: all conventions by name, and breakdowns by the one of `scores`."""
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
    """The accuracy of tags as plain values, by column."""
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
    """What is known of a system's confidences as plain values, by kind of arcs."""
    return {row.name.replace(" ", "_"): asdict(row) for row in calibrations}


def comparison_as_dict(comparison: Comparison) -> Json:
    """The paired tests as plain values; differences are the system's score minus the other's."""
    return {test.metric.lower(): _test_as_dict(test) for test in (comparison.uas, comparison.las)}


def _scores_as_dict(scores: Scores) -> Json:
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


def _table(*columns: str) -> Table:
    """A table with one column of names and columns of numbers."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(columns[0])
    for column in columns[1:]:
        table.add_column(column, justify="right")
    return table


def _precision_table(kind: str, rows: Sequence[PrecisionRecall]) -> Table:
    table = _table(kind, "gold", "system", "correct", "precision", "recall", "F1")
    for row in rows:
        counts = (f"{count:,}" for count in (row.gold, row.system, row.correct))
        table.add_row(row.name, *counts, *map(_number, (row.precision, row.recall, row.f1)))
    return table


def _print(console: Console, title: str, table: Table) -> None:
    console.print(title, style="bold")
    console.print(table)
    console.print()


def _number(score: float) -> str:
    return "-" if math.isnan(score) else f"{score:.2f}"


def _value(score: float) -> float | None:
    return None if math.isnan(score) else score


def _p_value(p_value: float) -> str:
    return "< 0.0001" if p_value < 0.0001 else f"{p_value:.4f}"
