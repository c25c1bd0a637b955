"""What a model of a fold knows of a sentence."""

import numpy as np

from arcwalk.systems.folds import Jackknife
from arcwalk.treebank.encoding import UNKNOWN


def test_words_of_its_own_fold_are_unknown_to_a_model() -> None:
    known = [[np.array([True, True, False, True])], [np.array([True, False, True, True])]]
    jackknife = Jackknife(["even", "odd"], known)
    codes = np.array([[9, 9, 1], [9, 9, 2], [9, 9, 3]], np.int32)
    assert [jackknife.model(sentence) for sentence in range(3)] == ["even", "odd", "even"]
    assert jackknife.codes(4, codes)[:, 2].tolist() == [1, UNKNOWN, 3]
    assert jackknife.codes(5, codes)[:, 2].tolist() == [UNKNOWN, 2, 3]
    assert codes[:, 2].tolist() == [1, 2, 3]


def test_a_sentence_that_can_be_read_in_two_ways_is_so_in_both() -> None:
    jackknife = Jackknife(["one"], [[np.array([True, True, False, True])]])
    one, other = np.array([[9, 9, 1], [9, 9, 2]], np.int32), np.array([[9, 9, 2], [9, 9, 3]], np.int32)
    seen = jackknife.codes(0, np.stack((one, other)))
    np.testing.assert_array_equal(seen, [jackknife.codes(0, one), jackknife.codes(0, other)])
