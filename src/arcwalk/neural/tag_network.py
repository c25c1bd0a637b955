"""The parameters of the tagger's network: a bidirectional LSTM over words, and scores of tags on its states.

Besides embeddings it reads how probable a first tagger finds each tag of a word, and learns where that one errs.
"""

from typing import NamedTuple

from arcwalk.arrays import Weights, WeightTable
from arcwalk.neural.layers import Layers, Shapes, layer_shapes, size_of, views_of

LAYERS = 1
STATE = 32  # of an LSTM in one direction
WIDTH = 2 * STATE  # of a word


class TagNetwork(NamedTuple):
    """The parameters as kernels read them. Gradients have the same shape."""

    layers: Layers
    given: WeightTable  # (tags, WIDTH): from the probabilities of the first tagger to a word
    tag: WeightTable  # (WIDTH, tags)
    tag_prior: Weights  # (tags,)


def tag_shapes(tags: int) -> Shapes:
    """The shape of each array of a network."""
    return {
        **layer_shapes(LAYERS, STATE),
        "given": (tags, WIDTH),
        "tag": (WIDTH, tags),
        "tag_prior": (tags,),
    }


def tag_parameter_count(tags: int) -> int:
    """The number of parameters, without embeddings."""
    return size_of(tag_shapes(tags))


def tag_network_of(parameters: Weights, tags: int) -> TagNetwork:
    """The network whose arrays are views of one flat array."""
    arrays = views_of(parameters, tag_shapes(tags))
    return TagNetwork(Layers(**{name: arrays.pop(name) for name in Layers._fields}), **arrays)
