"""Learning the weights of arcs from a treebank: the averaged perceptron and MIRA, epoch by epoch."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from arcwalk.features.arc_kernels import ArcTable
from arcwalk.features.weights import Weights
from arcwalk.learning.online import epoch
from arcwalk.treebank.corpus import Corpus
from arcwalk.treebank.encoding import UNKNOWN


@dataclass(frozen=True, slots=True, kw_only=True)
class ArcLearner:
    """How to learn: what is decoded, how far a right arc must lead, how large a step may be.

    `margin` is what a wrong arc is credited with before decoding in training. The perceptron of the paper
    has none; with one, updates go on until right arcs lead clearly.
    `aggressiveness` zero means perceptron updates of size one, otherwise MIRA with that bound.
    `forget` hides a word that occurs c times in training with probability forget / (forget + c) each
    epoch, so that weights are learned for words never seen.
    """

    projective: bool
    single_root: bool
    epochs: int
    table_bits: int
    margin: float
    aggressiveness: float
    forget: float

    def train(
        self, corpus: Corpus, table: ArcTable, lexical: list[int], random: Random, after_epoch: Callable[[], None]
    ) -> Weights:
        """The weights, averaged over all steps; `lexical` names the columns of `codes` that hold words."""
        weights = np.zeros(1 << self.table_bits, dtype=np.float32)
        totals = np.zeros(1 << self.table_bits, dtype=np.float32)
        order = list(range(len(corpus)))
        hidden = _hiding_probabilities(corpus, lexical, self.forget)
        for number in range(self.epochs):
            random.shuffle(order)
            epoch(
                _hide_words(corpus, lexical, hidden, random),
                corpus.rows,
                corpus.heads,
                np.array(order),
                table,
                self.projective,
                self.single_root,
                self.margin,
                self.aggressiveness,
                number * len(corpus),
                weights,
                totals,
            )
            after_epoch()
        return (weights - totals / (self.epochs * len(corpus))).astype(np.float32)


def _hiding_probabilities(corpus: Corpus, lexical: list[int], forget: float) -> NDArray[np.float64]:
    """For each row and lexical column, how likely its word is to be hidden, (rows, columns)."""
    words = corpus.heads >= 0
    probabilities = np.zeros((len(words), len(lexical)))
    if forget > 0:
        for place, column in enumerate(lexical):
            codes = corpus.codes[words, column]
            probabilities[words, place] = forget / (forget + np.bincount(codes)[codes])
    return probabilities


def _hide_words(
    corpus: Corpus, lexical: list[int], probabilities: NDArray[np.float64], random: Random
) -> NDArray[np.int32]:
    """The treebank with some of its words made unknown."""
    if not probabilities.any():
        return corpus.codes
    draws = np.frombuffer(random.randbytes(2 * probabilities.size), dtype=np.uint16).reshape(probabilities.shape)
    codes = corpus.codes.copy()
    hidden = draws < probabilities * 65536
    for place, column in enumerate(lexical):
        codes[hidden[:, place], column] = UNKNOWN
    return codes
