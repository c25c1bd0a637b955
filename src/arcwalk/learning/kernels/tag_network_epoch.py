"""One pass of the tagger's network over a treebank. Its loss is the negative log-probability of the gold tags."""

import math
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Integers, IntegerTable, Numbers, RandomState, Starts, WeightTable
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
from arcwalk.learning.kernels.dropout import drop_some_states
from arcwalk.learning.kernels.lstm_gradient import embeddings_gradient, states_gradient
from arcwalk.learning.kernels.projection_gradient import add_rows, projection_backward
from arcwalk.neural.kernels.matrices import add_transposed_product
from arcwalk.neural.kernels.tag_scores import TagInput, tag_log_probabilities
from arcwalk.neural.kernels.word_states import LayerDropout, empty_layers, no_layer_dropout
from arcwalk.neural.tag_network import TagNetwork


class TagTreebank(NamedTuple):
    """Sentence i has rows `start[i]` to `start[i + 1]`: its root and its words."""

    rows: IntegerTable  # of embeddings
    given: WeightTable  # the probabilities of tags by the first tagger
    start: Starts
    tags: Integers


@kernel
def tag_gradient(
    sentences: TagInput,
    gold: Integers,
    embeddings: WeightTable,
    network: TagNetwork,
    dropout: LayerDropout,
    gradient: TagNetwork,
    of_embeddings: WeightTable,
) -> float:
    """Add the gradient of a few sentences; return their loss. Roots have no tag, but -1."""
    activations = empty_layers(sentences.start, network.layers)
    errors = tag_log_probabilities(sentences, embeddings, network, dropout, activations)
    loss = 0.0
    for m in range(len(gold)):
        if gold[m] < 0:
            errors[m] = 0.0
            continue
        loss -= errors[m, gold[m]]
        for tag in range(errors.shape[1]):
            errors[m, tag] = math.exp(errors[m, tag])
        errors[m, gold[m]] -= np.float32(1.0)
    add_rows(errors, gradient.tag_prior)
    above = np.zeros(activations.states[0].shape, dtype=np.float32)
    top = activations.states[len(network.layers.inputs)]
    projection_backward(top, errors, network.tag, gradient.tag, above)
    words = states_gradient(network.layers, dropout, activations, above, gradient.layers)
    add_transposed_product(sentences.given, words, gradient.given)
    embeddings_gradient(sentences.rows, words, of_embeddings)
    return loss


@kernel
def tag_network_epoch(
    treebank: TagTreebank,
    order: Numbers,
    network: TagNetwork,
    gradient: TagNetwork,
    parameters: Learned,
    embeddings: LearnedTable,
    dropout_rate: float,
    rate: float,
    steps: int,
    state: RandomState,
) -> tuple[float, int]:
    """One pass over the sentences in the given order; returns the loss and the number of steps taken so far.

    `network` and `gradient` are views of the values and the gradient of `parameters`.
    """
    loss, first = 0.0, 0
    touched = nothing_touched(len(embeddings.values))
    while first < len(order):
        last = end_of_batch(treebank.start, order, first)
        rows, start = rows_of_batch(treebank.start, order[first:last])
        batch = TagInput(treebank.rows[rows], treebank.given[rows], start)
        dropout = no_layer_dropout(len(rows), network.layers)
        drop_some_states(dropout, start, dropout_rate, state)
        gold = treebank.tags[rows]
        loss += tag_gradient(batch, gold, embeddings.values, network, dropout, gradient, embeddings.gradient)
        touch(batch.rows, touched)
        steps += 1
        take_step(len(rows) - (last - first), touched, parameters, embeddings, rate, steps)
        first = last
    return loss, steps
