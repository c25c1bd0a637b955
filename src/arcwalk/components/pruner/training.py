"""Training pruners: on all sentences, and for each fold on the others, so that training conditions match parsing.

A pruner is far surer of sentences it was trained on than of new ones. So the candidates of training sentences come
from out-of-fold pruners, which do not know words that only occur in their fold. How many candidates are kept is set
so that gold heads and labels of out-of-fold sentences are among them as often as requested.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from arcwalk.arrays import Codes, Numbers, Scores, Weights
from arcwalk.components.pruner.head_pruner import RATIOS, HeadPruner
from arcwalk.components.pruner.kernels.arc_label_perceptron import arc_label_epoch
from arcwalk.components.pruner.kernels.head_pruning import SHARPNESS, gold_shares
from arcwalk.components.pruner.kernels.label_pruning import gold_label_gaps
from arcwalk.components.pruner.pruner import Pruner
from arcwalk.features.arc_templates import arc_table
from arcwalk.features.parts import LABELED_ARC
from arcwalk.features.structure_templates import structure_table
from arcwalk.features.templates import Template
from arcwalk.learning.arc_learner import ArcLearner, ArcSampleRank
from arcwalk.learning.averaging import OnlineLearner
from arcwalk.learning.parallel import Learner
from arcwalk.learning.word_dropout import word_dropout
from arcwalk.models.label_set import allowed_labels, label_lists
from arcwalk.training.averaged_runs import AveragedRuns, AveragedWeights, averages_of
from arcwalk.training.encoded_treebank import EncodedTreebank
from arcwalk.training.folds import FULL_TREEBANK, Folds, OutOfFold, known_codes
from arcwalk.training.setting import Setting
from arcwalk.training.stage import Stage
from arcwalk.treebank.corpus import Corpus
from arcwalk.treebank.encoding import first_analysis, second_analysis
from arcwalk.treebank.word_classes import PUNCTUATION

EPOCHS, LABEL_EPOCHS = 4, 5
FOLD_SHUFFLES = 1  # of a pruner without a fold: with more, trees are learned no better
MARGIN = 1.0  # per template
SAMPLERANK_EPOCHS, SAMPLERANK_STEP = 10, 0.01
SAMPLERANK_TEMPERATURE = 0.25
LOST_ERRORS = 0.1  # share of the pruner's own errors that may be lost to the parser
LABEL_RECALL = 0.98  # of gold labels on gold arcs
UNCALIBRATED_RATIO, UNCALIBRATED_SLACK = 0.01, 1.5  # how much to keep until that is known

AnyPruner = TypeVar("AnyPruner", HeadPruner, Pruner)


class TrainedPruners(NamedTuple, Generic[AnyPruner]):
    """Pruners trained without each fold, and (as the model of `FULL_TREEBANK`) on all sentences."""

    of_folds: OutOfFold[AnyPruner]
    recall: float  # share of gold heads kept on out-of-fold sentences, without punctuation

    @property
    def full(self) -> AnyPruner:
        """The pruner of the model. Its weights are laid out anew, as training has little use for them."""
        return self.of_folds.model(FULL_TREEBANK)


@dataclass(frozen=True, kw_only=True)
class PrunerTraining:
    """How pruners are trained; `corpus` has the trees to learn, `templates` those of arcs and of labeled arcs.

    `codes` are the sentences as pruners see them, with a second analysis where tags are in doubt.
    """

    treebank: EncodedTreebank
    corpus: Corpus
    codes: Sequence[Codes]
    templates: dict[str, list[Template]]
    folds: Folds
    shuffles: int
    table_bits: int
    word_dropout: float
    projective: bool
    by_samplerank: bool = False  # as published; else by perceptrons
    has_prior: bool = True  # whether its scores count in those of candidates
    setting: Setting

    def head_weights(self) -> Stage[AveragedWeights]:
        """What pruners of heads learn: weights from all sentences, and from those of all folds but one."""
        if self.by_samplerank:  # the pruner's p ∝ exp(score / T) is that of the sampler
            return self._weights(
                "pruner heads", self._sample_arcs, SAMPLERANK_EPOCHS, SAMPLERANK_TEMPERATURE / SHARPNESS
            )
        return self._weights("pruner heads", self._learn_arcs, EPOCHS, MARGIN * len(self.templates["arc"]))

    def label_weights(self) -> Stage[AveragedWeights]:
        """What they learn about labels."""
        unit = MARGIN * len(self.templates[LABELED_ARC])
        return self._weights("pruner labels", self._learn_labels, LABEL_EPOCHS, unit)

    def heads(self, learned: AveragedWeights, recall: float) -> TrainedPruners[HeadPruner]:
        """Pruners of heads that keep a share `recall` of gold heads on out-of-fold sentences, see `least_ratio`."""

        def pruner(ratio: float, fold: int) -> HeadPruner:
            return HeadPruner(
                encoder=self.treebank.encoder,
                templates=self.templates["arc"],
                weights=learned[fold + 1],
                ratio=ratio,
                projective=self.projective,
                single_root=self.treebank.single_root,
            )

        properties = len(self.treebank.encoder.properties)
        parts = (self.folds.training_part(self.corpus, fold) for fold in self.folds)
        known = [known_codes(part, self.corpus, properties) for part in parts]
        uncalibrated = OutOfFold(self.folds, partial(pruner, UNCALIBRATED_RATIO), known)
        shares = self._out_of_fold(uncalibrated, _gold_shares)
        uas = 100 * float((shares >= 1).mean())
        self.setting.progress.note(f"pruner: {uas:.2f} UAS on out-of-fold sentences", uas=uas)
        ratio = least_ratio(shares, recall)
        pruners = OutOfFold(self.folds, partial(pruner, ratio), known)
        return TrainedPruners(pruners, float((shares >= ratio).mean()))

    def with_labels(self, heads: TrainedPruners[HeadPruner], learned: AveragedWeights) -> TrainedPruners[Pruner]:
        """The same pruners with labels, of which they keep a share `LABEL_RECALL`."""

        def pruner(slack: float, fold: int) -> Pruner:
            return Pruner(
                heads=heads.of_folds.model(fold),
                templates=self.templates[LABELED_ARC],
                label_set=self.treebank.label_set,
                allowed=allowed_labels(self.folds.training_part(self.corpus, fold), len(self.treebank.label_set)),
                weights=learned[fold + 1],
                slack=slack,
                has_prior=self.has_prior,
            )

        known = heads.of_folds.known
        uncalibrated = OutOfFold(self.folds, partial(pruner, UNCALIBRATED_SLACK), known)
        gaps = self._out_of_fold(uncalibrated, _gold_label_gaps)
        slack = float(np.clip(np.quantile(gaps, LABEL_RECALL), 0.5, 3.0))
        return TrainedPruners(OutOfFold(self.folds, partial(pruner, slack), known), heads.recall)

    def _weights(
        self, name: str, learn: Callable[[Corpus, Random, Callable[[], None]], Weights], epochs: int, unit: float
    ) -> Stage[AveragedWeights]:
        """One weight vector for all sentences, and one without each fold."""

        def learner(fold: int) -> Learner:
            return lambda random, after_epoch: learn(self.folds.training_part(self.corpus, fold), random, after_epoch)

        wanted = [
            AveragedRuns(
                name=f"{name} {fold + 1}",
                learner=learner(fold),
                randoms=[Random(f"{self.setting.seed}/pruner {fold + 1}/{i}") for i in range(shuffles)],
                epochs=epochs,
                table_bits=self.table_bits,
                unit=unit,
            )
            for fold, shuffles in [(FULL_TREEBANK, self.shuffles), *((fold, FOLD_SHUFFLES) for fold in self.folds)]
        ]
        return averages_of(wanted, self.setting.checkpoint)

    def _learn_arcs(self, corpus: Corpus, random: Random, after_epoch: Callable[[], None]) -> Weights:
        learner = ArcLearner(
            projective=self.projective,
            single_root=self.treebank.single_root,
            epochs=EPOCHS,
            table_bits=self.table_bits,
            margin=MARGIN * len(self.templates["arc"]),
            aggressiveness=0.0,
            word_dropout=self.word_dropout,
        )
        table = arc_table(self.templates["arc"], self.treebank.encoder.columns)
        return learner.train(corpus, table, self.treebank.lexical, random, after_epoch)

    def _sample_arcs(self, corpus: Corpus, random: Random, after_epoch: Callable[[], None]) -> Weights:
        learner = ArcSampleRank(
            epochs=SAMPLERANK_EPOCHS,
            table_bits=self.table_bits,
            temperature=SAMPLERANK_TEMPERATURE,
            aggressiveness=SAMPLERANK_STEP,
            word_dropout=self.word_dropout,
        )
        table = arc_table(self.templates["arc"], self.treebank.encoder.columns)
        return learner.train(corpus, table, self.treebank.lexical, random, after_epoch)

    def _learn_labels(self, corpus: Corpus, random: Random, after_epoch: Callable[[], None]) -> Weights:
        templates = self.templates[LABELED_ARC]
        table = structure_table({LABELED_ARC: templates}, self.treebank.encoder.columns)
        lists = label_lists(allowed_labels(corpus, len(self.treebank.label_set)), self.treebank.label_set)
        drop = word_dropout(corpus, self.treebank.lexical, self.word_dropout, random)

        def one_epoch(order: Numbers, step: int, weights: Weights, totals: Weights) -> None:
            margin = MARGIN * len(templates)
            trees = (corpus.rows, corpus.heads, corpus.labels)
            arc_label_epoch(drop(), *trees, order, *lists, table, margin, step, weights, totals)

        learner = OnlineLearner(epochs=LABEL_EPOCHS, table_bits=self.table_bits)
        return learner.averaged(one_epoch, corpus.order(), random, after_epoch)

    def _out_of_fold(
        self, pruners: OutOfFold[AnyPruner], judge: Callable[[AnyPruner, Codes, Corpus, int], Scores]
    ) -> Scores:
        """How out-of-fold pruners judge each gold arc, without punctuation unless there is nothing else."""
        judged = []
        for i, pruner in pruners.in_turn():
            values = judge(pruner, pruners.codes(i, self.codes[i]), self.corpus, i)
            counted = self.corpus.sentence(i)[0][1:-2, 1] != PUNCTUATION
            judged.append(values[counted] if counted.any() else values)
        return np.concatenate(judged)


def _gold_shares(pruner: HeadPruner, codes: Codes, corpus: Corpus, i: int) -> Scores:
    return gold_shares(first_analysis(codes), second_analysis(codes), pruner.model, corpus.sentence(i)[1])


def _gold_label_gaps(pruner: Pruner, codes: Codes, corpus: Corpus, i: int) -> Scores:
    return gold_label_gaps(first_analysis(codes), pruner.model, *corpus.sentence(i)[1:])


def least_ratio(shares: Scores, recall: float) -> float:
    """The least probability, relative to the best head of a word, that keeps a share `recall` of gold heads.

    `shares` are the relative probabilities of gold heads in out-of-fold sentences. A pruner that makes few errors must
    keep more: nine in ten of its errors should be left for the parser to correct.
    """
    recall = max(recall, 1 - float((shares < 1).mean()) * LOST_ERRORS)
    return float(np.clip(np.quantile(shares, 1 - recall), *RATIOS))
