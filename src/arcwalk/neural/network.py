"""The parameters of the network: two layers of bidirectional LSTMs, and scores of heads and labels on top of them.

After Kiperwasser and Goldberg (2016) and Dozat and Manning (2017), but small: words are sums of embeddings of their
properties, which a treebank of a thousand sentences can teach.
"""

from math import prod
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import WeightCube, Weights, WeightStack, WeightTable

LAYERS = 2
STATE = 64  # of an LSTM in one direction
WIDTH = 2 * STATE  # of a word, in any layer
RANK = 64  # of the scores
DISTANCES = 16  # eight bins of distances in each direction


class Network(NamedTuple):
    """The parameters as kernels read them. Gradients have the same shape."""

    inputs: WeightStack  # (LAYERS, directions, WIDTH, 4 STATE): from the layer below to the gates
    recurrent: WeightStack  # (LAYERS, directions, STATE, 4 STATE): from the neighboring word to the gates
    gate_bias: WeightCube  # (LAYERS, directions, 4 STATE): input, forget and output gates, then the new content
    head: WeightTable  # (WIDTH, RANK)
    head_bias: Weights  # (RANK,)
    modifier: WeightTable  # (WIDTH, RANK)
    modifier_bias: Weights  # (RANK,)
    arc: WeightTable  # (RANK, RANK): the product of head and modifier
    arc_distance: WeightTable  # (DISTANCES, RANK)
    label_head: WeightTable  # (WIDTH, RANK)
    label_modifier: WeightTable  # (WIDTH, RANK)
    label_bias: Weights  # (RANK,)
    label_distance: WeightTable  # (DISTANCES, RANK)
    label: WeightTable  # (RANK, labels)
    label_prior: Weights  # (labels,)


def shapes(labels: int) -> dict[str, tuple[int, ...]]:
    """The shape of each array of a network."""
    return {
        "inputs": (LAYERS, 2, WIDTH, 4 * STATE),
        "recurrent": (LAYERS, 2, STATE, 4 * STATE),
        "gate_bias": (LAYERS, 2, 4 * STATE),
        "head": (WIDTH, RANK),
        "head_bias": (RANK,),
        "modifier": (WIDTH, RANK),
        "modifier_bias": (RANK,),
        "arc": (RANK, RANK),
        "arc_distance": (DISTANCES, RANK),
        "label_head": (WIDTH, RANK),
        "label_modifier": (WIDTH, RANK),
        "label_bias": (RANK,),
        "label_distance": (DISTANCES, RANK),
        "label": (RANK, labels),
        "label_prior": (labels,),
    }


def parameter_count(labels: int) -> int:
    """The number of parameters, without embeddings."""
    return sum(map(prod, shapes(labels).values()))


def network_of(parameters: Weights, labels: int) -> Network:
    """The network whose arrays are views of one flat array."""
    wanted = shapes(labels)
    ends = np.cumsum(list(map(prod, wanted.values())))
    parts = np.split(parameters, ends[:-1])
    return Network(**{name: part.reshape(shape) for part, (name, shape) in zip(parts, wanted.items(), strict=True)})
