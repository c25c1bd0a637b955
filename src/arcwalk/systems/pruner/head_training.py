"""Training pruners of heads: on all sentences, and by jackknife for the candidates that training meets."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from random import Random

import numpy as np

from arcwalk.arrays import Scores, Weights
from arcwalk.features.arc_templates import arc_table
from arcwalk.features.templates import Template
from arcwalk.features.weights import rounded
from arcwalk.learning.arc_learner import ArcLearner
from arcwalk.learning.parallel import average, in_parallel
from arcwalk.systems.folds import Jackknife, known_codes, sentence_of, training_part
from arcwalk.systems.options import Setting
from arcwalk.systems.pruner.head_pruner import HeadPruner, least_share
from arcwalk.systems.pruner.kernels.head_pruning import gold_shares
from arcwalk.treebank.corpus import Corpus
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.words import PUNCTUATION

EPOCHS = 4
SHUFFLES = 2
TABLE_BITS = 20
MARGIN = 1.0  # per template


@dataclass(frozen=True, kw_only=True)
class HeadPrunerLearner:
    """How to train a pruner of heads."""

    encoder: Encoder
    templates: list[Template]
    lexical: list[int]
    forget: float
    projective: bool
    single_root: bool

    def train(
        self, corpus: Corpus, folds: int, recall: float, setting: Setting, advance: Callable[[], None]
    ) -> tuple[HeadPruner, Jackknife[HeadPruner], float]:
        """The pruner of all sentences, those of the folds, and the share of gold heads that are kept.

        They keep so many candidates that it is at least `recall` on unseen sentences, see `least_share`.
        """
        parts = [corpus, *(training_part(corpus, fold, folds) for fold in range(folds))]
        tasks = [
            (partial(self._learn, part), Random(f"{setting.seed}/pruner {i}/{shuffle}"))
            for i, part in enumerate(parts)
            for shuffle in range(SHUFFLES)
        ]
        members = in_parallel(tasks, setting.jobs, advance)
        pruners = [
            self._pruner(average(members[begin : begin + SHUFFLES])) for begin in range(0, len(members), SHUFFLES)
        ]
        known = [known_codes(part, corpus, len(self.encoder.properties)) for part in parts[1:]]
        shares = _gold_shares(Jackknife(pruners[1:], known), corpus)
        ratio = least_share(shares, recall)
        pruner, *others = [replace(pruner, ratio=ratio) for pruner in pruners]
        return pruner, Jackknife(others, known), float((shares >= ratio).mean())

    def steps(self, folds: int) -> int:
        """How many epochs `train` takes."""
        return (folds + 1) * SHUFFLES * EPOCHS

    def _learn(self, corpus: Corpus, random: Random, after_epoch: Callable[[], None]) -> Weights:
        learner = ArcLearner(
            projective=self.projective,
            single_root=self.single_root,
            epochs=EPOCHS,
            table_bits=TABLE_BITS,
            margin=MARGIN * len(self.templates),
            aggressiveness=0.0,
            word_dropout=self.forget,
        )
        table = arc_table(self.templates, self.encoder.columns)
        return learner.train(corpus, table, self.lexical, random, after_epoch)

    def _pruner(self, weights: Weights) -> HeadPruner:
        return HeadPruner(
            encoder=self.encoder,
            templates=self.templates,
            weights=rounded(weights, MARGIN * len(self.templates)),
            ratio=0.01,  # until gold heads are counted
            projective=self.projective,
            single_root=self.single_root,
        )


def _gold_shares(jackknife: Jackknife[HeadPruner], corpus: Corpus) -> Scores:
    """How probable gold heads are, next to the best ones, by pruners that have not seen them; without punctuation."""
    found = []
    for i in range(len(corpus)):
        codes, heads, _ = sentence_of(corpus, i)
        shares = gold_shares(jackknife.codes(i, codes), codes[:0], jackknife.model(i).model, heads)
        counted = codes[1:-2, 1] != PUNCTUATION
        found.append(shares[counted] if counted.any() else shares)
    return np.concatenate(found)
