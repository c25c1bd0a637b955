"""Training the pruner: on all sentences, and by jackknife so that training meets the candidates that parsing will.

A pruner is far surer of sentences it was trained on than of new ones. So the sentences are dealt into folds,
and the candidates of each fold come from a pruner trained on the others, which does not know words that only
occur in that fold. How many candidates are kept is set so that, on these unseen sentences, the gold head and
label are among them as often as asked.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random

import numpy as np

from arcwalk.arrays import Codes, Numbers, Weights
from arcwalk.features.arc_templates import arc_table
from arcwalk.features.structure_templates import LABELED_ARC, structure_table
from arcwalk.features.templates import Template
from arcwalk.features.weights import pack, rounded, unpack
from arcwalk.learning.arc_learner import ArcLearner
from arcwalk.learning.averaging import OnlineLearner
from arcwalk.learning.parallel import Learner, average, in_parallel
from arcwalk.learning.word_dropout import word_dropout
from arcwalk.systems.folds import Jackknife, known_codes, sentence_of, training_part
from arcwalk.systems.label_set import allowed_labels, label_lists
from arcwalk.systems.options import Setting
from arcwalk.systems.pruner.head_pruner import least_share
from arcwalk.systems.pruner.kernels.label_perceptron import arc_label_epoch
from arcwalk.systems.pruner.kernels.label_pruning import gold_ranks
from arcwalk.systems.pruner.pruner import Pruner
from arcwalk.treebank.corpus import Corpus
from arcwalk.treebank.encoding import Encoder, first_analysis, second_analysis
from arcwalk.treebank.words import PUNCTUATION

EPOCHS, LABEL_EPOCHS = 4, 5
TABLE_BITS = 22
ARC_MARGIN = LABEL_MARGIN = 1.0  # per template
LABEL_RECALL = 0.98  # of labels, where the head is right


@dataclass(frozen=True, kw_only=True)
class PrunerLearner:
    """How to train a pruner."""

    encoder: Encoder
    templates: dict[str, list[Template]]
    labels: int
    lexical: list[int]
    shuffles: int
    forget: float
    trust: float
    projective: bool
    single_root: bool

    def tasks(self, corpus: Corpus, seed: str) -> list[tuple[Learner, Random]]:
        """What there is to do for one pruner: learn arcs and labels, on each shuffle."""
        learners = (partial(self._learn_arcs, corpus), partial(self._learn_labels, corpus))
        return [(learn, Random(f"{seed}/{shuffle}")) for learn in learners for shuffle in range(self.shuffles)]

    def weights(self, members: Sequence[Weights]) -> dict[str, Weights]:
        """The weights of the pruner that the results of `tasks` make: one average for arcs, one for labels."""
        arc_margin, label_margin = self._margins()
        return {
            "arc_weights": rounded(average(members[: self.shuffles]), arc_margin),
            "label_weights": rounded(average(members[self.shuffles :]), label_margin),
        }

    def pruner(self, corpus: Corpus, arc_weights: Weights, label_weights: Weights) -> Pruner:
        """The pruner with these weights."""
        return Pruner(
            encoder=self.encoder,
            templates=self.templates,
            allowed=allowed_labels(corpus, self.labels),
            arc_weights=arc_weights,
            label_weights=label_weights,
            ratio=0.01,  # until `calibrate` says better
            slack=1.5,
            trust=self.trust,
            projective=self.projective,
            single_root=self.single_root,
        )

    def steps(self) -> int:
        """How many epochs `tasks` take."""
        return self.shuffles * (EPOCHS + LABEL_EPOCHS)

    def _margins(self) -> tuple[float, float]:
        return ARC_MARGIN * len(self.templates["arc"]), LABEL_MARGIN * len(self.templates[LABELED_ARC])

    def _learn_arcs(self, corpus: Corpus, random: Random, after_epoch: Callable[[], None]) -> Weights:
        learner = ArcLearner(
            projective=self.projective,
            single_root=self.single_root,
            epochs=EPOCHS,
            table_bits=TABLE_BITS,
            margin=self._margins()[0],
            aggressiveness=0.0,
            word_dropout=self.forget,
        )
        table = arc_table(self.templates["arc"], self.encoder.columns)
        return learner.train(corpus, table, self.lexical, random, after_epoch)

    def _learn_labels(self, corpus: Corpus, random: Random, after_epoch: Callable[[], None]) -> Weights:
        table = structure_table({LABELED_ARC: self.templates[LABELED_ARC]}, self.encoder.columns)
        lists = label_lists(allowed_labels(corpus, self.labels))
        margin = self._margins()[1]
        drop = word_dropout(corpus, self.lexical, self.forget, random)

        def one_epoch(order: Numbers, step: int, weights: Weights, totals: Weights) -> None:
            arc_label_epoch(drop(), *corpus[1:], order, *lists, table, margin, step, weights, totals)

        learner = OnlineLearner(epochs=LABEL_EPOCHS, table_bits=TABLE_BITS)
        return learner.averaged(one_epoch, len(corpus), random, after_epoch)


def train_pruners(
    learner: PrunerLearner, corpus: Corpus, folds: int, setting: Setting, advance: Callable[[], None]
) -> tuple[Pruner, Jackknife[Pruner]]:
    """The pruner of all sentences, and those of the folds; those that the checkpoint has are not trained again."""
    pruners, known = [], []
    for i in range(folds + 1):
        part = training_part(corpus, i - 1, folds) if i else corpus
        name = f"pruner {i}"
        if kept := setting.checkpoint.found(name):
            weights = {key: unpack(kept[1], key) for key in ("arc_weights", "label_weights")}
            for _ in range(learner.steps()):
                advance()
        else:
            weights = learner.weights(in_parallel(learner.tasks(part, f"{setting.seed}/{name}"), setting.jobs, advance))
            packed = [pack(array, key) for key, array in weights.items()]
            setting.checkpoint.keep(name, {}, **packed[0], **packed[1])
        pruners.append(learner.pruner(part, **weights))
        known.append(known_codes(part, corpus, len(learner.encoder.properties)))
    return pruners[0], Jackknife(pruners[1:], known[1:])


def calibrate(
    pruner: Pruner, jackknife: Jackknife[Pruner], corpus: Corpus, read: Sequence[Codes], recall: float
) -> tuple[Pruner, Jackknife[Pruner], float]:
    """Keep so many candidates that gold heads are among them as often as asked, on unseen sentences; and labels.

    `read` are the sentences in all ways to read them, see `two_ways`. Returns the share of gold heads kept, too.
    """
    doubts, gaps = [], []
    for i in range(len(corpus)):
        codes, heads, labels = sentence_of(corpus, i)
        seen = jackknife.codes(i, read[i])
        doubt, gap = gold_ranks(first_analysis(seen), second_analysis(seen), jackknife.model(i).model, heads, labels)
        counted = codes[1:-2, 1] != PUNCTUATION
        if not counted.any():
            counted[:] = True
        doubts.append(doubt[counted])
        gaps.append(gap[counted])
    shares = np.concatenate(doubts)
    ratio = least_share(shares, recall)
    slack = float(np.clip(np.quantile(np.concatenate(gaps), LABEL_RECALL), 0.5, 3.0))
    calibrated = [replace(one, ratio=ratio, slack=slack) for one in (pruner, *jackknife.folds)]
    return calibrated[0], Jackknife(calibrated[1:], jackknife.known), float((shares >= ratio).mean())
