"""Tables of scores for the terminal; plain text when piped."""

import math
from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table

from arcwalk.evaluation import breakdown
from arcwalk.evaluation.attachment import CONVENTIONS, AttachmentScores, PrecisionRecall, percent
from arcwalk.evaluation.calibration import LOOKED_AT, Calibration
from arcwalk.evaluation.significance import LEVEL, Comparison, PairedTest
from arcwalk.evaluation.tagging import TagScores

_WIDTH_WHEN_PIPED = 100
_ROWS = {  # of the table of scores, by convention
    "default": "no punctuation",
    "conll-x": "  exact labels (conll-x)",
    "conll-2018": "all words (conll-2018)",
    "conll-x-with-punctuation": "  exact labels",
}
_LEGEND = (
    "UAS: words with the right head. LAS: right head and label. LA: right label. Complete: sentences with all heads "
    "right (labeled: and all labels). Labels are compared without subtypes unless exact."
)
_CONFIDENCE_LEGEND = (
    "ECE: expected calibration error, the mean gap between confidence and accuracy in points. Brier: mean squared "
    "error of confidence, 0 is best. Found: errors among the least confident words. No punctuation, exact labels."
)


def report_console() -> Console:
    """A console on stdout that prints names verbatim; when piped, its width is fixed."""
    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = _WIDTH_WHEN_PIPED
    return console


def print_scores(console: Console, scores: AttachmentScores, name: str) -> None:
    """Print the scores of a system under all conventions."""
    table = _table("", "words", "UAS", "LAS", "LA", "root\nF1", "complete", "labeled\ncomplete")
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
    """Print the legend of `print_scores`."""
    console.print(_LEGEND, style="dim")


def print_breakdowns(console: Console, scores: AttachmentScores) -> None:
    """Print scores by label, arc length, root, tag and sentence length."""
    for title, kind, arcs in (
        ("Labeled arcs by label", "label", breakdown.by_label(scores)),
        ("Arcs by length", "length", breakdown.by_arc_length(scores)),
        ("Root and other arcs", "head", breakdown.by_root(scores)),
    ):
        _print(console, title, _precision_table(kind, arcs))
    for title, kind, groups in (
        ("Words by tag", "tag", breakdown.by_tag(scores)),
        ("Words by sentence length", "length", breakdown.by_sentence_length(scores)),
    ):
        table = _table(kind, "words", "UAS", "LAS")
        for group in groups:
            table.add_row(group.name, f"{group.words:,}", _number(group.uas), _number(group.las))
        _print(console, title, table)


def print_tags(console: Console, scores: Sequence[TagScores], name: str) -> None:
    """Print the accuracy of each column of tags, and of lemmas; nothing if gold has neither."""
    if not scores:
        return
    table = _table("", "words", "correct", "accuracy", "unknown\nwords", "correct", "accuracy")
    for row in scores:
        unknown = ["-"] * 3
        if row.unknown_words is not None:
            unknown = [f"{row.unknown_words:,}", f"{row.unknown_right:,}", _number(row.unknown_accuracy)]
        table.add_row(row.column.upper(), f"{row.words:,}", f"{row.right:,}", _number(row.accuracy), *unknown)
    _print(console, f"Tags of {name}, including punctuation", table)


def print_each_tag(console: Console, scores: Sequence[TagScores]) -> None:
    """Print precision and recall of each tag of each column."""
    for row in scores:
        if row.by_tag:
            _print(console, f"{row.column.upper()} by tag", _precision_table("tag", row.by_tag))


def print_confidence(console: Console, calibrations: Sequence[Calibration], name: str) -> None:
    """Print the calibration of a system's confidences; nothing if it gave none."""
    if not calibrations:
        return
    found = (f"found in\n{share}% of words" for share in LOOKED_AT)
    table = _table("", "words", "accuracy", "confidence", "ECE", "Brier", "errors", *found)
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
    """Print two systems side by side, paired tests, and a verdict."""
    tests = (comparison.uas, comparison.las)
    table = _table("", *(test.metric for test in tests))
    for name, cells in (
        (system, [_number(test.system) for test in tests]),
        (other, [_number(test.other) for test in tests]),
        ("difference", [f"{test.difference:+.2f}" for test in tests]),
        ("95% confidence interval", [f"{test.bootstrap.low:+.2f} to {test.bootstrap.high:+.2f}" for test in tests]),
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
    """Which system is better, by how much, and whether this is significant by both tests."""
    if test.difference == 0:
        return f"{test.metric}: {system} and {other} score the same ({test.system:.2f})."
    better, worse = (system, other) if test.difference > 0 else (other, system)
    claim = f"{test.metric}: {better} is better than {worse} by {abs(test.difference):.2f} points"
    by_words, by_bootstrap = test.words.p_value <= LEVEL, test.bootstrap.p_value <= LEVEL
    if by_words and by_bootstrap:
        return f"{claim}, which is significant (p <= {LEVEL})."
    if not by_words and not by_bootstrap:
        return f"{claim}, which is not significant (p > {LEVEL})."
    yes, no = ("sign test on words", "bootstrap") if by_words else ("bootstrap", "sign test on words")
    return f"{claim}, which is significant by the {yes} but not by the {no} (p <= {LEVEL})."


def _table(*columns: str) -> Table:
    """A table with a column of names followed by columns of numbers."""
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


def _p_value(p_value: float) -> str:
    return "< 0.0001" if p_value < 0.0001 else f"{p_value:.4f}"
