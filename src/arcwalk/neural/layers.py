"""The layers that networks begin with: bidirectional LSTMs, which make states of words of their embeddings."""

from collections.abc import Mapping
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import WeightCube, Weights, WeightStack

Shapes = dict[str, tuple[int, ...]]
"""The shape of each array of a network."""


class Layers(NamedTuple):
    """Their parameters as kernels read them. A word has twice the width of a state, in any layer."""

    inputs: WeightStack  # (layers, directions, 2 state, 4 state): from the layer below to the gates
    recurrent: WeightStack  # (layers, directions, state, 4 state): from the neighboring word to the gates
    gate_bias: WeightCube  # (layers, directions, 4 state): input, forget and output gates, then the new content


def layer_shapes(layers: int, state: int) -> Shapes:
    """The shapes of so many layers, with states of this size in each direction."""
    return {
        "inputs": (layers, 2, 2 * state, 4 * state),
        "recurrent": (layers, 2, state, 4 * state),
        "gate_bias": (layers, 2, 4 * state),
    }


def size_of(shapes: Mapping[str, tuple[int, ...]]) -> int:
    """The number of parameters in arrays of these shapes."""
    return sum(map(prod, shapes.values()))


def views_of(parameters: Weights, shapes: Mapping[str, tuple[int, ...]]) -> dict[str, NDArray[np.float32]]:
    """Arrays of these shapes, all of them views of one flat array."""
    ends = np.cumsum(list(map(prod, shapes.values())))
    parts = np.split(parameters, ends[:-1])
    return {name: part.reshape(shape) for part, (name, shape) in zip(parts, shapes.items(), strict=True)}
