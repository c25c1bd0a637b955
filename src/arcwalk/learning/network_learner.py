"""Training the network: epochs over shuffled sentences, with dropout and steps that shrink to nothing."""

from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import PADDING, Codes, Weights
from arcwalk.learning.kernels.network_epoch import Learned, LearnedTable, Treebank, network_epoch
from arcwalk.learning.random_state import kept_random, resume_random
from arcwalk.learning.word_dropout import word_dropout
from arcwalk.neural.embedding_rows import EmbeddingRows
from arcwalk.neural.network import STATE, WIDTH, network_of, parameter_count
from arcwalk.safe_reading.arrays import StoredArrays
from arcwalk.safe_reading.metadata import Metadata
from arcwalk.treebank.corpus import Corpus
from arcwalk.treebank.encoding import UNKNOWN

RATE = 0.004  # of Adam, in the first epoch
DROPOUT = 0.25
PROPERTY_DROPOUT = 0.05  # of any property of a word, so that values never seen have an embedding, too
SPREAD = 0.4  # of embeddings at the start


class NetworkRun:
    """The state of a training run after some epochs. Its arrays change as the run continues."""

    def __init__(self, labels: int, rows: int, sentences: int, random: Random) -> None:
        values = initial_parameters(labels, random)
        table = SPREAD * uniform_numbers((rows, WIDTH), random)
        self.parameters = Learned(values, *(np.zeros_like(values) for _ in range(3)))
        self.embeddings = LearnedTable(table, *(np.zeros_like(table) for _ in range(3)))
        self.state = np.array([random.getrandbits(64)], dtype=np.uint64)
        self.random, self.order, self.steps, self.epochs = random, list(range(sentences)), 0, 0

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


@dataclass(frozen=True, kw_only=True)
class NetworkLearner:
    """Learns the heads and labels of a treebank."""

    corpus: Corpus
    lexical: list[int]
    labels: int
    rows: EmbeddingRows
    epochs: int
    word_dropout: float

    def start(self, random: Random) -> NetworkRun:
        """A run before its first epoch; every random choice is drawn from `random`."""
        return NetworkRun(self.labels, len(self.rows), len(self.corpus), random)

    def learn(self, run: NetworkRun) -> None:
        """One more epoch."""
        parameters, embeddings, random = run.parameters, run.embeddings, run.random
        network, gradient = network_of(parameters.values, self.labels), network_of(parameters.gradient, self.labels)
        random.shuffle(run.order)
        drop = word_dropout(self.corpus, self.lexical, self.word_dropout, random)
        treebank, order = self._treebank(drop(), random), np.array(run.order)
        rate = RATE * (1 - run.epochs / self.epochs)
        _, run.steps = network_epoch(
            treebank, order, network, gradient, parameters, embeddings, DROPOUT, rate, run.steps, run.state
        )
        run.epochs += 1

    def _treebank(self, codes: Codes, random: Random) -> Treebank:
        """The treebank with some properties of words dropped, without padding."""
        corpus = self.corpus
        is_word = corpus.heads >= 0
        codes = codes.copy()
        properties = codes[:, 2 : 2 + len(self.rows.limits)]
        draws = np.frombuffer(random.randbytes(properties.size), dtype=np.uint8).reshape(properties.shape)
        properties[(draws < 256 * PROPERTY_DROPOUT) & is_word[:, None]] = UNKNOWN
        is_kept = np.ones(len(codes), dtype=np.bool_)
        for last in range(1, PADDING):
            is_kept[corpus.rows[1:] - last] = False
        start = corpus.rows - (PADDING - 1) * np.arange(len(corpus.rows))
        rows = self.rows.of_codes(codes[is_kept])
        return Treebank(rows, start, corpus.heads[is_kept], corpus.labels[is_kept])


def uniform_numbers(shape: tuple[int, ...], random: Random) -> NDArray[np.float32]:
    """Numbers between -1 and 1, the same whatever the version of NumPy."""
    draws = np.frombuffer(random.randbytes(4 * int(np.prod(shape))), dtype="<u4")
    return (draws / np.float64(2**31) - 1).astype(np.float32).reshape(shape)


def initial_parameters(labels: int, random: Random) -> Weights:
    """Matrices with entries of a size that keeps the variance of what they multiply (Glorot and Bengio, 2010).

    Biases are zero, but for forget gates, which are open; so are the scores of distances.
    """
    parameters = np.zeros(parameter_count(labels), dtype=np.float32)
    network = network_of(parameters, labels)
    for name, array in network._asdict().items():
        if array.ndim > 1 and array.size and name not in ("gate_bias", "arc_distance", "label_distance"):
            array[:] = np.sqrt(6 / sum(array.shape[-2:])) * uniform_numbers(array.shape, random)
    network.gate_bias[:, :, STATE : 2 * STATE] = 1.0
    return parameters
