"""One pass of the parser's network over a treebank."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Heads, IntegerTable, Labels, Numbers, RandomState, Starts, WeightTable
from arcwalk.compiled import kernel
from arcwalk.learning.kernels.batch import Learned, LearnedTable, add_sentence, empty_batch, is_full, take_step
from arcwalk.learning.kernels.dropout import drop_some, drop_some_states
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
def random_dropout(rows: int, network: Network, rate: float, state: RandomState) -> Dropout:
    """What is dropped of a sentence."""
    dropout = nothing_dropped(rows, network)
    drop_some_states(dropout.layers, rate, state)
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
    of_embeddings: WeightTable,
) -> float:
    """Add the gradient of a sentence; return its loss."""
    begin, end = treebank.start[i], treebank.start[i + 1]
    rows, gold, gold_labels = treebank.rows[begin:end], treebank.heads[begin:end], treebank.labels[begin:end]
    activations = empty_activations(end - begin, network)
    embed(rows, embeddings, activations.layers.states[0])
    word_states(network.layers, dropout.layers, activations.layers)
    above = np.zeros(activations.layers.states[0].shape, dtype=np.float32)
    loss = head_gradient(gold, network, dropout, activations, gradient, above)
    loss += label_gradient(gold, gold_labels, network, dropout, activations, gradient, above)
    words = states_gradient(network.layers, dropout.layers, activations.layers, above, gradient.layers)
    embeddings_gradient(rows, words, of_embeddings)
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
    batch = empty_batch(len(embeddings.values))
    for position in range(len(order)):
        i = order[position]
        begin, end = treebank.start[i], treebank.start[i + 1]
        dropout = random_dropout(end - begin, network, dropout_rate, state)
        loss += sentence_gradient(treebank, i, embeddings.values, network, dropout, gradient, embeddings.gradient)
        add_sentence(treebank.rows[begin:end], batch)
        if is_full(batch) or position == len(order) - 1:
            steps += 1
            take_step(batch, parameters, embeddings, rate, steps)
    return loss, steps
