"""What a network makes of a sentence, and the log-probabilities of candidates that follow from it."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import IntegerTable, Scores, WeightTable
from arcwalk.compiled import kernel
from arcwalk.neural.kernels.activations import empty_activations, nothing_dropped
from arcwalk.neural.kernels.arc_scores import head_log_probabilities, label_hidden, prepare_heads, prepare_labels
from arcwalk.neural.kernels.matrices import add_product
from arcwalk.neural.kernels.squashing import log_softmax
from arcwalk.neural.kernels.word_states import embed, word_states
from arcwalk.neural.network import Network
from arcwalk.scoring.choices import Choices


class Reading(NamedTuple):
    """A sentence as a network has read it; rows 0 to n are the root and the words."""

    heads: WeightTable  # (modifiers, heads): log-probabilities; row 0 means nothing
    label_heads: WeightTable  # (n + 1, RANK), see `prepare_labels`
    label_modifiers: WeightTable  # (n + 1, RANK)


@kernel
def read_words(rows: IntegerTable, embeddings: WeightTable, network: Network) -> Reading:
    """Read a sentence, given the rows of the embeddings of its words."""
    activations = empty_activations(np.array([0, len(rows)]), network)
    dropout = nothing_dropped(len(rows), network)
    embed(rows, embeddings, activations.layers.states[0])
    word_states(network.layers, dropout.layers, activations.layers)
    prepare_heads(network, dropout, activations)
    prepare_labels(network, activations)
    heads = head_log_probabilities(network, activations, 0)
    return Reading(heads, activations.label_heads, activations.label_modifiers)


@kernel
def add_head_scores(heads: WeightTable, choices: Choices, weight: float, scores: Scores) -> None:
    """Add to the score of every choice that of its head, (modifiers, heads), times a weight."""
    for m in range(1, len(heads)):
        for choice in range(choices.start[m], choices.start[m + 1]):
            scores[choice] += weight * heads[m, choices.head[choice]]


@kernel
def add_label_log_probabilities(
    label_heads: WeightTable,
    label_modifiers: WeightTable,
    network: Network,
    choices: Choices,
    weight: float,
    scores: Scores,
) -> None:
    """Add to the score of every choice the log-probability of its label, given its head, times a weight."""
    rank = len(network.label_bias)
    nothing_dropped = np.ones(rank, dtype=np.float32)
    hidden = np.empty((1, rank), dtype=np.float32)
    labels = np.empty((1, len(network.label_prior)), dtype=np.float32)
    for m in range(1, len(label_heads)):
        arc = -1
        for choice in range(choices.start[m], choices.start[m + 1]):
            h = np.int64(choices.head[choice])
            if choices.arc[choice] != arc:
                arc = np.int64(choices.arc[choice])
                label_hidden(h, m, network, label_heads, label_modifiers, nothing_dropped, hidden[0])
                labels[0] = network.label_prior
                add_product(hidden, network.label, labels)
                log_softmax(labels[0])
            scores[choice] += weight * labels[0, choices.label[choice]]
