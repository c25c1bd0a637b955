"""One pass of the network over a treebank."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Heads, IntegerTable, Labels, Numbers, RandomState, Starts, Weights, WeightTable
from arcwalk.compiled import inline, kernel
from arcwalk.learning.kernels.adam import adam_step, clipping_factor
from arcwalk.learning.kernels.network_gradient import head_gradient, label_gradient, states_gradient
from arcwalk.neural.kernels.activations import Dropout, empty_activations, nothing_dropped
from arcwalk.neural.kernels.word_states import word_states
from arcwalk.neural.network import Network
from arcwalk.trees.random_numbers import uniform

BATCH = 50  # words in a step, at least


class Treebank(NamedTuple):
    """Sentence i has rows `start[i]` to `start[i + 1]`: its root and its words."""

    rows: IntegerTable  # of embeddings
    start: Starts
    heads: Heads
    labels: Labels


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


@inline
def drop_some(factors: Weights, rate: float, state: RandomState) -> None:
    """Random factors of `Dropout`: 0 with probability `rate`."""
    kept = np.float32(1.0 / (1.0 - rate))
    for i in range(len(factors)):
        factors[i] = kept if uniform(state) >= rate else np.float32(0.0)


@kernel
def random_dropout(rows: int, network: Network, rate: float, state: RandomState) -> Dropout:
    """What is dropped of a sentence."""
    dropout = nothing_dropped(rows, network)
    for i in range(rows):
        drop_some(dropout.words[i], rate, state)
    for i in range(len(dropout.states)):
        drop_some(dropout.states[i], rate, state)
    drop_some(dropout.heads, rate, state)
    drop_some(dropout.modifiers, rate, state)
    drop_some(dropout.labels, rate, state)
    return dropout


@kernel
def sentence_gradient(
    treebank: Treebank,
    i: int,
    embeddings: WeightTable,
    network: Network,
    dropout: Dropout,
    gradient: Network,
    embeddings_gradient: WeightTable,
) -> float:
    """Add the gradient of a sentence; return its loss."""
    begin, end = treebank.start[i], treebank.start[i + 1]
    rows, gold, gold_labels = treebank.rows[begin:end], treebank.heads[begin:end], treebank.labels[begin:end]
    activations = empty_activations(end - begin, network)
    word_states(rows, embeddings, network, dropout, activations)
    above = np.zeros(activations.states[0].shape, dtype=np.float32)
    loss = head_gradient(gold, network, dropout, activations, gradient, above)
    loss += label_gradient(gold, gold_labels, network, dropout, activations, gradient, above)
    words = states_gradient(network, dropout, activations, above, gradient)
    for word in range(len(rows)):
        for row in rows[word]:
            embeddings_gradient[row] += words[word]
    return loss


@kernel
def network_epoch(
    treebank: Treebank,
    order: Numbers,
    network: Network,
    gradient: Network,
    parameters: Learned,
    embeddings: LearnedTable,
    dropout_rate: float,
    rate: float,
    steps: int,
    state: RandomState,
) -> tuple[float, int]:
    """One pass over the sentences in the given order; returns the loss and the number of steps taken so far.

    `network` and `gradient` are views of the values and the gradient of `parameters`. Of the embeddings, only those
    that occur in a batch are changed by its step.
    """
    loss = 0.0
    touched = np.empty(treebank.rows.size, dtype=np.int32)
    is_touched = np.zeros(len(embeddings.values), dtype=np.bool_)
    count = words = 0
    for position in range(len(order)):
        i = order[position]
        begin, end = treebank.start[i], treebank.start[i + 1]
        dropout = random_dropout(end - begin, network, dropout_rate, state)
        loss += sentence_gradient(treebank, i, embeddings.values, network, dropout, gradient, embeddings.gradient)
        for row in treebank.rows[begin:end]:
            for embedding in row:
                if not is_touched[embedding]:
                    is_touched[embedding] = True
                    touched[count] = embedding
                    count += 1
        words += end - begin - 1
        if words >= BATCH or position == len(order) - 1:
            steps += 1
            scale = clipping_factor(parameters.gradient, 1.0 / words)
            adam_step(
                parameters.values,
                parameters.gradient,
                parameters.first_moment,
                parameters.second_moment,
                rate,
                scale,
                steps,
            )
            for j in range(count):
                row = touched[j]
                is_touched[row] = False
                adam_step(
                    embeddings.values[row],
                    embeddings.gradient[row],
                    embeddings.first_moment[row],
                    embeddings.second_moment[row],
                    rate,
                    scale,
                    steps,
                )
            count = words = 0
    return loss, steps
