"""The gradient of the network's loss: the negative log-probability of the gold heads, and of their labels."""

import math

import numpy as np

from arcwalk.arrays import Heads, Labels, WeightTable
from arcwalk.compiled import kernel
from arcwalk.learning.kernels.projection_gradient import add_rows, leaky_relu_backward, projection_backward
from arcwalk.neural.kernels.activations import Activations, Dropout
from arcwalk.neural.kernels.arc_scores import (
    arc_bin,
    head_log_probabilities,
    label_hidden,
    prepare_labels,
)
from arcwalk.neural.kernels.matrices import add_product, project, transposed
from arcwalk.neural.kernels.squashing import log_softmax
from arcwalk.neural.network import Network


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
    """Add the gradient of the labels of gold arcs; return their loss."""
    prepare_labels(network, activations)
    rows, rank = activations.label_heads.shape
    hidden = np.zeros((rows, rank), dtype=np.float32)
    for m in range(1, rows):
        label_hidden(
            np.int64(gold[m]),
            m,
            network,
            activations.label_heads,
            activations.label_modifiers,
            dropout.labels,
            hidden[m],
        )
    errors = np.empty((rows, len(network.label_prior)), dtype=np.float32)
    project(hidden, network.label, network.label_prior, errors)
    errors[0] = 0.0
    loss = 0.0
    for m in range(1, rows):
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
    for m in range(1, rows):
        distance = gradient.label_distance[arc_bin(np.int64(gold[m]), m)]
        for j in range(rank):
            of_heads[gold[m], j] += of_hidden[m, j]
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
    errors = head_log_probabilities(network, dropout, activations)
    rows, rank = heads.shape
    errors[0] = 0.0
    distances = np.zeros((rows, len(network.arc_distance)), dtype=np.float32)
    loss = 0.0
    for m in range(1, rows):
        loss -= errors[m, gold[m]]
        for h in range(rows):
            errors[m, h] = math.exp(errors[m, h])
        errors[m, gold[m]] -= np.float32(1.0)
        for h in range(rows):
            distances[m, arc_bin(h, m)] += errors[m, h]
    of_modifiers = np.zeros((rows, rank), dtype=np.float32)
    add_product(errors, activations.products, of_modifiers)
    add_product(distances, network.arc_distance, of_modifiers)
    add_product(transposed(distances), modifiers, gradient.arc_distance)
    of_products = np.zeros((rows, rank), dtype=np.float32)
    add_product(transposed(errors), modifiers, of_products)
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
