"""Scores as tables of text, the same for the terminal and for a page."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arcwalk.evaluation import breakdown
from arcwalk.evaluation.attachment import CONVENTIONS, AttachmentScores, PrecisionRecall, percent
from arcwalk.evaluation.calibration import LOOKED_AT, Calibration
from arcwalk.evaluation.significance import LEVEL, Comparison, PairedTest
from arcwalk.evaluation.systems import Difference, Estimate, SystemsComparison
from arcwalk.evaluation.tagging import TagScores

LEGEND = (
    "UAS: words with the right head. LAS: right head and label. LA: right label. Complete: sentences with all heads "
    "right (labeled: and all labels). Labels are compared without subtypes unless exact."
)
_CONFIDENCE_LEGEND = (
    "ECE: expected calibration error, the mean gap between confidence and accuracy in points. Brier: mean squared "
    "error of confidence, 0 is best. Found: errors among the least confident words. No punctuation, exact labels."
)
_ROWS = {  # of the table of scores, by convention
    "default": "no punctuation",
    "conll-x": "  exact labels (conll-x)",
    "conll-2018": "all words (conll-2018)",
    "conll-x-with-punctuation": "  exact labels",
}


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """A column of names followed by columns of numbers, all as text; headings have a line break where they may."""

    title: str  # empty if the table continues the one before
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    has_main_row: bool = False  # the first row has the scores to cite
    note: str = ""  # on what the columns are


def scores_table(scores: AttachmentScores, name: str) -> ScoreTable:
    """The scores of a system under all conventions."""
    columns = ("", "words", "UAS", "LAS", "LA", "root\nF1", "complete", "labeled\ncomplete")
    rows = []
    for convention, row in _ROWS.items():
        under = scores.under(CONVENTIONS[convention])
        numbers = (under.uas, under.las, under.label_accuracy, under.root_accuracy)
        complete = (under.complete_match, under.labeled_complete_match)
        rows.append((row, f"{under.words:,}", *map(rounded, (*numbers, *complete))))
    return ScoreTable(f"Scores of {name}", columns, rows, has_main_row=True)


def breakdown_tables(scores: AttachmentScores) -> list[ScoreTable]:
    """Scores by label, arc length, root, tag and sentence length."""
    arcs = (
        ("Labeled arcs by label", "label", breakdown.by_label(scores)),
        ("Arcs by length", "length", breakdown.by_arc_length(scores)),
        ("Root and other arcs", "head", breakdown.by_root(scores)),
    )
    groups = (
        ("Words by tag", "tag", breakdown.by_tag(scores)),
        ("Words by sentence length", "length", breakdown.by_sentence_length(scores)),
    )
    return [_precision_table(*each) for each in arcs] + [
        ScoreTable(
            title,
            (kind, "words", "UAS", "LAS"),
            [(group.name, f"{group.words:,}", rounded(group.uas), rounded(group.las)) for group in rows],
        )
        for title, kind, rows in groups
    ]


def tags_tables(scores: Sequence[TagScores], name: str) -> list[ScoreTable]:
    """The accuracy of each column of tags, and of lemmas; nothing if gold has neither."""
    rows = []
    for row in scores:
        unknown = ["-"] * 3
        if row.unknown_words is not None:
            unknown = [f"{row.unknown_words:,}", f"{row.unknown_right:,}", rounded(row.unknown_accuracy)]
        rows.append((row.column.upper(), f"{row.words:,}", f"{row.right:,}", rounded(row.accuracy), *unknown))
    columns = ("", "words", "correct", "accuracy", "unknown\nwords", "correct", "accuracy")
    return [ScoreTable(f"Tags of {name}, including punctuation", columns, rows)] if rows else []


def each_tag_tables(scores: Sequence[TagScores]) -> list[ScoreTable]:
    """Precision and recall of each tag of each column."""
    return [_precision_table(f"{row.column.upper()} by tag", "tag", row.by_tag) for row in scores if row.by_tag]


def confidence_tables(calibrations: Sequence[Calibration], name: str) -> list[ScoreTable]:
    """The calibration of a system's confidences; nothing if it gave none."""
    if not calibrations:
        return []
    shares = (f"found in\n{share}% of words" for share in LOOKED_AT)
    summary = [
        (
            row.name,
            f"{row.words:,}",
            *map(rounded, (row.accuracy, row.confidence, row.calibration_error)),
            f"{row.brier_score:.4f}",
            f"{row.errors:,}",
            *(f"{looked.errors:,.0f} ({rounded(percent(looked.errors, row.errors))}%)" for looked in row.doubtful),
        )
        for row in calibrations
    ]
    bins = []
    for low, high in sorted({(bin.low, bin.high) for row in calibrations for bin in row.bins}):
        cells: list[str] = []
        for row in calibrations:
            bin = next((bin for bin in row.bins if bin.low == low), None)
            cells += (f"{bin.words:,}", rounded(bin.accuracy), rounded(bin.confidence)) if bin else ("-",) * 3
        bins.append((f"{low}-{high}%", *cells))
    columns = [f"{row.name}\n{column}" for row in calibrations for column in ("words", "accuracy", "confidence")]
    return [
        ScoreTable(
            f"Confidence of {name}",
            ("", "words", "accuracy", "confidence", "ECE", "Brier", "errors", *shares),
            summary,
        ),
        ScoreTable("", ("confidence", *columns), bins, note=_CONFIDENCE_LEGEND),
    ]


