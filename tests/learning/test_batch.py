"""Sentences side by side in a step of a network: their rows, and what is dropped of them."""

from random import Random

import numpy as np
import pytest

from arcwalk.arrays import Numbers, Starts
from arcwalk.compiled import kernel
from arcwalk.learning.kernels.batch import BATCH, end_of_batch, rows_of_batch
from arcwalk.learning.kernels.network_epoch import random_dropout
from arcwalk.learning.network_run import initial_parameters
from arcwalk.neural.network import network_of, shapes


@kernel
def batch_end(start: Starts, order: Numbers, first: int) -> int:
    return end_of_batch(start, order, first)


@kernel
def batch_rows(start: Starts, sentences: Numbers) -> tuple[Numbers, Starts]:
    return rows_of_batch(start, sentences)


def test_a_batch_ends_with_the_sentence_that_fills_it() -> None:
    words = np.array([BATCH - 1, 1, 7, 2 * BATCH])
    start = np.cumsum([0, *(words + 1)])
    order = np.array([0, 1, 2, 3, 2])
    ends = [0]
    while ends[-1] < len(order):
        ends.append(batch_end(start, order, ends[-1]))
    assert ends == [0, 2, 4, 5]


@pytest.mark.parametrize("order", [[1], [2, 0], [1, 0, 1]])
def test_rows_are_those_of_the_sentences_one_after_the_other(order: list[int]) -> None:
    start = np.array([0, 3, 10, 12])
    rows, own = batch_rows(start, np.array(order))
    expected = [np.arange(start[i], start[i + 1]) for i in order]
    assert np.array_equal(rows, np.concatenate(expected))
    assert own.tolist() == [0, *np.cumsum(list(map(len, expected)))]


def test_the_same_is_dropped_in_all_words_of_a_sentence() -> None:
    parameters = initial_parameters(shapes(3, 32), Random(1))
    dropout = random_dropout(np.array([0, 2, 7]), network_of(parameters, 3, 32), 0.5, np.array([7], dtype=np.uint64))
    for table in (*dropout.layers.states, dropout.heads, dropout.modifiers, dropout.labels):
        assert set(np.unique(table)) == {0.0, 2.0}
        assert (table[:2] == table[0]).all()
        assert (table[2:] == table[2]).all()
        assert (table[0] != table[2]).any()
    assert set(np.unique(dropout.layers.words)) == {0.0, 2.0}
    assert len(np.unique(dropout.layers.words, axis=0)) == 7
