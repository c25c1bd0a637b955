"""What the model of a fold knows of a sentence."""

import numpy as np

from arcwalk.training.folds import Folds, OutOfFold
from arcwalk.treebank.encoding import UNKNOWN


def test_words_of_its_own_fold_are_unknown_to_a_model() -> None:
    known = [[np.array([True, True, False, True])], [np.array([True, False, True, True])]]
    folds = OutOfFold(Folds(2, 3), ["even", "odd"].__getitem__, known)
    codes = np.array([[9, 9, 1], [9, 9, 2], [9, 9, 3]], np.int32)
    assert list(folds.in_turn()) == [(0, "even"), (2, "even"), (1, "odd")]
    assert folds.codes(4, codes)[:, 2].tolist() == [1, UNKNOWN, 3]
    assert folds.codes(5, codes)[:, 2].tolist() == [UNKNOWN, 2, 3]
    assert codes[:, 2].tolist() == [1, 2, 3]


def test_both_analyses_of_a_sentence_are_seen_so() -> None:
    folds = OutOfFold(Folds(1, 1), ["one"].__getitem__, [[np.array([True, True, False, True])]])
    one, other = np.array([[9, 9, 1], [9, 9, 2]], np.int32), np.array([[9, 9, 2], [9, 9, 3]], np.int32)
    seen = folds.codes(0, np.stack((one, other)))
    np.testing.assert_array_equal(seen, [folds.codes(0, one), folds.codes(0, other)])
