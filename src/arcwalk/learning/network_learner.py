"""Training the parser's network: epochs over shuffled sentences, with dropout and steps that shrink to nothing."""

from dataclasses import dataclass
from random import Random

import numpy as np

from arcwalk.arrays import Codes
from arcwalk.learning.kernels.network_epoch import Treebank, network_epoch
from arcwalk.learning.network_run import (
    DROPOUT,
    PROPERTY_DROPOUT,
    RATE,
    NetworkRun,
    initial_parameters,
    random_places,
)
from arcwalk.learning.word_dropout import word_dropout
from arcwalk.neural.embedding_rows import EmbeddingRows
from arcwalk.neural.network import WIDTH, network_of, shapes
from arcwalk.treebank.corpus import Corpus, without_padding
from arcwalk.treebank.encoding import UNKNOWN


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
        properties[random_places(properties.shape, PROPERTY_DROPOUT, random) & is_word[:, None]] = UNKNOWN
        is_kept, start = without_padding(corpus.rows)
        rows = self.rows.of_codes(codes[is_kept])
        return Treebank(rows, start, corpus.heads[is_kept], corpus.labels[is_kept])
