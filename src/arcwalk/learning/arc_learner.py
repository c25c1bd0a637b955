"""Learning arc weights from a treebank: the averaged perceptron, MIRA and SampleRank."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import numpy as np

from arcwalk.arrays import Numbers, Weights
from arcwalk.features.kernels.arc_features import ArcTable
from arcwalk.learning.averaging import OnlineLearner
from arcwalk.learning.kernels.arc_perceptron import arc_epoch
from arcwalk.learning.kernels.arc_samplerank import arc_samples_epoch
from arcwalk.learning.word_dropout import word_dropout
from arcwalk.treebank.corpus import Corpus


@dataclass(frozen=True, slots=True, kw_only=True)
class ArcLearner(OnlineLearner):
    """How to decode and update in training."""

    projective: bool
    single_root: bool
    margin: float  # added to the score of wrong arcs before decoding; the paper's perceptron has none
    aggressiveness: float  # 0: perceptron updates of size 1; else MIRA with this bound on the step
    word_dropout: float

    def train(
        self, corpus: Corpus, table: ArcTable, lexical: list[int], random: Random, after_epoch: Callable[[], None]
    ) -> Weights:
        """The averaged weights; `lexical` are the columns of the treebank that hold words."""
        drop = word_dropout(corpus, lexical, self.word_dropout, random)
        decoding = (self.projective, self.single_root, self.margin, self.aggressiveness)

        def one_epoch(order: Numbers, step: int, weights: Weights, totals: Weights) -> None:
            arc_epoch(drop(), corpus.rows, corpus.heads, order, table, *decoding, step, weights, totals)

        return self.averaged(one_epoch, corpus.order(), random, after_epoch)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArcSampleRank(OnlineLearner):
    """SampleRank, from trees of any shape."""

    temperature: float
    aggressiveness: float  # the bound on MIRA's steps
    word_dropout: float

    def train(
        self, corpus: Corpus, table: ArcTable, lexical: list[int], random: Random, after_epoch: Callable[[], None]
    ) -> Weights:
        """The averaged weights; `lexical` are the columns of the treebank that hold words."""
        drop = word_dropout(corpus, lexical, self.word_dropout, random)
        generator = np.array([random.getrandbits(64)], dtype=np.uint64)
        samples = np.minimum(corpus.heads, 0)  # at first, all words hang from the root

        def one_epoch(order: Numbers, step: int, weights: Weights, totals: Weights) -> None:
            sampling = (self.temperature, self.aggressiveness, step, generator, samples)
            arc_samples_epoch(drop(), corpus.rows, corpus.heads, order, table, *sampling, weights, totals)

        return self.averaged(one_epoch, corpus.order(), random, after_epoch)
