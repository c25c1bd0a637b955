"""The gradient of the network's loss: the negative log-probability of the gold heads, and of their labels."""

import math

import numpy as np

from arcwalk.arrays import Heads, Labels, Numbers, Starts, WeightTable
from arcwalk.compiled import inline, kernel
from arcwalk.learning.kernels.projection_gradient import add_rows, leaky_relu_backward, projection_backward
from arcwalk.neural.kernels.activations import Activations, Dropout
from arcwalk.neural.kernels.arc_scores import (
    arc_bin,
    head_log_probabilities,
    label_hidden,
    prepare_heads,
    prepare_labels,
)
from arcwalk.neural.kernels.matrices import add_product, add_transposed_product, project
from arcwalk.neural.kernels.squashing import log_softmax
from arcwalk.neural.network import Network


@inline
def head_rows(gold: Heads, start: Starts) -> Numbers:
    """The row of the head of each word."""
    rows = np.empty(len(gold), dtype=np.int64)
    for sentence in range(len(start) - 1):
        for m in range(start[sentence], start[sentence + 1]):
            rows[m] = start[sentence] + gold[m]
    return rows


@kernel
def label_gradient(
    gold: Heads,
    gold_labels: Labels,
    network: Network,
    dropout: Dropout,
    activations: Activations,
    gradient: Network,
    below: WeightTable,
) -> float:
    """Add the gradient of the labels of gold arcs; return their loss. Roots have the head -1."""
    prepare_labels(network, activations)
    rows, rank = activations.label_heads.shape
    heads = head_rows(gold, activations.layers.start)
    hidden = np.zeros((rows, rank), dtype=np.float32)
    for m in range(rows):
        if gold[m] < 0:
            continue
        label_hidden(
            heads[m],
            m,
            network,
            activations.label_heads,
            activations.label_modifiers,
            dropout.labels[m],
            hidden[m],
        )
    errors = np.empty((rows, len(network.label_prior)), dtype=np.float32)
    project(hidden, network.label, network.label_prior, errors)
    loss = 0.0
    for m in range(rows):
        if gold[m] < 0:
            errors[m] = 0.0
            continue
        log_softmax(errors[m])
        loss -= errors[m, gold_labels[m]]
        for label in range(len(errors[m])):
            errors[m, label] = math.exp(errors[m, label])
        errors[m, gold_labels[m]] -= np.float32(1.0)
    add_rows(errors, gradient.label_prior)
    of_hidden = np.zeros((rows, rank), dtype=np.float32)
    projection_backward(hidden, errors, network.label, gradient.label, of_hidden)
    leaky_relu_backward(of_hidden, hidden, dropout.labels)
    add_rows(of_hidden, gradient.label_bias)
    of_heads = np.zeros((rows, rank), dtype=np.float32)
    for m in range(rows):
        if gold[m] < 0:
            continue
        distance = gradient.label_distance[arc_bin(heads[m], m)]
        for j in range(rank):
            of_heads[heads[m], j] += of_hidden[m, j]
            distance[j] += of_hidden[m, j]
    top = activations.layers.states[len(network.layers.inputs)]
    projection_backward(top, of_heads, network.label_head, gradient.label_head, below)
    projection_backward(top, of_hidden, network.label_modifier, gradient.label_modifier, below)
    return loss


@kernel
def head_gradient(
    gold: Heads, network: Network, dropout: Dropout, activations: Activations, gradient: Network, below: WeightTable
) -> float:
    """Add the gradient of the gold heads; return their loss."""
    heads, modifiers = activations.heads, activations.modifiers
    prepare_heads(network, dropout, activations)
    rows, rank = heads.shape
    of_modifiers = np.zeros((rows, rank), dtype=np.float32)
    of_products = np.zeros((rows, rank), dtype=np.float32)
    distances = np.zeros((rows, len(network.arc_distance)), dtype=np.float32)
    start, loss = activations.layers.start, 0.0
    for sentence in range(len(start) - 1):
        begin, end = start[sentence], start[sentence + 1]
        errors = head_log_probabilities(network, activations, sentence)
        errors[0] = 0.0
        for m in range(1, end - begin):
            head = gold[begin + m]
            loss -= errors[m, head]
            for h in range(end - begin):
                errors[m, h] = math.exp(errors[m, h])
            errors[m, head] -= np.float32(1.0)
            for h in range(end - begin):
                distances[begin + m, arc_bin(h, m)] += errors[m, h]
        add_product(errors, activations.products[begin:end], of_modifiers[begin:end])
        add_transposed_product(errors, modifiers[begin:end], of_products[begin:end])
    add_product(distances, network.arc_distance, of_modifiers)
    add_transposed_product(distances, modifiers, gradient.arc_distance)
    of_heads = np.zeros((rows, rank), dtype=np.float32)
    projection_backward(heads, of_products, network.arc, gradient.arc, of_heads)
    leaky_relu_backward(of_heads, heads, dropout.heads)
    leaky_relu_backward(of_modifiers, modifiers, dropout.modifiers)
    add_rows(of_heads, gradient.head_bias)
    add_rows(of_modifiers, gradient.modifier_bias)
    top = activations.layers.states[len(network.layers.inputs)]
    projection_backward(top, of_heads, network.head, gradient.head, below)
    projection_backward(top, of_modifiers, network.modifier, gradient.modifier, below)
    return loss
