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
from numpy.typing import NDArray

from arcwalk.arrays import Codes, Heads, Labels, Numbers, Weights
from arcwalk.features.arcs import arc_table
from arcwalk.features.structure import LABELED_ARC, structure_table
from arcwalk.features.templates import Template
from arcwalk.features.weights import rounded
from arcwalk.learning.arc_label_online import arc_label_epoch
from arcwalk.learning.arcs import ArcLearner, hidden_words
from arcwalk.learning.bayes_point import Learner, average, in_parallel
from arcwalk.learning.epochs import averaged
from arcwalk.learning.labels import label_lists
from arcwalk.systems.labeler import allowed_labels
from arcwalk.systems.options import Setting
from arcwalk.systems.pruner import Pruner
from arcwalk.treebank.corpus import Corpus
from arcwalk.treebank.encoding import UNKNOWN, Encoder
from arcwalk.treebank.words import PUNCTUATION
from arcwalk.trees.pruning import gold_ranks

EPOCHS, LABEL_EPOCHS = 4, 5
TABLE_BITS = 22
ARC_MARGIN = LABEL_MARGIN = 1.0  # per template
LABEL_RECALL = 0.98  # of labels, where the head is right
LOST_ERRORS = 0.1  # of the pruner's own errors, how many may be beyond repair


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
            forget=self.forget,
        )
        table = arc_table(self.templates["arc"], self.encoder.columns)
        return learner.train(corpus, table, self.lexical, random, after_epoch)

    def _learn_labels(self, corpus: Corpus, random: Random, after_epoch: Callable[[], None]) -> Weights:
        table = structure_table({LABELED_ARC: self.templates[LABELED_ARC]}, self.encoder.columns)
        lists = label_lists(allowed_labels(corpus, self.labels))
        margin = self._margins()[1]
        hide = hidden_words(corpus, self.lexical, self.forget, random)

        def one_pass(order: Numbers, step: int, weights: Weights, totals: Weights) -> None:
            arc_label_epoch(hide(), *corpus[1:], order, *lists, table, margin, step, weights, totals)

        return averaged(
            one_pass,
            sentences=len(corpus),
            epochs=LABEL_EPOCHS,
            table_bits=TABLE_BITS,
            random=random,
            after_epoch=after_epoch,
        )


@dataclass(frozen=True)
class Jackknife:
    """Pruners for the training sentences: sentence i belongs to fold i mod the number of folds."""

    folds: list[Pruner]
    known: list[list[NDArray[np.bool_]]]  # for each fold and column, which codes its training sentences have

    def pruner(self, sentence: int) -> Pruner:
        """The pruner that has not seen this sentence."""
        return self.folds[sentence % len(self.folds)]

    def codes(self, sentence: int, codes: Codes) -> Codes:
        """The sentence as that pruner sees it: words it has not met are unknown."""
        seen = codes.copy()
        for column, known in enumerate(self.known[sentence % len(self.folds)], 2):
            seen[~known[seen[:, column]], column] = UNKNOWN
        return seen


def train_pruners(
    learner: PrunerLearner, corpus: Corpus, folds: int, setting: Setting, advance: Callable[[], None]
) -> tuple[Pruner, Jackknife]:
    """The pruner of all sentences, and those of the folds; those that the checkpoint has are not trained again."""
    pruners, known = [], []
    for i in range(folds + 1):
        part = _without(corpus, i - 1, folds) if i else corpus
        name = f"pruner {i}"
        if kept := setting.checkpoint.found(name):
            weights = kept[1]
            for _ in range(learner.steps()):
                advance()
        else:
            weights = learner.weights(in_parallel(learner.tasks(part, f"{setting.seed}/{name}"), setting.jobs, advance))
            setting.checkpoint.keep(name, {}, **weights)
        pruners.append(learner.pruner(part, **weights))
        known.append(_known_codes(part, corpus, len(learner.encoder.properties)))
    return pruners[0], Jackknife(pruners[1:], known[1:])


def calibrate(pruner: Pruner, jackknife: Jackknife, corpus: Corpus, recall: float) -> tuple[Pruner, Jackknife, float]:
    """Keep so many candidates that gold heads are among them as often as asked, on unseen sentences; and labels.

    Where the pruner errs little, it must keep more: of its errors nine in ten should be within reach of the parser.

    Returns the share of gold heads that are kept, too.
    """
    doubts, gaps = [], []
    for i in range(len(corpus)):
        codes, heads, labels = sentence_of(corpus, i)
        seen = jackknife.codes(i, codes)
        doubt, gap = gold_ranks(seen, jackknife.pruner(i).model, heads, labels)
        counted = codes[1:-2, 1] != PUNCTUATION
        if not counted.any():
            counted[:] = True
        doubts.append(doubt[counted])
        gaps.append(gap[counted])
    shares = np.concatenate(doubts)
    recall = max(recall, 1 - float((shares < 1).mean()) * LOST_ERRORS)
    ratio = float(np.clip(np.quantile(shares, 1 - recall), 1e-6, 0.1))
    slack = float(np.clip(np.quantile(np.concatenate(gaps), LABEL_RECALL), 0.5, 3.0))
    calibrated = [replace(one, ratio=ratio, slack=slack) for one in (pruner, *jackknife.folds)]
    return calibrated[0], Jackknife(calibrated[1:], jackknife.known), float((shares >= ratio).mean())


def sentence_of(corpus: Corpus, i: int) -> tuple[Codes, Heads, Labels]:
    """Codes, heads and labels of a sentence; heads and labels over positions 0 to n."""
    begin, end = corpus.rows[i], corpus.rows[i + 1]
    return corpus.codes[begin:end], corpus.heads[begin : end - 2], corpus.labels[begin : end - 2]


def _without(corpus: Corpus, fold: int, folds: int) -> Corpus:
    """The sentences of all other folds."""
    kept = [i for i in range(len(corpus)) if i % folds != fold or folds == 1]
    rows = np.concatenate([np.arange(corpus.rows[i], corpus.rows[i + 1]) for i in kept])
    lengths = [int(corpus.rows[i + 1] - corpus.rows[i]) for i in kept]
    return Corpus(corpus.codes[rows], np.cumsum([0, *lengths]), corpus.heads[rows], corpus.labels[rows])


def _known_codes(part: Corpus, whole: Corpus, properties: int) -> list[NDArray[np.bool_]]:
    """For each property, which of its codes occur in a part of the treebank."""
    known = []
    for column in range(2, 2 + properties):
        seen = np.zeros(int(whole.codes[:, column].max()) + 1, dtype=np.bool_)
        seen[part.codes[:, column]] = True
        known.append(seen)
    return known
