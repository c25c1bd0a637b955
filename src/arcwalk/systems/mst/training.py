"""Training for `--system mst`: pruners, the shuffles of the second-order learner, their average, labels."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from arcwalk.features.feature_sets import own_templates
from arcwalk.features.templates import properties_of
from arcwalk.features.weights import rounded
from arcwalk.learning.parallel import average, train_shuffles
from arcwalk.systems.folds import Jackknife, sentence_of, sentences_without, training_part
from arcwalk.systems.labeler.labeler import label_properties
from arcwalk.systems.labeler.training import train_labeler
from arcwalk.systems.mst.chart import SecondOrderModel
from arcwalk.systems.mst.kernels.second_order_update import PrunedTreebank, Update
from arcwalk.systems.mst.learner import SecondOrderLearner
from arcwalk.systems.mst.options import MstOptions
from arcwalk.systems.mst.parser import MstParser
from arcwalk.systems.mst.templates import ARC, second_order_table, second_order_templates, shipped_second_order
from arcwalk.systems.options import Setting
from arcwalk.systems.progress import Progress
from arcwalk.systems.pruner.head_pruner import HeadPruner
from arcwalk.systems.pruner.head_training import HeadPrunerLearner
from arcwalk.systems.treebank_statistics import (
    PROJECTIVE_SHARE,
    has_single_roots,
    labels_of,
    lexical_columns,
    projective_share,
)
from arcwalk.treebank.corpus import Corpus, encode_corpus
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.sentence import Sentence
from arcwalk.trees.shape import projectivized

LABEL_EPOCHS = 4
FOLD_SHUFFLES = 2  # enough for a parser that only serves to train another one


def train_mst(
    sentences: Sequence[Sentence],
    _: Sequence[Sentence] | None,
    options: MstOptions,
    setting: Setting,
    progress: Progress,
) -> MstParser:
    """Learn from annotated sentences; nothing is chosen, so no others are needed."""
    run = MstTraining(sentences, options, setting, progress)
    progress.stage(f"trees and labels, {options.shuffles} shuffles", run.steps(options.shuffles))
    return run.parser()


class MstTraining:
    """Everything that is fixed once sentences and options are: codes, templates, pruners, candidates.

    `properties` of words are encoded too, for whoever looks at them.
    """

    def __init__(
        self,
        sentences: Sequence[Sentence],
        options: MstOptions,
        setting: Setting,
        progress: Progress,
        properties: Collection[str] = (),
    ) -> None:
        self.setting, self.progress = setting, progress
        self.text = own_templates(options.features) if options.features else shipped_second_order()
        self.templates = second_order_templates(self.text, options.features or "the templates")
        own = properties_of([template for group in self.templates.values() for template in group])
        self.encoder = Encoder.fit(sentences, sorted(own | label_properties() | {*properties}), options.backoff)
        self.labels = labels_of(sentences)
        self.corpus = encode_corpus(sentences, self.encoder, self.labels)
        self.lexical = lexical_columns(self.encoder)
        self.table = second_order_table(self.templates, self.encoder.columns)
        if options.projective == "auto":
            mostly = projective_share(sentences) >= PROJECTIVE_SHARE
            options = replace(options, projective="yes" if mostly else "no")
        self.options = options
        is_mira = options.learner == "mira"
        self.learner = SecondOrderLearner(
            projective=options.projective == "yes",
            single_root=has_single_roots(sentences),
            epochs=options.epochs,
            table_bits=options.table_bits,
            update=Update(
                margin=1.0 if is_mira else options.margin * len(self.templates[ARC]),
                aggressiveness=options.aggressiveness if is_mira else 0.0,
                trees=options.k_best if is_mira else 1,
            ),
            forget=options.forget,
        )
        self.unit = self.learner.update.margin or len(self.templates[ARC])
        self.examples = self._projective_corpus() if self.learner.projective else self.corpus
        self.pruner, self.jackknife = self._learn_pruners()
        self.pruned = self._prune()

    def steps(self, shuffles: int) -> int:
        """How many epochs a parser takes."""
        return shuffles * (self.options.epochs + LABEL_EPOCHS)

    def parser(self) -> MstParser:
        """What is learned from all sentences."""
        everything = _Part(self.corpus, self.examples, self.pruned, self.pruner)
        return self._learn(everything, self.options.shuffles, self.setting.jobs, self.progress.advance)

    def parser_without(self, fold: int, shuffles: int, after_epoch: Callable[[], None]) -> MstParser:
        """What is learned from all sentences but those of a fold, which neither it nor its pruner has seen."""
        folds = len(self.jackknife.folds)
        part = _Part(
            training_part(self.corpus, fold, folds),
            training_part(self.examples, fold, folds),
            _pruned_part(self.pruned, self.corpus, sentences_without(fold, folds, len(self.corpus))),
            self.jackknife.folds[fold],
        )
        return self._learn(part, shuffles, 1, after_epoch)

    def _learn(self, part: "_Part", shuffles: int, jobs: int, advance: Callable[[], None]) -> MstParser:
        """Trees and labels, each the average over all shuffles."""
        seed = self.setting.seed
        learn = partial(self.learner.train, part.examples, part.pruned, self.table, self.lexical)
        weights = average(train_shuffles(learn, shuffles=shuffles, seed=seed, jobs=jobs, advance=advance))
        trees = SecondOrderModel(
            templates=self.text,
            encoder=self.encoder,
            weights=rounded(weights, self.unit),
            pruner=part.pruner,
            projective=self.learner.projective,
            single_root=self.learner.single_root,
        )
        labeler = train_labeler(
            part.corpus,
            self.labels,
            self.encoder,
            epochs=LABEL_EPOCHS,
            shuffles=shuffles,
            seed=seed,
            jobs=jobs,
            advance=advance,
        )
        return MstParser(self.options, trees, labeler=labeler)

    def _projective_corpus(self) -> Corpus:
        """The treebank with projective trees: what cannot be found cannot be learned."""
        heads = self.corpus.heads.copy()
        for i in range(len(self.corpus)):
            _, gold, _ = sentence_of(self.corpus, i)
            heads[self.corpus.rows[i] : self.corpus.rows[i] + len(gold)] = projectivized(gold)
        return Corpus(self.corpus.codes, self.corpus.rows, heads, self.corpus.labels)

    def _learn_pruners(self) -> tuple[HeadPruner, Jackknife[HeadPruner]]:
        learner = HeadPrunerLearner(
            encoder=self.encoder,
            templates=self.templates[ARC],
            lexical=self.lexical,
            forget=self.options.forget,
            projective=self.learner.projective,
            single_root=self.learner.single_root,
        )
        folds = min(self.options.folds, len(self.corpus))
        self.progress.stage(f"pruners, {folds} folds and all", learner.steps(folds))
        pruner, jackknife, recall = learner.train(
            self.examples, folds, self.options.recall, self.setting, self.progress.advance
        )
        self.progress.say(f"pruner: {100 * recall:.2f}% of gold heads kept on unseen sentences")
        return pruner, jackknife

    def _prune(self) -> PrunedTreebank:
        """The candidates of all sentences, by pruners that have not seen them; gold heads are always among them."""
        starts = np.zeros(len(self.corpus.heads), dtype=np.int64)
        heads = []
        for i in range(len(self.corpus)):
            codes, gold, _ = sentence_of(self.examples, i)
            found = self.jackknife.model(i).candidates(self.jackknife.codes(i, codes), gold=gold)
            row = self.corpus.rows[i]
            starts[row : row + len(found.start)] = found.start
            heads.append(found.head)
        arcs = np.cumsum([0, *map(len, heads)])
        self.progress.say(f"{arcs[-1] / np.count_nonzero(self.corpus.heads >= 0):.1f} heads a word")
        return PrunedTreebank(starts, arcs, np.concatenate(heads))


class _Part(NamedTuple):
    """Sentences to learn from, the same with trees that can be found, their candidates, the pruner to parse with."""

    corpus: Corpus
    examples: Corpus
    pruned: PrunedTreebank
    pruner: HeadPruner


def _pruned_part(pruned: PrunedTreebank, corpus: Corpus, kept: Sequence[int]) -> PrunedTreebank:
    """The candidates of some sentences of a treebank."""
    heads = [pruned.head[pruned.arcs[i] : pruned.arcs[i + 1]] for i in kept]
    starts = [pruned.start[corpus.rows[i] : corpus.rows[i + 1]] for i in kept]
    return PrunedTreebank(np.concatenate(starts), np.cumsum([0, *map(len, heads)]), np.concatenate(heads))
