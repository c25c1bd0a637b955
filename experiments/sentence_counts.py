"""Confidence intervals of dependency accuracy, root accuracy and complete match, by resampling sentences."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Numbers, Scores
from arcwalk.evaluation import AttachmentScores

METRICS = ("DA", "RA", "CM")
RESAMPLES = 2000


class Interval(NamedTuple):
    """A value in percent, or a difference of two, with its 95% confidence interval."""

    value: float
    low: float
    high: float

    @property
    def is_significant(self) -> bool:
        """Of a difference: whether zero lies outside."""
        return not self.low <= 0 <= self.high


def sentence_counts(scores: AttachmentScores) -> list[list[int]]:
    """Of each sentence, the numerators of the three metrics, then the denominators."""
    gold, system = (scores.scored & (heads == 0) for heads in (scores.aligned.gold_head, scores.aligned.system_head))
    right, words = scores.per_sentence(scores.correct_head), scores.per_sentence(scores.scored)
    roots = scores.per_sentence(gold) + scores.per_sentence(system)
    columns = (right, 2 * scores.per_sentence(gold & system), (words > 0) & (right == words), words, roots, words > 0)
    counts: list[list[int]] = np.stack(columns, axis=1).astype(int).tolist()
    return counts


def intervals(counts: list[list[int]]) -> dict[str, Interval]:
    """The metrics with their intervals."""
    return _summary(*_resampled(np.array(counts)))


def differences(counts: list[list[int]], other: list[list[int]]) -> dict[str, Interval]:
    """A system less another on the same sentences: both are measured on the same resamples."""
    (value, drawn), (other_value, other_drawn) = (_resampled(np.array(each)) for each in (counts, other))
    return _summary(value - other_value, drawn - other_drawn)


def _resampled(counts: Numbers) -> tuple[Scores, Scores]:
    """The metrics in percent, of all sentences and (resamples, 3) of sentences drawn with replacement."""
    size = len(counts)
    draws = np.random.default_rng(0).multinomial(size, np.full(size, 1 / size), size=RESAMPLES)
    totals = np.vstack([counts.sum(axis=0), draws @ counts])
    shares = 100 * totals[:, :3] / totals[:, 3:]
    return shares[0], shares[1:]


def _summary(values: Scores, drawn: Scores) -> dict[str, Interval]:
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    return {name: Interval(*map(float, own)) for name, *own in zip(METRICS, values, low, high, strict=True)}
