"""Learning the weights of labels from the gold trees of a treebank."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import numpy as np

from arcwalk.arrays import Labels, Numbers, Starts, Weights
from arcwalk.features.part_kernels import PartTable
from arcwalk.learning.epochs import averaged
from arcwalk.learning.label_online import label_epoch
from arcwalk.treebank.corpus import Corpus


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelLearner:
    """How to learn labels: which ones a word may bear, what is looked at, how far a right one must lead."""

    label_start: Starts
    label_list: Labels
    table: PartTable
    epochs: int
    table_bits: int
    margin: float

    def train(self, corpus: Corpus, random: Random, after_epoch: Callable[[], None]) -> Weights:
        """The weights, averaged over all steps."""

        def one_pass(order: Numbers, step: int, weights: Weights, totals: Weights) -> None:
            lists = (self.label_start, self.label_list)
            label_epoch(*corpus, order, *lists, self.table, self.margin, step, weights, totals)

        return averaged(
            one_pass,
            sentences=len(corpus),
            epochs=self.epochs,
            table_bits=self.table_bits,
            random=random,
            after_epoch=after_epoch,
        )


def label_lists(allowed: np.ndarray[tuple[int, int], np.dtype[np.bool_]]) -> tuple[Starts, Labels]:
    """The labels of each coarse tag as `arcwalk.trees.labeling` reads them, from a table (tags, labels)."""
    start = np.cumsum([0, *allowed.sum(axis=1)])
    every_label = np.arange(allowed.shape[1])
    return start.astype(np.int64), np.concatenate((np.nonzero(allowed)[1], every_label)).astype(np.int32)
