"""Training for `--system mst`: pruners, the shuffles of the second-order learner, their average, labels."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np

from arcwalk.arrays import Weights
from arcwalk.errors import ArcwalkError
from arcwalk.features.siblings import ARC, second_order_table, second_order_templates, shipped_second_order
from arcwalk.features.templates import properties_of
from arcwalk.features.weights import rounded
from arcwalk.learning.bayes_point import average, train_shuffles
from arcwalk.learning.second_order import SecondOrderLearner
from arcwalk.learning.second_order_online import PrunedTreebank, Update
from arcwalk.systems.head_pruner import HeadPruner
from arcwalk.systems.head_pruner_training import HeadPrunerLearner
from arcwalk.systems.jackknife import Jackknife, sentence_of
from arcwalk.systems.labeler import Labeler, label_properties, train_labeler
from arcwalk.systems.mst import MstOptions, MstParser
from arcwalk.systems.options import Setting
from arcwalk.systems.progress import Progress
from arcwalk.systems.second_order import SecondOrderModel
from arcwalk.systems.training_facts import (
    PROJECTIVE_SHARE,
    has_single_roots,
    labels_of,
    lexical_columns,
    projective_share,
)
from arcwalk.treebank.corpus import Corpus, encode_corpus
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.sentence import Sentence
from arcwalk.trees.projectivize import projectivized

LABEL_EPOCHS = 4


def train_mst(
    sentences: Sequence[Sentence],
    _: Sequence[Sentence] | None,
    options: MstOptions,
    setting: Setting,
    progress: Progress,
) -> MstParser:
    """Learn from annotated sentences; nothing is chosen, so no others are needed."""
    run = TrainingRun(sentences, options, setting, progress)
    progress.stage(f"trees, {options.shuffles} shuffles", options.shuffles * options.epochs)
    members = train_shuffles(
        run.learn_trees, shuffles=options.shuffles, seed=setting.seed, jobs=setting.jobs, advance=progress.advance
    )
    return MstParser(run.options, run.model(average(members)), run.learn_labels())


class TrainingRun:
    """Everything that is fixed once sentences and options are: codes, templates, pruners, candidates."""

    def __init__(
        self, sentences: Sequence[Sentence], options: MstOptions, setting: Setting, progress: Progress
    ) -> None:
        self.setting, self.progress = setting, progress
        self.text = _template_text(options.features)
        self.templates = second_order_templates(self.text, options.features or "the templates")
        properties = properties_of([template for group in self.templates.values() for template in group])
        self.encoder = Encoder.fit(sentences, sorted(properties | label_properties()), options.backoff)
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
        self.pruner, jackknife = self._learn_pruners()
        self.pruned = self._prune(jackknife)

    def learn_trees(self, random: Random, after_epoch: Callable[[], None]) -> Weights:
        """One member of the average."""
        return self.learner.train(self.examples, self.pruned, self.table, self.lexical, random, after_epoch)

    def learn_labels(self) -> Labeler:
        """The labeler, averaged over as many shuffles as the trees."""
        self.progress.stage("labels", self.options.shuffles * LABEL_EPOCHS)
        return train_labeler(
            self.corpus,
            self.labels,
            self.encoder,
            epochs=LABEL_EPOCHS,
            shuffles=self.options.shuffles,
            seed=self.setting.seed,
            jobs=self.setting.jobs,
            advance=self.progress.advance,
        )

    def model(self, weights: Weights) -> SecondOrderModel:
        """The model with these weights, as precise as a file can keep them."""
        return SecondOrderModel(
            templates=self.text,
            encoder=self.encoder,
            weights=rounded(weights, self.unit),
            pruner=self.pruner,
            trust=self.options.trust,
            projective=self.learner.projective,
            single_root=self.learner.single_root,
        )

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

    def _prune(self, jackknife: Jackknife[HeadPruner]) -> PrunedTreebank:
        """The candidates of all sentences, by pruners that have not seen them; gold heads are always among them."""
        starts = np.zeros(len(self.corpus.heads), dtype=np.int64)
        heads, priors = [], []
        for i in range(len(self.corpus)):
            codes, gold, _ = sentence_of(self.examples, i)
            pruner = jackknife.model(i)
            found = pruner.candidates(jackknife.codes(i, codes), gold=gold)
            row = self.corpus.rows[i]
            starts[row : row + len(found.start)] = found.start
            heads.append(found.head)
            priors.append(self.options.trust * self.unit * pruner.prior(found))
        arcs = np.cumsum([0, *map(len, heads)])
        self.progress.say(f"{arcs[-1] / np.count_nonzero(self.corpus.heads >= 0):.1f} heads a word")
        return PrunedTreebank(starts, arcs, np.concatenate(heads), np.concatenate(priors))


def _template_text(path: str) -> str:
    if not path:
        return shipped_second_order()
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ArcwalkError(f"{path}: the template file cannot be read ({error}); check --set features") from None
