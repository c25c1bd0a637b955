"""The state of a network in training: its parameters at the start and after some epochs."""

from collections.abc import Mapping, Sequence
from math import log2
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Booleans, Weights
from arcwalk.learning.kernels.batch import Learned, LearnedTable
from arcwalk.learning.random_state import kept_random, resume_random
from arcwalk.neural.layers import size_of, views_of
from arcwalk.safe_reading.arrays import StoredArrays
from arcwalk.safe_reading.metadata import Metadata

PROPERTY_DROPOUT = 0.05  # of any property of a word, so that values never seen have an embedding, too
SPREAD = 0.4  # of embeddings at the start
ZERO = ("gate_bias", "arc_distance", "label_distance")  # besides all vectors

SMALL, DOUBLINGS = 12_500, 4  # words of a small treebank, and how often they double up to a large one


class Regimen(NamedTuple):
    """How a network learns."""

    rate: float  # of Adam, in the first epoch
    dropout: float  # of words and states


def regimen_for(words: int) -> Regimen:
    """How a network learns from so many words.

    A large treebank takes many steps, which may be smaller, and is hard to learn by heart, so that less is dropped.
    """
    doublings = min(max(log2(max(words, 1) / SMALL), 0.0), DOUBLINGS)
    return Regimen(rate=0.004 * 2 ** (-doublings / DOUBLINGS), dropout=0.25 - 0.025 * doublings)


class NetworkRun:
    """The state of a training run after some epochs. Its arrays change as the run continues."""

    def __init__(self, values: Weights, embeddings: tuple[int, int], order: Sequence[int], random: Random) -> None:
        """A run before its first epoch over the sentences of `order`; every random choice is drawn from `random`."""
        table = SPREAD * uniform_numbers(embeddings, random)
        self.parameters = Learned(values, *(np.zeros_like(values) for _ in range(3)))
        self.embeddings = LearnedTable(table, *(np.zeros_like(table) for _ in range(3)))
        self.state = np.array([random.getrandbits(64)], dtype=np.uint64)
        self.random, self.order, self.steps, self.epochs = random, list(order), 0, 0

    def kept(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """What `resume` needs: metadata, and copies of arrays."""
        metadata = {"order": self.order.copy(), "steps": self.steps, "epochs": self.epochs}
        arrays = {name: array.copy() for name, array in self._arrays().items()}
        return metadata | kept_random(self.random), arrays

    def resume(self, metadata: Metadata, arrays: StoredArrays) -> None:
        """Go back to the state that was kept."""
        self.order = metadata.permutation("order", self.order)
        self.steps, self.epochs = metadata.whole("steps", 0), metadata.whole("epochs", 0)
        resume_random(self.random, metadata)
        for name, array in self._arrays().items():
            array[:] = arrays.take(name, array.dtype, array.shape)

    def _arrays(self) -> dict[str, NDArray[Any]]:
        """Gradients are zero between epochs."""
        arrays = {"state": self.state}
        for kind, learned in (("parameters", self.parameters), ("embeddings", self.embeddings)):
            arrays |= {f"{kind} {name}": array for name, array in learned._asdict().items() if name != "gradient"}
        return arrays


def random_places(shape: tuple[int, ...], share: float, random: Random) -> Booleans:
    """About this share of the places of an array."""
    draws = np.frombuffer(random.randbytes(int(np.prod(shape))), dtype=np.uint8)
    return (draws < 256 * share).reshape(shape)


def uniform_numbers(shape: tuple[int, ...], random: Random) -> NDArray[np.float32]:
    """Numbers between -1 and 1, the same whatever the version of NumPy."""
    draws = np.frombuffer(random.randbytes(4 * int(np.prod(shape))), dtype="<u4")
    return (draws / np.float64(2**31) - 1).astype(np.float32).reshape(shape)


def initial_parameters(shapes: Mapping[str, tuple[int, ...]], random: Random) -> Weights:
    """Matrices with entries of a size that keeps the variance of what they multiply (Glorot and Bengio, 2010).

    Biases are zero, but for forget gates, which are open; so are the scores of distances.
    """
    parameters = np.zeros(size_of(shapes), dtype=np.float32)
    arrays = views_of(parameters, shapes)
    for name, array in arrays.items():
        if array.ndim > 1 and array.size and name not in ZERO:
            array[:] = np.sqrt(6 / sum(array.shape[-2:])) * uniform_numbers(array.shape, random)
    state = arrays["gate_bias"].shape[-1] // 4
    arrays["gate_bias"][:, :, state : 2 * state] = 1.0
    return parameters
