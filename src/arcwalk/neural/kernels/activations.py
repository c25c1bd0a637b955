"""What the parser's network computes for a sentence, kept for the gradient, and what is dropped of it in training."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Weights, WeightTable
from arcwalk.compiled import kernel
from arcwalk.neural.kernels.word_states import LayerActivations, LayerDropout, empty_layers, no_layer_dropout
from arcwalk.neural.network import Network


class Activations(NamedTuple):
    """The values of a sentence; its rows 0 to n are the root and the words."""

    layers: LayerActivations
    heads: WeightTable  # (n + 1, RANK)
    modifiers: WeightTable  # (n + 1, RANK)
    products: WeightTable  # (n + 1, RANK): heads times the arc matrix
    label_heads: WeightTable  # (n + 1, RANK)
    label_modifiers: WeightTable  # (n + 1, RANK)


class Dropout(NamedTuple):
    """Factors as in `LayerDropout`."""

    layers: LayerDropout
    heads: Weights  # (RANK,)
    modifiers: Weights  # (RANK,)
    labels: Weights  # (RANK,)


@kernel
def empty_activations(rows: int, network: Network) -> Activations:
    """Room for the values of a sentence."""
    rank = len(network.head_bias)
    return Activations(
        empty_layers(rows, network.layers),
        np.empty((rows, rank), dtype=np.float32),
        np.empty((rows, rank), dtype=np.float32),
        np.empty((rows, rank), dtype=np.float32),
        np.empty((rows, rank), dtype=np.float32),
        np.empty((rows, rank), dtype=np.float32),
    )


@kernel
def nothing_dropped(rows: int, network: Network) -> Dropout:
    """The factors in parsing: 1."""
    rank = len(network.head_bias)
    return Dropout(
        no_layer_dropout(rows, network.layers),
        np.ones(rank, dtype=np.float32),
        np.ones(rank, dtype=np.float32),
        np.ones(rank, dtype=np.float32),
    )
