"""Log-probabilities of heads and labels from the states of words."""

import numpy as np

from arcwalk.arrays import Weights, WeightTable
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.bins import distance_bin
from arcwalk.neural.kernels.activations import Activations, Dropout
from arcwalk.neural.kernels.matrices import add_product, project, transposed
from arcwalk.neural.kernels.squashing import leaky_relu, log_softmax
from arcwalk.neural.network import Network


@inline
def arc_bin(h: int, m: int) -> int:
    """The bin of the distance from head to modifier, different to the left and to the right."""
    return distance_bin(abs(h - m)) + 8 * np.int64(h < m)


@inline
def activate(values: WeightTable, factors: WeightTable) -> None:
    """Rectify and drop."""
    for i in range(len(values)):
        row, kept = values[i], factors[i]
        for j in range(len(row)):
            row[j] = leaky_relu(row[j]) * kept[j]


@kernel
def prepare_heads(network: Network, dropout: Dropout, activations: Activations) -> None:
    """Fill what each word is as a head and as a modifier."""
    heads, modifiers, products = activations.heads, activations.modifiers, activations.products
    top = activations.layers.states[len(network.layers.inputs)]
    project(top, network.head, network.head_bias, heads)
    project(top, network.modifier, network.modifier_bias, modifiers)
    activate(heads, dropout.heads)
    activate(modifiers, dropout.modifiers)
    products[:] = 0.0
    add_product(heads, network.arc, products)


@kernel
def head_log_probabilities(network: Network, activations: Activations, sentence: int) -> WeightTable:
    """The log-probability of each head of each word of a sentence, (modifiers, heads); row 0 means nothing.

    The score is a product of the head, as a head, and of the modifier, as a modifier, plus what the modifier thinks of
    the distance.
    """
    begin, end = activations.layers.start[sentence], activations.layers.start[sentence + 1]
    modifiers, products = activations.modifiers[begin:end], activations.products[begin:end]
    rows = len(modifiers)
    scores = np.zeros((rows, rows), dtype=np.float32)
    add_product(modifiers, transposed(products), scores)
    distances = np.zeros((rows, len(network.arc_distance)), dtype=np.float32)
    add_product(modifiers, transposed(network.arc_distance), distances)
    for m in range(1, rows):
        for h in range(rows):
            scores[m, h] += distances[m, arc_bin(h, m)]
        scores[m, m] = -np.inf
        log_softmax(scores[m])
    return scores


@kernel
def prepare_labels(network: Network, activations: Activations) -> None:
    """Fill what each word contributes to the labels of its arcs."""
    top = activations.layers.states[len(network.layers.inputs)]
    activations.label_heads[:] = 0.0
    add_product(top, network.label_head, activations.label_heads)
    project(top, network.label_modifier, network.label_bias, activations.label_modifiers)


@inline
def label_hidden(
    h: int, m: int, network: Network, heads: WeightTable, modifiers: WeightTable, factors: Weights, out: Weights
) -> None:
    """The hidden layer of the labels of an arc, from what words contribute as heads and as modifiers."""
    head, modifier = heads[h], modifiers[m]
    distance = network.label_distance[arc_bin(h, m)]
    for j in range(len(out)):
        out[j] = leaky_relu(head[j] + modifier[j] + distance[j]) * factors[j]
