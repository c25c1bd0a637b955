"""Is one system better than another, or was it luck? Paired tests on the same words.

The sign test is the one of the inter-sentence consistency paper, at its level of 0.05. The paper does not say
what it counts; its scores are shares of words, so words are the unit here, and a second sign test counts
sentences, since the words of a sentence are not independent of each other. The bootstrap resamples whole
sentences and gives an interval for the difference besides a p-value.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtr

from arcwalk.errors import ArcwalkError
from arcwalk.evaluation.alignment import Booleans
from arcwalk.evaluation.attachment import Convention, Scores, count, percent

LEVEL = 0.05
RESAMPLES = 10_000


@dataclass(frozen=True, slots=True)
class SignTest:
    """How often the system beat the other and how often it lost, ties left out; `p_value` is two-sided."""

    wins: int
    losses: int
    p_value: float


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """The 95% interval of the difference in points, and the two-sided p-value that goes with it."""

    low: float
    high: float
    p_value: float


@dataclass(frozen=True, slots=True)
class PairedTest:
    """One score of two systems on the same words, in percent, and what the tests say of the difference."""

    metric: str
    system: float
    other: float
    words: SignTest
    sentences: SignTest
    bootstrap: Bootstrap

    @property
    def difference(self) -> float:
        """The points by which the system is better than the other (worse, if negative)."""
        return self.system - self.other

    @property
    def error_reduction(self) -> float:
        """The share of the other's errors that the system does not make, in percent."""
        return 100.0 * self.difference / (100.0 - self.other) if self.other < 100.0 else float("nan")


@dataclass(frozen=True, slots=True)
class Comparison:
    """A system against another by unlabeled and labeled attachment score."""

    convention: Convention
    uas: PairedTest
    las: PairedTest


def compare(system: Scores, other: Scores, *, resamples: int = RESAMPLES, seed: int = 0) -> Comparison:
    """Compare two systems that were scored on the same gold sentences under the same convention."""
    same_gold = np.array_equal(system.aligned.lengths, other.aligned.lengths) and np.array_equal(
        system.aligned.gold_head, other.aligned.gold_head
    )
    if not same_gold or system.convention != other.convention:
        raise ArcwalkError(
            "the systems were not scored alike; score both on the same gold sentences, by the same convention"
        )
    if not system.words:
        raise ArcwalkError("nothing to compare: every word is punctuation; compare the scores with punctuation")
    scored = system.per_sentence(system.scored)

    def test(metric: str, system_correct: Booleans, other_correct: Booleans) -> PairedTest:
        gain = system.per_sentence(system_correct) - system.per_sentence(other_correct)
        return PairedTest(
            metric=metric,
            system=percent(count(system_correct), system.words),
            other=percent(count(other_correct), system.words),
            words=sign_test(
                count(system_correct & ~other_correct),
                count(other_correct & ~system_correct),
            ),
            sentences=sign_test(count(gain > 0), count(gain < 0)),
            bootstrap=paired_bootstrap(gain, scored, resamples=resamples, seed=seed),
        )

    return Comparison(
        convention=system.convention,
        uas=test("UAS", system.correct_head, other.correct_head),
        las=test("LAS", system.correct_arc, other.correct_arc),
    )


def sign_test(wins: int, losses: int) -> SignTest:
    """The exact two-sided binomial test: wins and losses are equally likely if the systems do not differ."""
    # With probability one half both tails are the same, so twice the smaller one is exact.
    p_value = min(1.0, 2.0 * float(bdtr(min(wins, losses), wins + losses, 0.5)))
    return SignTest(wins, losses, p_value)


def paired_bootstrap(
    gain: NDArray[np.integer], words: NDArray[np.integer], *, resamples: int = RESAMPLES, seed: int = 0
) -> Bootstrap:
    """Resample sentences with replacement and see how the difference between two systems varies.

    `gain` says for each sentence how many more words the system has right than the other, `words` how many
    were scored. The p-value is twice the share of resamples in which the better system is not better (one
    more is counted, so that it is never zero): the level at which the interval would just touch zero.
    """
    # The better system comes first here, so that swapping the systems changes signs and nothing else.
    direction = 1 if gain.sum() >= 0 else -1
    outcomes = np.stack([direction * gain, words], axis=1)[words > 0]
    # Sentences with the same outcome are interchangeable: it is enough to draw how often each outcome occurs.
    kinds, counts = np.unique(outcomes, axis=0, return_counts=True)
    draws = np.random.default_rng(seed).multinomial(counts.sum(), counts / counts.sum(), size=resamples)
    gains, totals = (draws @ kinds).T  # each: resamples
    low, high = np.quantile(100.0 * gains / totals, [0.025, 0.975])
    not_better = min(count(gains <= 0), count(gains >= 0))
    p_value = min(1.0, 2.0 * (not_better + 1) / (resamples + 1))
    ends = sorted((direction * float(low), direction * float(high)))
    return Bootstrap(ends[0], ends[1], p_value)
