"""Training the network: epochs over shuffled sentences, with dropout and steps that shrink to nothing."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import PADDING, Codes, Weights, WeightTable
from arcwalk.learning.kernels.network_epoch import Learned, LearnedTable, Treebank, network_epoch
from arcwalk.learning.word_dropout import word_dropout
from arcwalk.neural.embedding_rows import EmbeddingRows
from arcwalk.neural.network import STATE, WIDTH, network_of, parameter_count
from arcwalk.treebank.corpus import Corpus
from arcwalk.treebank.encoding import UNKNOWN

RATE = 0.004  # of Adam, in the first epoch
DROPOUT = 0.25
PROPERTY_DROPOUT = 0.05  # of any property of a word, so that values never seen have an embedding, too
SPREAD = 0.4  # of embeddings at the start


@dataclass(frozen=True, kw_only=True)
class NetworkLearner:
    """Learns the heads and labels of a treebank."""

    corpus: Corpus
    lexical: list[int]
    labels: int
    rows: EmbeddingRows
    epochs: int
    word_dropout: float

    def train(self, random: Random, after_epoch: Callable[[], None]) -> tuple[Weights, WeightTable]:
        """Parameters and embeddings; every random choice is drawn from `random`."""
        values = initial_parameters(self.labels, random)
        parameters = Learned(values, *(np.zeros_like(values) for _ in range(3)))
        table = SPREAD * uniform_numbers((len(self.rows), WIDTH), random)
        embeddings = LearnedTable(table, *(np.zeros_like(table) for _ in range(3)))
        network, gradient = network_of(values, self.labels), network_of(parameters.gradient, self.labels)
        state = np.array([random.getrandbits(64)], dtype=np.uint64)
        drop = word_dropout(self.corpus, self.lexical, self.word_dropout, random)
        order = list(range(len(self.corpus)))
        steps = 0
        for epoch in range(self.epochs):
            random.shuffle(order)
            treebank = self._treebank(drop(), random)
            rate = RATE * (1 - epoch / self.epochs)
            _, steps = network_epoch(
                treebank, np.array(order), network, gradient, parameters, embeddings, DROPOUT, rate, steps, state
            )
            after_epoch()
        return values, table

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
