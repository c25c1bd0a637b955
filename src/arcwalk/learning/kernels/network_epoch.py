"""One pass of the parser's network over a treebank."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Heads, IntegerTable, Labels, Numbers, RandomState, Starts, WeightTable
from arcwalk.compiled import kernel
from arcwalk.learning.kernels.batch import (
    Learned,
    LearnedTable,
    end_of_batch,
    nothing_touched,
    rows_of_batch,
    take_step,
    touch,
)
from arcwalk.learning.kernels.dropout import drop_some_states, drop_the_same
from arcwalk.learning.kernels.lstm_gradient import embeddings_gradient, states_gradient
from arcwalk.learning.kernels.network_gradient import head_gradient, label_gradient
from arcwalk.neural.kernels.activations import Dropout, empty_activations, nothing_dropped
from arcwalk.neural.kernels.word_states import embed, word_states
from arcwalk.neural.network import Network


class Treebank(NamedTuple):
    """Sentence i has rows `start[i]` to `start[i + 1]`: its root and its words."""

    rows: IntegerTable  # of embeddings
    start: Starts
    heads: Heads
    labels: Labels


@kernel
def random_dropout(start: Starts, network: Network, rate: float, state: RandomState) -> Dropout:
    """What is dropped of sentences."""
    dropout = nothing_dropped(start[-1], network)
    drop_some_states(dropout.layers, start, rate, state)
    drop_the_same(dropout.heads, start, rate, state)
    drop_the_same(dropout.modifiers, start, rate, state)
    drop_the_same(dropout.labels, start, rate, state)
    return dropout


@kernel
def sentences_gradient(
    sentences: Treebank,
    embeddings: WeightTable,
    network: Network,
    dropout: Dropout,
    gradient: Network,
    of_embeddings: WeightTable,
) -> float:
    """Add the gradient of a few sentences; return their loss."""
    activations = empty_activations(sentences.start, network)
    embed(sentences.rows, embeddings, activations.layers.states[0])
    word_states(network.layers, dropout.layers, activations.layers)
    above = np.zeros(activations.layers.states[0].shape, dtype=np.float32)
    loss = head_gradient(sentences.heads, network, dropout, activations, gradient, above)
    loss += label_gradient(sentences.heads, sentences.labels, network, dropout, activations, gradient, above)
    words = states_gradient(network.layers, dropout.layers, activations.layers, above, gradient.layers)
    embeddings_gradient(sentences.rows, words, of_embeddings)
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
    loss, first = 0.0, 0
    touched = nothing_touched(len(embeddings.values))
    while first < len(order):
        last = end_of_batch(treebank.start, order, first)
        rows, start = rows_of_batch(treebank.start, order[first:last])
        batch = Treebank(treebank.rows[rows], start, treebank.heads[rows], treebank.labels[rows])
        dropout = random_dropout(start, network, dropout_rate, state)
        loss += sentences_gradient(batch, embeddings.values, network, dropout, gradient, embeddings.gradient)
        touch(batch.rows, touched)
        steps += 1
        take_step(len(rows) - (last - first), touched, parameters, embeddings, rate, steps)
        first = last
    return loss, steps
