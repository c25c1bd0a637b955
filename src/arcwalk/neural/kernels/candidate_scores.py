"""Log-probabilities of the candidates of a sentence."""

import numpy as np

from arcwalk.arrays import IntegerTable, Scores, WeightTable
from arcwalk.compiled import kernel
from arcwalk.neural.kernels.activations import empty_activations, nothing_dropped
from arcwalk.neural.kernels.arc_scores import head_log_probabilities, label_hidden, prepare_labels
from arcwalk.neural.kernels.matrices import add_product
from arcwalk.neural.kernels.squashing import log_softmax
from arcwalk.neural.kernels.word_states import embed, word_states
from arcwalk.neural.network import Network
from arcwalk.scoring.choices import Choices


@kernel
def add_log_probabilities(
    rows: IntegerTable,
    embeddings: WeightTable,
    network: Network,
    choices: Choices,
    head_weight: float,
    label_weight: float,
    scores: Scores,
) -> None:
    """Add to the score of every choice the log-probabilities of its head and of its label, each times its weight."""
    activations = empty_activations(len(rows), network)
    dropout = nothing_dropped(len(rows), network)
    embed(rows, embeddings, activations.layers.states[0])
    word_states(network.layers, dropout.layers, activations.layers)
    heads = head_log_probabilities(network, dropout, activations)
    prepare_labels(network, activations)
    hidden = np.empty((1, len(network.label_bias)), dtype=np.float32)
    labels = np.empty((1, len(network.label_prior)), dtype=np.float32)
    for m in range(1, len(rows)):
        arc = -1
        for choice in range(choices.start[m], choices.start[m + 1]):
            h = np.int64(choices.head[choice])
            if choices.arc[choice] != arc:
                arc = np.int64(choices.arc[choice])
                label_hidden(h, m, network, activations, dropout.labels, hidden[0])
                labels[0] = network.label_prior
                add_product(hidden, network.label, labels)
                log_softmax(labels[0])
            scores[choice] += head_weight * heads[m, h] + label_weight * labels[0, choices.label[choice]]
