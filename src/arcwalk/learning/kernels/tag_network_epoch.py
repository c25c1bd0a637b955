"""One pass of the tagger's network over a treebank. Its loss is the negative log-probability of the gold tags."""

import math
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Integers, IntegerTable, Numbers, RandomState, Starts, WeightTable
from arcwalk.compiled import kernel
from arcwalk.learning.kernels.batch import Learned, LearnedTable, add_sentence, empty_batch, is_full, take_step
from arcwalk.learning.kernels.dropout import drop_some_states
from arcwalk.learning.kernels.lstm_gradient import embeddings_gradient, states_gradient
from arcwalk.learning.kernels.projection_gradient import add_rows, projection_backward
from arcwalk.neural.kernels.matrices import add_product, transposed
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
    sentence: TagInput,
    gold: Integers,
    embeddings: WeightTable,
    network: TagNetwork,
    dropout: LayerDropout,
    gradient: TagNetwork,
    of_embeddings: WeightTable,
) -> float:
    """Add the gradient of a sentence; return its loss."""
    activations = empty_layers(len(gold), network.layers)
    errors = tag_log_probabilities(sentence, embeddings, network, dropout, activations)
    errors[0] = 0.0
    loss = 0.0
    for m in range(1, len(gold)):
        loss -= errors[m, gold[m]]
        for tag in range(errors.shape[1]):
            errors[m, tag] = math.exp(errors[m, tag])
        errors[m, gold[m]] -= np.float32(1.0)
    add_rows(errors, gradient.tag_prior)
    above = np.zeros(activations.states[0].shape, dtype=np.float32)
    top = activations.states[len(network.layers.inputs)]
    projection_backward(top, errors, network.tag, gradient.tag, above)
    words = states_gradient(network.layers, dropout, activations, above, gradient.layers)
    add_product(transposed(sentence.given), words, gradient.given)
    embeddings_gradient(sentence.rows, words, of_embeddings)
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
    loss = 0.0
    batch = empty_batch(len(embeddings.values))
    for position in range(len(order)):
        i = order[position]
        begin, end = treebank.start[i], treebank.start[i + 1]
        sentence = TagInput(treebank.rows[begin:end], treebank.given[begin:end])
        dropout = no_layer_dropout(end - begin, network.layers)
        drop_some_states(dropout, dropout_rate, state)
        gold = treebank.tags[begin:end]
        loss += tag_gradient(sentence, gold, embeddings.values, network, dropout, gradient, embeddings.gradient)
        add_sentence(sentence.rows, batch)
        if is_full(batch) or position == len(order) - 1:
            steps += 1
            take_step(batch, parameters, embeddings, rate, steps)
    return loss, steps
