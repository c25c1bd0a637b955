"""Learning the weights of arcs from a treebank: the averaged perceptron and MIRA."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from arcwalk.arrays import Numbers, Weights
from arcwalk.features.kernels.arc_features import ArcTable
from arcwalk.learning.averaging import averaged
from arcwalk.learning.kernels.arc_perceptron import epoch
from arcwalk.learning.word_dropout import hidden_words
from arcwalk.treebank.corpus import Corpus


@dataclass(frozen=True, slots=True, kw_only=True)
class ArcLearner:
    """How to learn: what is decoded, how far a right arc must lead, how large a step may be.

    `margin` is what a wrong arc is credited with before decoding in training. The perceptron of the paper
    has none; with one, updates go on until right arcs lead clearly.
    `aggressiveness` zero means perceptron updates of size one, otherwise MIRA with that bound.
    `word_dropout` replaces a word seen c times by UNK with probability word_dropout / (word_dropout + c) each epoch,
    so that weights are learned for unknown words.
    """

    projective: bool
    single_root: bool
    epochs: int
    table_bits: int
    margin: float
    aggressiveness: float
    word_dropout: float

    def train(
        self, corpus: Corpus, table: ArcTable, lexical: list[int], random: Random, after_epoch: Callable[[], None]
    ) -> Weights:
        """The weights, averaged over all steps; `lexical` names the columns of the treebank that hold words."""
        hide = hidden_words(corpus, lexical, self.word_dropout, random)

        def one_pass(order: Numbers, step: int, weights: Weights, totals: Weights) -> None:
            epoch(
                hide(),
                corpus.rows,
                corpus.heads,
                order,
                table,
                self.projective,
                self.single_root,
                self.margin,
                self.aggressiveness,
                step,
                weights,
                totals,
            )

        return averaged(
            one_pass,
            sentences=len(corpus),
            epochs=self.epochs,
            table_bits=self.table_bits,
            random=random,
            after_epoch=after_epoch,
        )
