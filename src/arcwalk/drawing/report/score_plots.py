"""What the report plots: accuracy by sentence length and arc length, and calibration."""

from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter

from arcwalk.drawing.report.plots import Plot, Point, Series, Tick, categories
from arcwalk.evaluation.attachment import PrecisionRecall
from arcwalk.evaluation.breakdown import (
    ARC_LENGTH_BINS,
    SENTENCE_LENGTH_BINS,
    GroupScores,
    by_arc_length,
    by_sentence_length,
)
from arcwalk.evaluation.calibration import Calibration
from arcwalk.evaluation.report import EvaluatedSystem

Rows = Sequence[GroupScores] | Sequence[PrecisionRecall]


def score_plots(systems: Sequence[EvaluatedSystem]) -> Iterator[Plot]:
    """Plots of one system's scores, or of two systems for comparison."""
    scores = {system.file: system.scores for system in systems if system.scores is not None}
    if scores:
        yield _breakdown(
            "{} by sentence length",
            "words in the sentence; number of scored words",
            {name: by_sentence_length(each) for name, each in scores.items()},
            bins=SENTENCE_LENGTH_BINS,
            count="words",
            metrics={"UAS": "uas", "LAS": "las"},
            summary="LAS",
        )
        yield _breakdown(
            "{} of heads by arc length",
            "distance of head and modifier; number of gold arcs",
            {name: by_arc_length(each) for name, each in scores.items()},
            bins=ARC_LENGTH_BINS,
            count="gold",
            metrics={"precision": "precision", "recall": "recall", "F1": "f1"},
            summary="F1",
        )
    for system in systems:
        if system.calibrations:
            yield _calibration(system.calibrations, f" of {system.file}" if len(systems) > 1 else "")


def _breakdown(
    title: str,
    axis: str,
    systems: Mapping[str, Rows],
    *,
    bins: Sequence[str],
    count: str,
    metrics: Mapping[str, str],
    summary: str,
) -> Plot:
    """One system by its first two metrics, or two systems by the one that sums them up."""
    known = {row.name: attrgetter(count)(row) for rows in systems.values() for row in rows}
    counts = {name: known[name] for name in bins if name in known}
    ticks = categories(list(counts), [f"{number:,}" for number in counts.values()])
    x_of = {tick.lines[0]: tick.x for tick in ticks}

    def series(name: str, rows: Rows, metric: str) -> Series:
        values = {row.name: attrgetter(metric)(row) for row in rows}
        return Series(name, [Point(x_of[row], value, f"{row} {value:.2f}") for row, value in values.items()])

    if len(systems) > 1:
        compared = [series(name, rows, metrics[summary]) for name, rows in systems.items()]
        return Plot(title.format(summary), axis, ticks, compared)
    (rows,) = systems.values()
    names = list(metrics)[:2]
    both = " and ".join(names)
    return Plot(
        title.format(both[0].upper() + both[1:]), axis, ticks, [series(name, rows, metrics[name]) for name in names]
    )


def _calibration(calibrations: Sequence[Calibration], whose: str) -> Plot:
    series = [
        Series(
            each.name,
            [
                Point(bin.confidence, bin.accuracy, f"confidence {bin.confidence:.0f}, accuracy {bin.accuracy:.2f}")
                for bin in each.bins
            ],
        )
        for each in calibrations
    ]
    ticks = [Tick(x, (str(x),)) for x in range(0, 101, 20)]
    axis = "mean confidence; on the diagonal, it equals accuracy"
    return Plot(f"Accuracy by confidence{whose}", axis, ticks, series, has_diagonal=True)
