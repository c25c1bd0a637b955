"""What the parser's network computes for sentences, kept for the gradient, and what is dropped of it in training."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Starts, WeightTable
from arcwalk.compiled import kernel
from arcwalk.neural.kernels.word_states import LayerActivations, LayerDropout, empty_layers, no_layer_dropout
from arcwalk.neural.network import Network


class Activations(NamedTuple):
    """The values of a few sentences, the rows of each one after the other; see `LayerActivations`."""

    layers: LayerActivations
    heads: WeightTable  # (rows, RANK)
    modifiers: WeightTable  # (rows, RANK)
    products: WeightTable  # (rows, RANK): heads times the arc matrix
    label_heads: WeightTable  # (rows, RANK)
    label_modifiers: WeightTable  # (rows, RANK)


class Dropout(NamedTuple):
    """Factors as in `LayerDropout`."""

    layers: LayerDropout
    heads: WeightTable  # (rows, RANK)
    modifiers: WeightTable  # (rows, RANK)
    labels: WeightTable  # (rows, RANK)


@kernel
def empty_activations(start: Starts, network: Network) -> Activations:
    """Room for the values of sentences that begin at these rows, and end at the last."""
    rows, rank = start[-1], len(network.head_bias)
    return Activations(
        empty_layers(start, network.layers),
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
        np.ones((rows, rank), dtype=np.float32),
        np.ones((rows, rank), dtype=np.float32),
        np.ones((rows, rank), dtype=np.float32),
    )
