"""Learning the weights of labels from the gold trees of a treebank."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from arcwalk.arrays import Labels, Numbers, Starts, Weights
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.learning.averaging import OnlineLearner
from arcwalk.systems.labeler.kernels.label_perceptron import label_epoch
from arcwalk.treebank.corpus import Corpus


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelLearner(OnlineLearner):
    """How to learn labels: which ones a word may bear, what is looked at, how far a right one must lead."""

    label_start: Starts
    label_list: Labels
    table: PartTable
    margin: float

    def train(self, corpus: Corpus, random: Random, after_epoch: Callable[[], None]) -> Weights:
        """The weights, averaged over all steps."""

        def one_epoch(order: Numbers, step: int, weights: Weights, totals: Weights) -> None:
            lists = (self.label_start, self.label_list)
            label_epoch(*corpus, order, *lists, self.table, self.margin, step, weights, totals)

        return self.averaged(one_epoch, len(corpus), random, after_epoch)
