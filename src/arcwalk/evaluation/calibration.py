"""Does a parser know what it does not know? Its confidence in each arc against whether the arc is right.

A confidence is calibrated if, of the arcs that have it, that share is right. And it is useful if the wrong arcs
are among the least confident: an annotator who looks at the doubtful words first then finds most errors soon.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arcwalk.evaluation.alignment import Booleans
from arcwalk.evaluation.attachment import Scores, count, percent
from arcwalk.treebank.confidence import HEAD_CONFIDENCE, LABEL_CONFIDENCE, confidences
from arcwalk.treebank.sentence import Sentence

BINS = 10
LOOKED_AT = (10, 20)  # percent of the words, the least confident first

Confidences = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Bin:
    """The words whose confidence, in percent, is from `low` to less than `high`, or to 100 in the last bin."""

    low: int
    high: int
    words: int
    accuracy: float
    confidence: float  # the mean


@dataclass(frozen=True, slots=True)
class Doubtful:
    """The least confident words, and how many of the wrong arcs are theirs.

    Where words of equal confidence are in part looked at, their errors count in that proportion, so that the
    order of the words does not matter.
    """

    percent: int  # of all words
    words: int
    errors: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """How well confidences fit one kind of arcs, over the words that are scored and have one.

    Accuracy, mean confidence and calibration error are in percent, the Brier score is from 0 to 1.
    """

    name: str
    words: int
    errors: int
    accuracy: float
    confidence: float
    calibration_error: float  # expected, that is, the mean over words of how far their bin is off
    brier_score: float  # the mean square of confidence less 1 for what is right, 0 for what is wrong
    bins: list[Bin]  # those that have words
    doubtful: list[Doubtful]


def calibrations(scores: Scores, system: Iterable[Sentence]) -> list[Calibration]:
    """The calibration of heads and of labeled arcs; only of those that the system's sentences have confidences in.

    `system` are the sentences that `scores` are about. Labels count with their subtypes here, whatever the
    convention: a confidence is about the label that was written.
    """
    exact = scores.with_exact_labels
    sentences = list(system)
    found = []
    for name, key, correct in (
        ("heads", HEAD_CONFIDENCE, exact.correct_head),
        ("labeled arcs", LABEL_CONFIDENCE, exact.correct_arc),
    ):
        confidence = np.array([number for sentence in sentences for number in confidences(sentence, key)])
        judged = exact.scored & ~np.isnan(confidence)
        if judged.any():
            found.append(calibration(name, confidence[judged], correct[judged]))
    return found


def calibration(name: str, confidence: Confidences, correct: Booleans) -> Calibration:
    """Compare the confidence of each word, from 0 to 1, with whether it is correct; there must be some words."""
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
            low=width * place,
            high=width * (place + 1),
            words=count(inside),
            accuracy=100.0 * float(correct[inside].mean()),
            confidence=100.0 * float(confidence[inside].mean()),
        )
        for place in range(BINS)
        if (inside := number == place).any()
    ]


def _doubtful(share: int, confidence: Confidences, wrong: Booleans) -> Doubtful:
    words = -(-share * len(confidence) // 100)  # rounded up, so that there is one
    border = np.partition(confidence, words - 1)[words - 1]
    below, tied = confidence < border, confidence == border
    looked_at_of_tied = (words - count(below)) / count(tied)
    return Doubtful(share, words, count(wrong & below) + count(wrong & tied) * looked_at_of_tied)
