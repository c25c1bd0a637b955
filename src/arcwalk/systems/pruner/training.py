"""Training pruners: on all sentences, and for each fold on the others, so that training conditions match parsing.

A pruner is far surer of sentences it was trained on than of new ones. So the candidates of training sentences come
from out-of-fold pruners, which do not know words that only occur in their fold. How many candidates are kept is set
so that gold heads and labels of out-of-fold sentences are among them as often as requested.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from arcwalk.arrays import Codes, Numbers, Scores, Weights
from arcwalk.features.arc_templates import arc_table
from arcwalk.features.structure_templates import LABELED_ARC, structure_table
from arcwalk.features.templates import Template
from arcwalk.learning.arc_learner import ArcLearner
from arcwalk.learning.averaging import OnlineLearner
from arcwalk.learning.parallel import Learner
from arcwalk.learning.word_dropout import word_dropout
from arcwalk.systems.averaged_shuffles import AveragedRuns, KeptWeights, Task, train_averages
from arcwalk.systems.folds import EVERYTHING, OutOfFold, known_codes, training_part
from arcwalk.systems.label_set import allowed_labels, label_lists
from arcwalk.systems.pruner.head_pruner import RATIOS, HeadPruner
from arcwalk.systems.pruner.kernels.arc_label_perceptron import arc_label_epoch
from arcwalk.systems.pruner.kernels.head_pruning import gold_shares
from arcwalk.systems.pruner.kernels.label_pruning import gold_label_gaps
from arcwalk.systems.pruner.pruner import Pruner
from arcwalk.systems.training_run import TrainingRun
from arcwalk.treebank.corpus import Corpus
from arcwalk.treebank.encoding import first_analysis, second_analysis
from arcwalk.treebank.word_classes import PUNCTUATION

EPOCHS, LABEL_EPOCHS = 4, 5
MARGIN = 1.0  # per template
LOST_ERRORS = 0.1  # share of the pruner's own errors that may be lost to the parser
LABEL_RECALL = 0.98  # of gold labels on gold arcs
UNCALIBRATED_RATIO, UNCALIBRATED_SLACK = 0.01, 1.5  # how much to keep until that is known

AnyPruner = TypeVar("AnyPruner", HeadPruner, Pruner)


class TrainedPruners(NamedTuple, Generic[AnyPruner]):
    """Pruners trained without each fold, and (as the model of `EVERYTHING`) on all sentences."""

    of_folds: OutOfFold[AnyPruner]
    recall: float  # share of gold heads kept on out-of-fold sentences, without punctuation


@dataclass(frozen=True, kw_only=True)
class PrunerTraining:
    """How pruners are trained; `corpus` has the trees to learn, `templates` those of arcs and of labeled arcs."""

    run: TrainingRun
    corpus: Corpus
    templates: dict[str, list[Template]]
    folds: int
    shuffles: int
    table_bits: int
    word_dropout: float
    projective: bool
    alongside: Mapping[Task, int] = field(default_factory=dict)  # what else to learn meanwhile, and its epochs

    def heads(self, codes: Sequence[Codes], recall: float) -> TrainedPruners[HeadPruner]:
        """Pruners of heads that keep a share `recall` of gold heads on out-of-fold sentences, see `least_ratio`.

        `codes` are the sentences as pruners see them, with a second analysis where tags are in doubt.
        """
        unit = MARGIN * len(self.templates["arc"])
        learned = self._train("pruner heads", self._learn_arcs, EPOCHS, unit, self.alongside)

        def pruner(ratio: float, fold: int) -> HeadPruner:
            return HeadPruner(
                encoder=self.run.encoder,
                templates=self.templates["arc"],
                weights=learned[fold + 1],
                ratio=ratio,
                projective=self.projective,
                single_root=self.run.single_root,
            )

        properties = len(self.run.encoder.properties)
        known = [known_codes(self._without(fold), self.corpus, properties) for fold in range(self.folds)]
        shares = self._out_of_fold(OutOfFold(partial(pruner, UNCALIBRATED_RATIO), known), codes, _gold_shares)
        uas = 100 * float((shares >= 1).mean())
        self.run.progress.note(f"pruner: {uas:.2f} UAS on out-of-fold sentences", uas=uas)
        ratio = least_ratio(shares, recall)
        return TrainedPruners(OutOfFold(partial(pruner, ratio), known), float((shares >= ratio).mean()))

    def with_labels(self, heads: TrainedPruners[HeadPruner], codes: Sequence[Codes]) -> TrainedPruners[Pruner]:
        """The same pruners with labels, of which they keep a share `LABEL_RECALL`."""
        unit = MARGIN * len(self.templates[LABELED_ARC])
        learned = self._train("pruner labels", self._learn_labels, LABEL_EPOCHS, unit, {})

        def pruner(slack: float, fold: int) -> Pruner:
            return Pruner(
                heads=heads.of_folds.model(fold),
                templates=self.templates[LABELED_ARC],
                label_set=self.run.label_set,
                allowed=allowed_labels(self._without(fold), len(self.run.label_set)),
                weights=learned[fold + 1],
                slack=slack,
            )

        known = heads.of_folds.known
        gaps = self._out_of_fold(OutOfFold(partial(pruner, UNCALIBRATED_SLACK), known), codes, _gold_label_gaps)
        slack = float(np.clip(np.quantile(gaps, LABEL_RECALL), 0.5, 3.0))
        return TrainedPruners(OutOfFold(partial(pruner, slack), known), heads.recall)

    def _without(self, fold: int) -> Corpus:
        """What the pruner of a fold is trained on."""
        return self.corpus if fold == EVERYTHING else training_part(self.corpus, fold, self.folds)

    def _train(
        self,
        name: str,
        learn: Callable[[Corpus, Random, Callable[[], None]], Weights],
        epochs: int,
        unit: float,
        alongside: Mapping[Task, int],
    ) -> KeptWeights:
        """One weight vector for all sentences, and one without each fold."""

        def learner(i: int) -> Learner:
            return lambda random, after_epoch: learn(self._without(i - 1), random, after_epoch)

        setting, progress = self.run.setting, self.run.progress
        wanted = []
        for i in range(self.folds + 1):
            randoms = [Random(f"{setting.seed}/pruner {i}/{shuffle}") for shuffle in range(self.shuffles)]
            wanted.append((AveragedRuns(f"{name} {i}", learner(i), randoms, epochs, self.table_bits), unit))
        steps = sum(runs.steps for runs, _ in wanted) + sum(alongside.values())
        progress.stage(f"{name}{' and network' if alongside else ''}, {self.folds} folds", steps)
        return train_averages(wanted, setting, progress.advance, [*alongside])

    def _learn_arcs(self, corpus: Corpus, random: Random, after_epoch: Callable[[], None]) -> Weights:
        learner = ArcLearner(
            projective=self.projective,
            single_root=self.run.single_root,
            epochs=EPOCHS,
            table_bits=self.table_bits,
            margin=MARGIN * len(self.templates["arc"]),
            aggressiveness=0.0,
            word_dropout=self.word_dropout,
        )
        table = arc_table(self.templates["arc"], self.run.encoder.columns)
        return learner.train(corpus, table, self.run.lexical, random, after_epoch)

    def _learn_labels(self, corpus: Corpus, random: Random, after_epoch: Callable[[], None]) -> Weights:
        templates = self.templates[LABELED_ARC]
        table = structure_table({LABELED_ARC: templates}, self.run.encoder.columns)
        lists = label_lists(allowed_labels(corpus, len(self.run.label_set)), self.run.label_set)
        drop = word_dropout(corpus, self.run.lexical, self.word_dropout, random)

        def one_epoch(order: Numbers, step: int, weights: Weights, totals: Weights) -> None:
            margin = MARGIN * len(templates)
            arc_label_epoch(drop(), *corpus[1:], order, *lists, table, margin, step, weights, totals)

        learner = OnlineLearner(epochs=LABEL_EPOCHS, table_bits=self.table_bits)
        return learner.averaged(one_epoch, len(corpus), random, after_epoch)

    def _out_of_fold(
        self,
        pruners: OutOfFold[AnyPruner],
        codes: Sequence[Codes],
        judge: Callable[[AnyPruner, Codes, Corpus, int], Scores],
    ) -> Scores:
        """How out-of-fold pruners judge each gold arc, without punctuation unless there is nothing else."""
        found = []
        for i, pruner in pruners.in_turn(len(self.corpus)):
            values = judge(pruner, pruners.codes(i, codes[i]), self.corpus, i)
            counted = self.corpus.sentence(i)[0][1:-2, 1] != PUNCTUATION
            found.append(values[counted] if counted.any() else values)
        return np.concatenate(found)


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
