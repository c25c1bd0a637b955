"""Training the labeler on the gold labels of gold trees."""

from collections.abc import Callable, Sequence
from random import Random

from arcwalk.arrays import Numbers, Weights
from arcwalk.components.labeler.kernels.label_perceptron import label_epoch
from arcwalk.components.labeler.labeler import Labeler, label_table
from arcwalk.learning.averaging import OnlineLearner
from arcwalk.models.label_set import LabelSet, allowed_labels, label_lists
from arcwalk.training.averaged_runs import AveragedRuns
from arcwalk.treebank.corpus import Corpus
from arcwalk.treebank.encoding import Encoder

_TABLE_BITS = 20
_MARGIN = 1.5  # per template


class LabelerTraining:
    """Learns labels from some sentences."""

    def __init__(self, corpus: Corpus, label_set: LabelSet, encoder: Encoder, templates: str, epochs: int) -> None:
        self.corpus, self.label_set, self.encoder = corpus, label_set, encoder
        self.templates, self.epochs = templates, epochs
        self.allowed = allowed_labels(corpus, len(label_set))
        self.table = label_table(templates, encoder.columns)
        self.margin = _MARGIN * len(self.table.row_salts)

    def learn(self, random: Random, after_epoch: Callable[[], None]) -> Weights:
        """The weights of one run, averaged over all steps."""
        lists, corpus = label_lists(self.allowed, self.label_set), self.corpus
        trees = (corpus.codes, corpus.rows, corpus.heads, corpus.labels)

        def one_epoch(order: Numbers, step: int, weights: Weights, totals: Weights) -> None:
            label_epoch(*trees, order, *lists, self.table, self.margin, step, weights, totals)

        learner = OnlineLearner(epochs=self.epochs, table_bits=_TABLE_BITS)
        return learner.averaged(one_epoch, corpus.order(), random, after_epoch)

    def runs(self, name: str, randoms: Sequence[Random]) -> AveragedRuns:
        """Runs whose average is the weights, under this name in the checkpoint."""
        return AveragedRuns(
            name=name, learner=self.learn, randoms=randoms, epochs=self.epochs, table_bits=_TABLE_BITS, unit=self.margin
        )

    def labeler(self, weights: Weights) -> Labeler:
        """The labeler with these weights."""
        return Labeler(self.label_set, self.allowed, self.templates, weights, self.encoder)
