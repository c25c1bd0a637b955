"""Any number of systems, each with one run or several: mean scores, their confidence intervals, and tests of all pairs.

A training run depends on its random seed, and a test set on the choice of its sentences. The bootstrap here resamples
both: sentences, the same ones for all systems, and the runs of each system. An interval therefore says where the mean
score would be with other sentences and other seeds, which a test on the words of single runs cannot. A system with one
run shows nothing of what depends on its seed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Booleans
from arcwalk.errors import ArcwalkError
from arcwalk.evaluation.attachment import AttachmentScores, ScoringConvention, count
from arcwalk.evaluation.significance import RESAMPLES, require_same_gold

_BATCH = 250  # resamples at once

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean score over runs, in percent, its 95% confidence interval, and the score of each run."""

    mean: float
    low: float
    high: float
    runs: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class SystemEstimates:
    """The scores of one system."""

    name: str
    uas: Estimate
    las: Estimate


@dataclass(frozen=True, slots=True)
class Difference:
    """How many points a system is ahead of another, with the 95% confidence interval and a two-sided p-value.

    `adjusted_p_value` allows for the number of pairs that are compared (Holm's method).
    """

    points: float
    low: float
    high: float
    p_value: float
    adjusted_p_value: float


@dataclass(frozen=True, slots=True)
class PairOfSystems:
    """A system against another by UAS and LAS."""

    system: str
    other: str
    uas: Difference
    las: Difference


@dataclass(frozen=True, slots=True)
class SystemsComparison:
    """All systems, and all pairs of them, in the order in which they were given."""

    convention: ScoringConvention
    systems: tuple[SystemEstimates, ...]
    pairs: tuple[PairOfSystems, ...]


def compare_systems(
    systems: Mapping[str, AttachmentScores | Sequence[AttachmentScores]],
    *,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> SystemsComparison:
    """Compare systems by name, each with the scores of one run or of several.

    All must be scored on the same gold sentences under the same convention.
    """
    runs = {name: [own] if isinstance(own, AttachmentScores) else list(own) for name, own in systems.items()}
    if not runs or not all(runs.values()):
        raise ArcwalkError("nothing to compare: give the scores of at least one run of each system")
    every = [run for own in runs.values() for run in own]
    require_same_gold(every)
    sizes = [len(own) for own in runs.values()]
    uas = _Resampled([run.correct_head for run in every], every[0], sizes, resamples, seed)
    las = _Resampled([run.correct_arc for run in every], every[0], sizes, resamples, seed)
    estimates = zip(runs, uas.estimates(), las.estimates(), strict=True)
    pairs = zip(combinations(runs, 2), uas.differences(), las.differences(), strict=True)
    return SystemsComparison(
        convention=every[0].convention,
        systems=tuple(SystemEstimates(*each) for each in estimates),
        pairs=tuple(PairOfSystems(*names, *differences) for names, *differences in pairs),
    )


class _Resampled:
    """One metric of all systems: what it is, and what it is in each resample."""

    def __init__(
        self, correct: Sequence[Booleans], scores: AttachmentScores, sizes: Sequence[int], resamples: int, seed: int
    ) -> None:
        words = scores.per_sentence(scores.scored).astype(np.float64)
        right = np.array([scores.per_sentence(own) for own in correct], dtype=np.float64)  # runs, sentences
        ends = np.cumsum(sizes)
        self.by_system = [slice(end - size, end) for end, size in zip(ends, sizes, strict=True)]
        self.runs = 100.0 * np.array([count(own) for own in correct]) / words.sum()
        self.means = np.array([self.runs[own].mean() for own in self.by_system])
        kept = words > 0
        random = np.random.default_rng(seed)
        batches = _resampled_scores(right[:, kept], words[kept], resamples, random)
        self.resampled = np.concatenate([self._means(batch, random) for batch in batches])  # resamples, systems

    def _means(self, scores: Floats, random: np.random.Generator) -> Floats:
        """The mean of each system in each resample (row), from the scores of all runs on the resampled sentences.

        Of k runs, k - 1 are drawn with replacement: the mean of so many varies as much as the mean of k runs does.
        """
        means = []
        for own in self.by_system:
            size = own.stop - own.start
            drawn = random.integers(size, size=(len(scores), max(size - 1, 1)))
            means.append(np.take_along_axis(scores[:, own], drawn, axis=1).mean(axis=1))
        return np.stack(means, axis=1)

    def estimates(self) -> Iterator[Estimate]:
        """The score of each system."""
        for index, own in enumerate(self.by_system):
            low, high = np.quantile(self.resampled[:, index], [0.025, 0.975])
            yield Estimate(float(self.means[index]), float(low), float(high), tuple(self.runs[own].tolist()))

    def differences(self) -> list[Difference]:
        """The difference between the systems of each pair."""
        measured = []
        for first, second in combinations(range(len(self.means)), 2):
            points = float(self.means[first] - self.means[second])
            varied = self.resampled[:, first] - self.resampled[:, second]
            low, high = np.quantile(varied, [0.025, 0.975])
            not_better = min(count(varied <= 0), count(varied >= 0))
            measured.append((points, float(low), float(high), min(1.0, 2.0 * (not_better + 1) / (len(varied) + 1))))
        adjusted = _holm([p_value for *_, p_value in measured])
        return [Difference(*each, p_value) for each, p_value in zip(measured, adjusted, strict=True)]


def _resampled_scores(right: Floats, words: Floats, resamples: int, random: np.random.Generator) -> Iterator[Floats]:
    """The score of each run (column) on sentences drawn with replacement, in batches of resamples (rows)."""
    n = len(words)
    for start in range(0, resamples, _BATCH):
        drawn = random.integers(n, size=(min(_BATCH, resamples - start), n))
        times = np.stack([np.bincount(row, minlength=n) for row in drawn]).astype(np.float64)
        yield 100.0 * (times @ right.T) / (times @ words)[:, None]


def _holm(p_values: Sequence[float]) -> list[float]:
    """Holm's adjustment: the smallest p-value counts as many times as there are tests, the next one time less, ..."""
    adjusted, largest = [0.0] * len(p_values), 0.0
    for rank, index in enumerate(np.argsort(p_values, kind="stable").tolist()):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = largest
    return adjusted
