"""Log-probabilities of the tags of a sentence by the tagger's network."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import IntegerTable, WeightTable
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
    """What the network reads of a sentence; its rows 0 to n are the root and the words."""

    rows: IntegerTable  # (n + 1, properties), of embeddings
    given: WeightTable  # (n + 1, tags): probabilities by the first tagger, none for the root


@kernel
def tag_log_probabilities(
    sentence: TagInput,
    embeddings: WeightTable,
    network: TagNetwork,
    dropout: LayerDropout,
    activations: LayerActivations,
) -> WeightTable:
    """The log-probability of each tag of each word, (n + 1, tags); row 0 means nothing."""
    words = activations.states[0]
    embed(sentence.rows, embeddings, words)
    add_product(sentence.given, network.given, words)
    word_states(network.layers, dropout, activations)
    scores = np.empty(sentence.given.shape, dtype=np.float32)
    project(activations.states[len(network.layers.inputs)], network.tag, network.tag_prior, scores)
    for m in range(1, len(scores)):
        log_softmax(scores[m])
    return scores


@kernel
def network_tags(sentence: TagInput, embeddings: WeightTable, network: TagNetwork) -> WeightTable:
    """The same for a sentence outside training."""
    rows = len(sentence.rows)
    dropout, activations = no_layer_dropout(rows, network.layers), empty_layers(rows, network.layers)
    return tag_log_probabilities(sentence, embeddings, network, dropout, activations)
