"""The parameters of the parser's network: two layers of bidirectional LSTMs, and scores of heads and labels on them.

After Kiperwasser and Goldberg (2016) and Dozat and Manning (2017), but small: words are sums of embeddings of their
properties, which a treebank of a thousand sentences can teach.
"""

from typing import NamedTuple

from arcwalk.arrays import Weights, WeightTable
from arcwalk.neural.layers import Layers, Shapes, layer_shapes, size_of, views_of

LAYERS = 2
RANK = 64  # of the scores
DISTANCES = 16  # eight bins of distances in each direction


class Network(NamedTuple):
    """The parameters as kernels read them. Gradients have the same shape."""

    layers: Layers
    head: WeightTable  # (2 state, RANK)
    head_bias: Weights  # (RANK,)
    modifier: WeightTable  # (2 state, RANK)
    modifier_bias: Weights  # (RANK,)
    arc: WeightTable  # (RANK, RANK): the product of head and modifier
    arc_distance: WeightTable  # (DISTANCES, RANK)
    label_head: WeightTable  # (2 state, RANK)
    label_modifier: WeightTable  # (2 state, RANK)
    label_bias: Weights  # (RANK,)
    label_distance: WeightTable  # (DISTANCES, RANK)
    label: WeightTable  # (RANK, labels)
    label_prior: Weights  # (labels,)


def shapes(labels: int, state: int) -> Shapes:
    """The shape of each array of a network, whose states have this size in each direction."""
    width = 2 * state  # of a word, in any layer
    return {
        **layer_shapes(LAYERS, state),
        "head": (width, RANK),
        "head_bias": (RANK,),
        "modifier": (width, RANK),
        "modifier_bias": (RANK,),
        "arc": (RANK, RANK),
        "arc_distance": (DISTANCES, RANK),
        "label_head": (width, RANK),
        "label_modifier": (width, RANK),
        "label_bias": (RANK,),
        "label_distance": (DISTANCES, RANK),
        "label": (RANK, labels),
        "label_prior": (labels,),
    }


def parameter_count(labels: int, state: int) -> int:
    """The number of parameters, without embeddings."""
    return size_of(shapes(labels, state))


def network_of(parameters: Weights, labels: int, state: int) -> Network:
    """The network whose arrays are views of one flat array; its states have this size in each direction."""
    arrays = views_of(parameters, shapes(labels, state))
    return Network(Layers(**{name: arrays.pop(name) for name in Layers._fields}), **arrays)