def comparison_table(comparison: Comparison, system: str, other: str) -> ScoreTable:
    """Two systems side by side, with paired tests."""
    tests = (comparison.uas, comparison.las)
    rows = (
        (system, [rounded(test.system) for test in tests]),
        (other, [rounded(test.other) for test in tests]),
        ("difference", [f"{test.difference:+.2f}" for test in tests]),
        ("95% confidence interval", [f"{test.bootstrap.low:+.2f} to {test.bootstrap.high:+.2f}" for test in tests]),
        ("error reduction (%)", [rounded(test.error_reduction) for test in tests]),
        ("words won : lost", [f"{test.words.wins:,} : {test.words.losses:,}" for test in tests]),
        ("sentences won : lost", [f"{test.sentences.wins:,} : {test.sentences.losses:,}" for test in tests]),
        ("p, sign test on words", [_p_value(test.words.p_value) for test in tests]),
        ("p, sign test on sentences", [_p_value(test.sentences.p_value) for test in tests]),
        ("p, bootstrap on sentences", [_p_value(test.bootstrap.p_value) for test in tests]),
    )
    punctuation = "with" if comparison.convention.punctuation else "without"
    return ScoreTable(
        f"Paired comparison, {punctuation} punctuation",
        ("", *(test.metric for test in tests)),
        [(name, *cells) for name, cells in rows],
    )


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


def systems_tables(comparison: SystemsComparison) -> list[ScoreTable]:
    """A row for each system, numbered, and one for each pair of them."""
    has_runs = any(len(system.las.runs) > 1 for system in comparison.systems)
    rows = [
        (
            f"{number} {system.name}",
            str(len(system.las.runs)),
            *(cell for estimate in (system.uas, system.las) for cell in (rounded(estimate.mean), _interval(estimate))),
            _range(system.las.runs),
        )
        for number, system in enumerate(comparison.systems, 1)
    ]
    columns = ("", "runs", "UAS", "95% confidence\ninterval", "LAS", "95% confidence\ninterval", "LAS of\neach run")
    resampled = "sentences and runs" if has_runs else "sentences"
    punctuation = "with" if comparison.convention.punctuation else "without"
    scores = ScoreTable(
        f"Scores {punctuation} punctuation",
        columns if has_runs else (columns[0], *columns[2:-1]),
        rows if has_runs else [(row[0], *row[2:-1]) for row in rows],
        note=f"Means over runs. Intervals: bootstrap over {resampled}." if has_runs else "",
    )
    if not comparison.pairs:
        return [scores]
    numbers = {system.name: str(number) for number, system in enumerate(comparison.systems, 1)}
    differences = [
        (f"{numbers[pair.system]} - {numbers[pair.other]}", *_difference(pair.uas), *_difference(pair.las))
        for pair in comparison.pairs
    ]
    pairs = len(comparison.pairs)
    adjusted = f", adjusted for {pairs} pairs (Holm)" if pairs > 1 else ""
    note = f"Intervals and p: paired bootstrap over {resampled}; p is two-sided{adjusted}."
    headings = ("", *(column for metric in ("UAS", "LAS") for column in (metric, "p", "95% confidence\ninterval")))
    return [scores, ScoreTable("Differences between systems", headings, differences, note=note)]


def systems_verdicts(comparison: SystemsComparison) -> list[str]:
    """Which differences are significant."""
    verdicts = []
    for metric in ("uas", "las") if comparison.pairs else ():
        better: dict[str, list[str]] = {}
        for pair in comparison.pairs:
            difference: Difference = getattr(pair, metric)
            if difference.adjusted_p_value <= LEVEL:
                names = (pair.system, pair.other) if difference.points > 0 else (pair.other, pair.system)
                better.setdefault(names[0], []).append(names[1])
        for name, others in better.items():
            claim = f"{name} is better than {_listed(others)}, which is significant (p <= {LEVEL})"
            verdicts.append(f"{metric.upper()}: {claim}.")
        if not better:
            verdicts.append(f"{metric.upper()}: no difference is significant (p > {LEVEL}).")
    return verdicts


def mean_tags_table(accuracies: Mapping[str, Mapping[str, float]]) -> ScoreTable:
    """The mean accuracy of each column of tags, and of lemmas, of each system."""
    names = list(dict.fromkeys(column for own in accuracies.values() for column in own))
    rows = [
        (f"{number} {system}", *(rounded(own.get(name, math.nan)) for name in names))
        for number, (system, own) in enumerate(accuracies.items(), 1)
    ]
    return ScoreTable("Tags, including punctuation", ("", *map(str.upper, names)), rows)


def _precision_table(title: str, kind: str, rows: Sequence[PrecisionRecall]) -> ScoreTable:
    return ScoreTable(
        title,
        (kind, "gold", "system", "correct", "precision", "recall", "F1"),
        [
            (
                row.name,
                *(f"{count:,}" for count in (row.gold, row.system, row.correct)),
                *map(rounded, (row.precision, row.recall, row.f1)),
            )
            for row in rows
        ],
    )


def _difference(difference: Difference) -> tuple[str, str, str]:
    p_value = _p_value(difference.adjusted_p_value)
    return f"{difference.points:+.2f}", p_value, f"{difference.low:+.2f} to {difference.high:+.2f}"


def _range(runs: Sequence[float]) -> str:
    return f"{min(runs):.2f} to {max(runs):.2f}" if len(runs) > 1 else "-"


def _interval(estimate: Estimate) -> str:
    return f"{estimate.low:.2f} to {estimate.high:.2f}"


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def rounded(score: float) -> str:
    """A score with two digits after the point; a dash if there is none."""
    return "-" if math.isnan(score) else f"{score:.2f}"


def _p_value(p_value: float) -> str:
    return "< 0.0001" if p_value < 0.0001 else f"{p_value:.4f}"
