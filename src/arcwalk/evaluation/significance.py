"""Paired significance tests: is one system better than another on the same words?

The sign test is that of Rush et al. (2012), with p <= 0.05. The paper does not say what it counts: here it counts
words, as the scores do, and a second one counts sentences, since words of a sentence are not independent. The bootstrap
resamples sentences and also gives a confidence interval of the difference.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtr

from arcwalk.arrays import Booleans
from arcwalk.errors import ArcwalkError
from arcwalk.evaluation.attachment import AttachmentScores, ScoringConvention, count, percent

LEVEL = 0.05
RESAMPLES = 10_000


@dataclass(frozen=True, slots=True)
class SignTest:
    """Wins and losses of the system against the other, without ties; `p_value` is two-sided."""

    wins: int
    losses: int
    p_value: float


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """The 95% confidence interval of the difference in points, and its two-sided p-value."""

    low: float
    high: float
    p_value: float


@dataclass(frozen=True, slots=True)
class PairedTest:
    """A score of two systems on the same words, in percent, and tests of the difference."""

    metric: str
    system: float
    other: float
    words: SignTest
    sentences: SignTest
    bootstrap: Bootstrap

    @property
    def difference(self) -> float:
        """The system's score minus the other's, in points."""
        return self.system - self.other

    @property
    def error_reduction(self) -> float:
        """The relative error reduction over the other system, in percent."""
        return 100.0 * self.difference / (100.0 - self.other) if self.other < 100.0 else float("nan")


@dataclass(frozen=True, slots=True)
class Comparison:
    """A system against another by UAS and LAS."""

    convention: ScoringConvention
    uas: PairedTest
    las: PairedTest


def compare(
    system: AttachmentScores, other: AttachmentScores, *, resamples: int = RESAMPLES, seed: int = 0
) -> Comparison:
    """Compare two systems scored on the same gold sentences under the same convention.

    See `compare_systems` for more systems, or for several training runs of a system.
    """
    require_same_gold([system, other])
    scored = system.per_sentence(system.scored)

    def test(metric: str, system_correct: Booleans, other_correct: Booleans) -> PairedTest:
        gain = system.per_sentence(system_correct) - system.per_sentence(other_correct)
        return PairedTest(
            metric=metric,
            system=percent(count(system_correct), system.words),
            other=percent(count(other_correct), system.words),
            words=sign_test(count(system_correct & ~other_correct), count(other_correct & ~system_correct)),
            sentences=sign_test(count(gain > 0), count(gain < 0)),
            bootstrap=paired_bootstrap(gain, scored, resamples=resamples, seed=seed),
        )

    return Comparison(
        convention=system.convention,
        uas=test("UAS", system.correct_head, other.correct_head),
        las=test("LAS", system.correct_arc, other.correct_arc),
    )


def require_same_gold(scores: Sequence[AttachmentScores]) -> None:
    """Raise if not all are scores of the same gold sentences under the same convention."""
    first = scores[0]
    for other in scores[1:]:
        same_gold = np.array_equal(first.aligned.lengths, other.aligned.lengths) and np.array_equal(
            first.aligned.gold_head, other.aligned.gold_head
        )
        if not same_gold or first.convention != other.convention:
            message = "the systems were scored on different sentences or by different conventions"
            raise ArcwalkError(message, f"score {'both' if len(scores) == 2 else 'all'} alike")
    if not first.words:
        raise ArcwalkError("nothing to compare: all words are punctuation", "compare scores with punctuation")


def sign_test(wins: int, losses: int) -> SignTest:
    """The exact two-sided binomial test; under the null hypothesis wins and losses are equally likely."""
    # With probability 1/2 both tails are equal, so twice the smaller one is exact.
    p_value = min(1.0, 2.0 * float(bdtr(min(wins, losses), wins + losses, 0.5)))
    return SignTest(wins, losses, p_value)


def paired_bootstrap(
    gain: NDArray[np.integer], words: NDArray[np.integer], *, resamples: int = RESAMPLES, seed: int = 0
) -> Bootstrap:
    """Resample sentences with replacement to see how the difference between two systems varies.

    For each sentence, `gain` is how many more words the system has right than the other, and `words` how many are
    scored. The p-value is twice the share of resamples in which the better system is not better (plus one, so that it
    is never zero): the level at which the confidence interval just touches zero.
    """
    # The better system comes first, so that swapping the systems only changes signs.
    direction = 1 if gain.sum() >= 0 else -1
    outcomes = np.stack([direction * gain, words], axis=1)[words > 0]
    # Sentences with the same outcome are interchangeable: draw how often each outcome occurs.
    kinds, counts = np.unique(outcomes, axis=0, return_counts=True)
    draws = np.random.default_rng(seed).multinomial(counts.sum(), counts / counts.sum(), size=resamples)
    gains, totals = (draws @ kinds).T  # each: resamples
    low, high = np.quantile(100.0 * gains / totals, [0.025, 0.975])
    not_better = min(count(gains <= 0), count(gains >= 0))
    p_value = min(1.0, 2.0 * (not_better + 1) / (resamples + 1))
    ends = sorted((direction * float(low), direction * float(high)))
    return Bootstrap(ends[0], ends[1], p_value)
