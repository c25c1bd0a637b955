"""Calibration against numbers worked out by hand, and what holds for any confidences."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcwalk.evaluation import evaluate
from arcwalk.evaluation.calibration import Bin, Calibration, Doubtful, calibration, calibrations
from arcwalk.treebank.arcs.prediction import HEAD_CONFIDENCE
from arcwalk.treebank.confidence import with_confidences
from arcwalk.treebank.sentence import Sentence

# A star marks what the system gets wrong. The full stop is punctuation and not scored.
#
#   word   gold           system         confidence in head, in head and label
#   We     2 nsubj        2 nsubj        1.00  0.90
#   were   0 root         0 root         0.80  0.80
#   seen   2 aux:pass     2 aux*         0.80  0.35
#   today  2 advmod       3* advmod      0.40  0.30
#   .      2 punct        3* punct       0.10  0.10
GOLD = Sentence.from_columns(
    ["We", "were", "seen", "today", "."],
    heads=[2, 0, 2, 2, 2],
    deprels=["nsubj", "root", "aux:pass", "advmod", "punct"],
)
PARSE = GOLD.with_tree([2, 0, 2, 3, 3], ["nsubj", "root", "aux", "advmod", "punct"])
SYSTEM = with_confidences(PARSE, [1.0, 0.8, 0.8, 0.4, 0.1], [0.9, 0.8, 0.35, 0.3, 0.1])

outcomes = st.lists(st.tuples(st.integers(0, 100), st.booleans()), min_size=1, max_size=40)


def close(value: float) -> object:
    return pytest.approx(value, abs=1e-9)


def test_heads_and_labeled_arcs_by_hand():
    heads, arcs = calibrations(evaluate([GOLD], [SYSTEM]), [SYSTEM])
    assert (heads.name, heads.words, heads.errors) == ("heads", 4, 1)
    assert heads.bins == [
        Bin(40, 50, 1, close(0), close(40)),
        Bin(80, 90, 2, close(100), close(80)),
        Bin(90, 100, 1, close(100), close(100)),
    ]
    assert heads.accuracy == close(75)
    assert heads.confidence == close(75)
    assert heads.calibration_error == close((1 * 40 + 2 * 20 + 1 * 0) / 4)
    assert heads.brier_score == close((0.16 + 0.04 + 0.04 + 0) / 4)
    assert heads.doubtful == [Doubtful(10, 1, 1.0), Doubtful(20, 1, 1.0)]

    assert (arcs.name, arcs.words, arcs.errors) == ("labeled arcs", 4, 2)
    assert arcs.bins == [
        Bin(30, 40, 2, close(0), close(32.5)),
        Bin(80, 90, 1, close(100), close(80)),
        Bin(90, 100, 1, close(100), close(90)),
    ]
    assert arcs.accuracy == close(50)
    assert arcs.confidence == close(58.75)
    assert arcs.calibration_error == close((2 * 32.5 + 20 + 10) / 4)
    assert arcs.brier_score == close((0.01 + 0.04 + 0.1225 + 0.09) / 4)


def test_the_convention_decides_about_punctuation():
    scores = evaluate([GOLD], [SYSTEM])
    heads, _ = calibrations(scores.with_punctuation, [SYSTEM])
    assert (heads.words, heads.errors) == (5, 2)
    assert heads.accuracy == close(scores.with_punctuation.uas)


def test_only_what_the_file_has_is_measured():
    scores = evaluate([GOLD], [PARSE])
    assert calibrations(scores, [PARSE]) == []
    only_on_punctuation = PARSE.with_misc(HEAD_CONFIDENCE, ["", "", "", "", "0.5"])
    assert calibrations(scores, [only_on_punctuation]) == []
    (heads,) = calibrations(scores, [PARSE.with_misc(HEAD_CONFIDENCE, ["1", "", "", "0.5", "1"])])
    assert (heads.name, heads.words, heads.accuracy) == ("heads", 2, 50.0)


def test_doubtful_words_by_hand():
    # Of 20 words, two and four are looked at: both of those at 0.1, then two of the four at 0.5.
    confidence = np.array([0.9] * 7 + [0.5, 0.1, 0.5] + [0.9] * 7 + [0.5, 0.1, 0.5])
    correct = confidence == 0.9
    correct[[0, 8]] = [False, True]
    result = calibration("heads", confidence, correct)
    assert result.errors == 6
    assert result.doubtful == [Doubtful(10, 2, 1.0), Doubtful(20, 4, 3.0)]
    correct[7] = True  # three of the four ties are wrong, and half of them are looked at
    assert calibration("heads", confidence, correct).doubtful[1] == Doubtful(20, 4, 2.5)


@given(outcomes, st.randoms())
def test_of_any_confidences(outcomes: list[tuple[int, bool]], random):
    def of(pairs: list[tuple[int, bool]]) -> Calibration:
        return calibration("heads", np.array([c / 100 for c, _ in pairs]), np.array([right for _, right in pairs]))

    result = of(outcomes)
    assert sum(bin.words for bin in result.bins) == result.words == len(outcomes)
    for bin in result.bins:
        inside = [c for c, _ in outcomes if bin.low <= c < bin.high + (bin.high == 100)]
        assert bin.words == len(inside)
        assert bin.confidence == close(sum(inside) / len(inside))
    assert 0 <= result.brier_score <= 1
    assert abs(result.accuracy - result.confidence) <= result.calibration_error + 1e-9 <= 100 + 1e-6
    assert 0 <= result.doubtful[0].errors <= result.doubtful[1].errors <= result.errors
    random.shuffle(outcomes)
    shuffled = of(outcomes)
    assert shuffled.doubtful == result.doubtful
    assert shuffled.calibration_error == close(result.calibration_error)


@given(st.integers(1, 30), st.booleans())
def test_certain_and_right_is_perfect_certain_and_wrong_the_worst(n: int, right: bool):
    result = calibration("heads", np.ones(n), np.full(n, right))
    assert (result.calibration_error, result.brier_score) == ((0.0, 0.0) if right else (100.0, 1.0))
