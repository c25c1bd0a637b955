"""The parameters of the parser's network: two layers of bidirectional LSTMs, and scores of heads and labels on them.

After Kiperwasser and Goldberg (2016) and Dozat and Manning (2017), but small: words are sums of embeddings of their
properties, which a treebank of a thousand sentences can teach.
"""

from typing import NamedTuple

from arcwalk.arrays import Weights, WeightTable
from arcwalk.neural.layers import Layers, Shapes, layer_shapes, size_of, views_of

LAYERS = 2
STATE = 64  # of an LSTM in one direction
WIDTH = 2 * STATE  # of a word, in any layer
RANK = 64  # of the scores
DISTANCES = 16  # eight bins of distances in each direction


class Network(NamedTuple):
    """The parameters as kernels read them. Gradients have the same shape."""

    layers: Layers
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


def shapes(labels: int) -> Shapes:
    """The shape of each array of a network."""
    return {
        **layer_shapes(LAYERS, STATE),
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
    return size_of(shapes(labels))


def network_of(parameters: Weights, labels: int) -> Network:
    """The network whose arrays are views of one flat array."""
    arrays = views_of(parameters, shapes(labels))
    return Network(Layers(**{name: arrays.pop(name) for name in Layers._fields}), **arrays)
