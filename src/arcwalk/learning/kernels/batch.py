"""Steps of networks: what is learned, and the sentences that lead to the next step."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Booleans, Integers, IntegerTable, Numbers, Starts, Weights, WeightTable
from arcwalk.compiled import inline, kernel
from arcwalk.learning.kernels.adam import adam_step, clipping_factor

BATCH = 50  # words in a step, at least


class Learned(NamedTuple):
    """Parameters, their gradients, and Adam's two averages of these."""

    values: Weights
    gradient: Weights
    first_moment: Weights
    second_moment: Weights


class LearnedTable(NamedTuple):
    """The same for embeddings, one in each row."""

    values: WeightTable
    gradient: WeightTable
    first_moment: WeightTable
    second_moment: WeightTable


class Touched(NamedTuple):
    """Which embeddings the words of a batch have."""

    count: Numbers  # (1,)
    embeddings: Integers
    is_touched: Booleans


@kernel
def nothing_touched(embeddings: int) -> Touched:
    """None of so many embeddings."""
    touched, is_touched = np.empty(embeddings, dtype=np.int32), np.zeros(embeddings, dtype=np.bool_)
    return Touched(np.zeros(1, dtype=np.int64), touched, is_touched)


@inline
def end_of_batch(start: Starts, order: Numbers, first: int) -> int:
    """Where the batch that begins at `first` of an order of sentences ends: with the sentence that fills it."""
    words, last = 0, first
    while last < len(order) and words < BATCH:
        words += start[order[last] + 1] - start[order[last]] - 1
        last += 1
    return last


@inline
def rows_of_batch(start: Starts, sentences: Numbers) -> tuple[Numbers, Starts]:
    """The rows of these sentences in the treebank, and where each sentence begins among them."""
    own_start = np.zeros(len(sentences) + 1, dtype=np.int64)
    for k in range(len(sentences)):
        own_start[k + 1] = own_start[k] + start[sentences[k] + 1] - start[sentences[k]]
    rows = np.empty(own_start[-1], dtype=np.int64)
    for k in range(len(sentences)):
        for i in range(own_start[k + 1] - own_start[k]):
            rows[own_start[k] + i] = start[sentences[k]] + i
    return rows, own_start


@inline
def touch(rows: IntegerTable, touched: Touched) -> None:
    """Note the embeddings of words."""
    count = touched.count[0]
    for word in rows:
        for embedding in word:
            if embedding >= 0 and not touched.is_touched[embedding]:
                touched.is_touched[embedding] = True
                touched.embeddings[count] = embedding
                count += 1
    touched.count[0] = count


@kernel
def take_step(
    words: int, touched: Touched, parameters: Learned, embeddings: LearnedTable, rate: float, step: int
) -> None:
    """Change the parameters by the mean gradient of words, and of the embeddings those that were touched."""
    scale = clipping_factor(parameters.gradient, 1.0 / words)
    adam_step(
        parameters.values,
        parameters.gradient,
        parameters.first_moment,
        parameters.second_moment,
        rate,
        scale,
        step,
    )
    for row in touched.embeddings[: touched.count[0]]:
        touched.is_touched[row] = False
        adam_step(
            embeddings.values[row],
            embeddings.gradient[row],
            embeddings.first_moment[row],
            embeddings.second_moment[row],
            rate,
            scale,
            step,
        )
    touched.count[0] = 0
