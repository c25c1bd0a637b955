"""Calibration: does a parser's confidence in an arc match the probability that the arc is right?

Confidence is calibrated if 80% of the arcs with confidence 0.8 are right. It is useful if errors are among the least
confident arcs: an annotator who checks the doubtful words first then finds most errors early.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Booleans
from arcwalk.evaluation.attachment import AttachmentScores, count, percent
from arcwalk.treebank.arcs.prediction import HEAD_CONFIDENCE, LABEL_CONFIDENCE
from arcwalk.treebank.confidence import confidences
from arcwalk.treebank.sentence import Sentence

BINS = 10
LOOKED_AT = (10, 20)  # percent of words, least confident first

Confidences = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Bin:
    """Words with confidence, in percent, from `low` to below `high`, inclusive in the last bin."""

    low: int
    high: int
    words: int
    accuracy: float
    confidence: float  # the mean


@dataclass(frozen=True, slots=True)
class Doubtful:
    """The least confident words, and the number of errors among them.

    If only some words of equal confidence are among them, their errors count in proportion, so that word order does
    not matter.
    """

    percent: int  # of all words
    words: int
    errors: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """Calibration of heads or labeled arcs, over scored words that have a confidence.

    Accuracy, mean confidence and calibration error are in percent; the Brier score is between 0 and 1.
    """

    name: str
    words: int
    errors: int
    accuracy: float
    confidence: float
    calibration_error: float  # expected calibration error: mean gap of accuracy and confidence in a word's bin
    brier_score: float  # mean squared difference of confidence and correctness (1 or 0)
    bins: list[Bin]  # without empty ones
    doubtful: list[Doubtful]


def calibrations(scores: AttachmentScores, system: Iterable[Sentence]) -> list[Calibration]:
    """The calibration of heads and of labeled arcs, where the system's sentences have such confidences.

    `system` are the sentences that `scores` are about. Labels count with their subtypes, whatever the convention,
    since confidence is about the full label.
    """
    exact = scores.with_exact_labels
    sentences = list(system)
    calibrated = []
    for name, key, correct in (
        ("heads", HEAD_CONFIDENCE, exact.correct_head),
        ("labeled arcs", LABEL_CONFIDENCE, exact.correct_arc),
    ):
        confidence = np.array([number for sentence in sentences for number in confidences(sentence, key)])
        counted = exact.scored & ~np.isnan(confidence)
        if counted.any():
            calibrated.append(calibration(name, confidence[counted], correct[counted]))
    return calibrated


def calibration(name: str, confidence: Confidences, correct: Booleans) -> Calibration:
    """Compare the confidence of each word, from 0 to 1, with its correctness; there must be at least one word."""
    words = len(confidence)
    bins = _bins(confidence, correct)
    return Calibration(
        name=name,
        words=words,
        errors=count(~correct),
        accuracy=percent(count(correct), words),
        confidence=100.0 * float(confidence.mean()),
        calibration_error=sum(bin.words * abs(bin.accuracy - bin.confidence) for bin in bins) / words,
        brier_score=float(np.mean((confidence - correct) ** 2)),
        bins=bins,
        doubtful=[_doubtful(share, confidence, ~correct) for share in LOOKED_AT],
    )


def _bins(confidence: Confidences, correct: Booleans) -> list[Bin]:
    number = np.minimum((confidence * BINS).astype(np.int64), BINS - 1)
    width = 100 // BINS
    return [
        Bin(
            low=width * index,
            high=width * (index + 1),
            words=count(inside),
            accuracy=100.0 * float(correct[inside].mean()),
            confidence=100.0 * float(confidence[inside].mean()),
        )
        for index in range(BINS)
        if (inside := number == index).any()
    ]


def _doubtful(share: int, confidence: Confidences, wrong: Booleans) -> Doubtful:
    words = -(-share * len(confidence) // 100)  # rounded up, at least one
    threshold = np.partition(confidence, words - 1)[words - 1]
    below, tied = confidence < threshold, confidence == threshold
    share_of_tied = (words - count(below)) / count(tied)
    return Doubtful(share, words, count(wrong & below) + count(wrong & tied) * share_of_tied)
