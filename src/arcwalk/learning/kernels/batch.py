"""Steps of networks: what is learned, and the sentences that lead to the next step."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Booleans, Integers, IntegerTable, Numbers, Weights, WeightTable
from arcwalk.compiled import inline, kernel
from arcwalk.learning.kernels.adam import adam_step, clipping_factor

BATCH = 50  # words in a step, at least
WORDS, TOUCHED = range(2)  # the counts of a batch


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


class Batch(NamedTuple):
    """The words of a step so far, and which embeddings they have."""

    counts: Numbers  # of words, and of embeddings touched
    touched: Integers
    is_touched: Booleans


@kernel
def empty_batch(embeddings: int) -> Batch:
    """A batch that can touch so many embeddings."""
    touched, is_touched = np.empty(embeddings, dtype=np.int32), np.zeros(embeddings, dtype=np.bool_)
    return Batch(np.zeros(2, dtype=np.int64), touched, is_touched)


@inline
def add_sentence(rows: IntegerTable, batch: Batch) -> None:
    """Note the embeddings of a sentence: the root and the words."""
    count = batch.counts[TOUCHED]
    for word in rows:
        for embedding in word:
            if embedding >= 0 and not batch.is_touched[embedding]:
                batch.is_touched[embedding] = True
                batch.touched[count] = embedding
                count += 1
    batch.counts[TOUCHED] = count
    batch.counts[WORDS] += len(rows) - 1


@inline
def is_full(batch: Batch) -> bool:
    """Whether a step is due."""
    return batch.counts[WORDS] >= BATCH


@kernel
def take_step(batch: Batch, parameters: Learned, embeddings: LearnedTable, rate: float, step: int) -> None:
    """Change the parameters, and of the embeddings those that were touched; the batch is empty again."""
    scale = clipping_factor(parameters.gradient, 1.0 / batch.counts[WORDS])
    adam_step(
        parameters.values,
        parameters.gradient,
        parameters.first_moment,
        parameters.second_moment,
        rate,
        scale,
        step,
    )
    for row in batch.touched[: batch.counts[TOUCHED]]:
        batch.is_touched[row] = False
        adam_step(
            embeddings.values[row],
            embeddings.gradient[row],
            embeddings.first_moment[row],
            embeddings.second_moment[row],
            rate,
            scale,
            step,
        )
    batch.counts[:] = 0
