"""What the network computes for a sentence, kept for the gradient, and what is dropped of it in training."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import WeightCube, Weights, WeightStack, WeightTable
from arcwalk.compiled import inline, kernel
from arcwalk.neural.network import Network

LEAK = 0.1  # what a rectifier lets through of negative values


class Activations(NamedTuple):
    """The values of a sentence; its rows 0 to n are the root and the words."""

    states: WeightCube  # (LAYERS + 1, n + 1, WIDTH): the words, then what each layer makes of them
    gates: WeightStack  # (LAYERS, directions, n + 1, 4 STATE)
    cells: WeightStack  # (LAYERS, directions, n + 1, STATE)
    heads: WeightTable  # (n + 1, RANK)
    modifiers: WeightTable  # (n + 1, RANK)
    products: WeightTable  # (n + 1, RANK): heads times the arc matrix
    label_heads: WeightTable  # (n + 1, RANK)
    label_modifiers: WeightTable  # (n + 1, RANK)


class Dropout(NamedTuple):
    """Factors that are 0 for what is dropped and otherwise above 1, so that sums stay as they are on average.

    In all layers but the words themselves, the same places are dropped in every word of a sentence.
    """

    words: WeightTable  # (n + 1, WIDTH)
    states: WeightTable  # (LAYERS, WIDTH)
    heads: Weights  # (RANK,)
    modifiers: Weights  # (RANK,)
    labels: Weights  # (RANK,)


@kernel
def empty_activations(rows: int, network: Network) -> Activations:
    """Room for the values of a sentence."""
    layers, directions, width, gates = network.inputs.shape
    rank = len(network.head_bias)
    return Activations(
        np.empty((layers + 1, rows, width), dtype=np.float32),
        np.empty((layers, directions, rows, gates), dtype=np.float32),
        np.empty((layers, directions, rows, gates // 4), dtype=np.float32),
        np.empty((rows, rank), dtype=np.float32),
        np.empty((rows, rank), dtype=np.float32),
        np.empty((rows, rank), dtype=np.float32),
        np.empty((rows, rank), dtype=np.float32),
        np.empty((rows, rank), dtype=np.float32),
    )


@kernel
def nothing_dropped(rows: int, network: Network) -> Dropout:
    """The factors in parsing: 1."""
    layers, _, width, _ = network.inputs.shape
    rank = len(network.head_bias)
    return Dropout(
        np.ones((rows, width), dtype=np.float32),
        np.ones((layers, width), dtype=np.float32),
        np.ones(rank, dtype=np.float32),
        np.ones(rank, dtype=np.float32),
        np.ones(rank, dtype=np.float32),
    )


@inline
def leaky_relu(value: np.float32) -> np.float32:
    """A leaky rectifier."""
    return value if value > np.float32(0.0) else np.float32(LEAK) * value


@inline
def tanh(value: np.float32) -> np.float32:
    """The hyperbolic tangent as a continued fraction, cut off where it reaches 1: a loop over it is vectorized."""
    value = min(max(value, np.float32(-4.97)), np.float32(4.97))
    square = value * value
    above = np.float32(135135.0) + square * (np.float32(17325.0) + square * (np.float32(378.0) + square))
    below = np.float32(135135.0) + square * (
        np.float32(62370.0) + square * (np.float32(3150.0) + square * np.float32(28.0))
    )
    return value * above / below


@inline
def sigmoid(value: np.float32) -> np.float32:
    """The logistic function."""
    return np.float32(0.5) + np.float32(0.5) * tanh(np.float32(0.5) * value)
