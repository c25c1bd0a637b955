"""Log-probabilities of the tags of sentences by the tagger's network."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import IntegerTable, Starts, WeightTable
from arcwalk.compiled import kernel
from arcwalk.neural.kernels.matrices import add_product, project
from arcwalk.neural.kernels.squashing import log_softmax
from arcwalk.neural.kernels.word_states import (
    LayerActivations,
    LayerDropout,
    embed,
    empty_layers,
    no_layer_dropout,
    word_states,
)
from arcwalk.neural.tag_network import TagNetwork


class TagInput(NamedTuple):
    """What the network reads of sentences; sentence i has rows `start[i]` to `start[i + 1]`: its root and its words."""

    rows: IntegerTable  # (rows, properties), of embeddings
    given: WeightTable  # (rows, tags): probabilities by the first tagger, none for roots
    start: Starts


@kernel
def tag_log_probabilities(
    sentences: TagInput,
    embeddings: WeightTable,
    network: TagNetwork,
    dropout: LayerDropout,
    activations: LayerActivations,
) -> WeightTable:
    """The log-probability of each tag of each word, (rows, tags); the rows of roots mean nothing."""
    words = activations.states[0]
    embed(sentences.rows, embeddings, words)
    add_product(sentences.given, network.given, words)
    word_states(network.layers, dropout, activations)
    scores = np.empty(sentences.given.shape, dtype=np.float32)
    project(activations.states[len(network.layers.inputs)], network.tag, network.tag_prior, scores)
    for i in range(len(scores)):
        log_softmax(scores[i])
    return scores


@kernel
def network_tags(sentences: TagInput, embeddings: WeightTable, network: TagNetwork) -> WeightTable:
    """The same outside training."""
    dropout = no_layer_dropout(len(sentences.rows), network.layers)
    activations = empty_layers(sentences.start, network.layers)
    return tag_log_probabilities(sentences, embeddings, network, dropout, activations)
