"""Training the parser's network: epochs over shuffled sentences, with dropout and steps that shrink to nothing."""

from dataclasses import dataclass
from random import Random

import numpy as np

from arcwalk.arrays import PADDING, Codes
from arcwalk.learning.kernels.network_epoch import Treebank, network_epoch
from arcwalk.learning.network_run import NetworkRun, initial_parameters
from arcwalk.learning.word_dropout import word_dropout
from arcwalk.neural.embedding_rows import EmbeddingRows
from arcwalk.neural.network import WIDTH, network_of, shapes
from arcwalk.treebank.corpus import Corpus
from arcwalk.treebank.encoding import UNKNOWN

RATE = 0.004  # of Adam, in the first epoch
DROPOUT = 0.25
PROPERTY_DROPOUT = 0.05  # of any property of a word, so that values never seen have an embedding, too


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
        parameters = initial_parameters(shapes(self.labels), random)
        return NetworkRun(parameters, (len(self.rows), WIDTH), len(self.corpus), random)

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
