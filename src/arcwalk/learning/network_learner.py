"""Training the parser's network: epochs over shuffled sentences, with dropout and steps that shrink to nothing."""

from dataclasses import dataclass
from random import Random

import numpy as np

from arcwalk.arrays import Codes
from arcwalk.learning.kernels.network_epoch import Treebank, network_epoch
from arcwalk.learning.network_run import PROPERTY_DROPOUT, NetworkRun, Regimen, initial_parameters, random_places
from arcwalk.learning.word_dropout import word_dropout
from arcwalk.neural.embedding_rows import EmbeddingRows
from arcwalk.neural.network import network_of, shapes
from arcwalk.treebank.corpus import Corpus, without_padding
from arcwalk.treebank.encoding import UNKNOWN


@dataclass(frozen=True, kw_only=True)
class NetworkLearner:
    """Learns the heads and labels of a treebank."""

    corpus: Corpus
    lexical: list[int]
    labels: int
    state: int
    rows: EmbeddingRows
    epochs: int
    word_dropout: float
    regimen: Regimen

    def start(self, random: Random) -> NetworkRun:
        """A run before its first epoch; every random choice is drawn from `random`."""
        parameters = initial_parameters(shapes(self.labels, self.state), random)
        return NetworkRun(parameters, (len(self.rows), 2 * self.state), self.corpus.order(), random)

    def learn(self, run: NetworkRun) -> None:
        """One more epoch."""
        parameters, embeddings, random = run.parameters, run.embeddings, run.random
        network = network_of(parameters.values, self.labels, self.state)
        gradient = network_of(parameters.gradient, self.labels, self.state)
        random.shuffle(run.order)
        drop = word_dropout(self.corpus, self.lexical, self.word_dropout, random)
        treebank, order = self._treebank(drop(), random), np.array(run.order)
        rate = self.regimen.rate * (1 - run.epochs / self.epochs)
        _, run.steps = network_epoch(
            treebank, order, network, gradient, parameters, embeddings, self.regimen.dropout, rate, run.steps, run.state
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
