"""Training for `--system vine`: bounds and mixtures, log-linear models, attachments of fragments, the reranker.

What is learned from parses is learned from out-of-fold ones. Every stage is kept in the checkpoint.
"""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

import numpy as np

from arcwalk.arrays import ScoreTable, Weights
from arcwalk.learning.parallel import all_of
from arcwalk.systems.folds import training_part
from arcwalk.systems.label_set import allowed_labels, label_lists
from arcwalk.systems.model_file import Arrays
from arcwalk.systems.options import Setting
from arcwalk.systems.progress import Progress
from arcwalk.systems.training_run import TrainingRun
from arcwalk.systems.vine.estimation import choose_bounds, estimate_labels, estimate_mixture, learn_mixture_weights
from arcwalk.systems.vine.grammar import VineGrammar
from arcwalk.systems.vine.kernels.decode import VineModel
from arcwalk.systems.vine.log_linear import (
    ATTACHMENT_WEIGHTS,
    HEAD_WEIGHTS,
    LABEL_WEIGHTS,
    attachment_decisions,
    fit,
    learn_heads,
    learn_labels,
)
from arcwalk.systems.vine.options import VineOptions
from arcwalk.systems.vine.parser import VineParser
from arcwalk.systems.vine.reranker import feature_families
from arcwalk.systems.vine.reranker_training import learn_reranker
from arcwalk.systems.vine.templates import TemplateTexts, VineTemplates, vine_properties
from arcwalk.treebank.sentence import Sentence
from arcwalk.trees.decoders.forest import best_tree

ALL = -1  # in place of a fold: learned from all sentences


def train_vine(
    sentences: Sequence[Sentence],
    _: Sequence[Sentence] | None,
    options: VineOptions,
    setting: Setting,
    progress: Progress,
) -> VineParser:
    """Train on annotated sentences; everything is tuned by cross-validation, so no dev sentences are needed."""
    run = VineTraining(sentences, options, setting, progress)
    reranker = None
    if options.rerank == "yes" and run.folds:
        reranker = learn_reranker(
            run.corpus, run.encoder, run.families, run.grammar, run.folds, options, setting, progress
        )
    return VineParser(options, run.label_set, run.texts, run.grammar(ALL), reranker)


class VineTraining(TrainingRun):
    """The treebank, its folds, and all that grammars are made of.

    Sentence i belongs to fold i mod `folds`, and the models of a fold are learned from all other sentences.
    """

    def __init__(
        self, sentences: Sequence[Sentence], options: VineOptions, setting: Setting, progress: Progress
    ) -> None:
        self.texts = TemplateTexts.shipped(clusters=setting.words is not None)
        self.families = feature_families(self.texts.reranker)
        super().__init__(sentences, vine_properties(self.texts) | self.families.properties, setting, progress)
        self.options = options
        self.templates = VineTemplates.for_encoder(self.texts, self.encoder)
        self.bounds = choose_bounds(self.corpus, options.recall, options.bounds == "tag")
        self.allowed = allowed_labels(self.corpus, len(self.label_set))
        self.lists = label_lists(self.allowed, self.label_set)
        self.folds = min(options.folds, len(sentences)) if len(sentences) > 1 else 0
        self.parts = [*(training_part(self.corpus, fold, self.folds) for fold in range(self.folds)), self.corpus]
        self.mixture_weights: ScoreTable | None = None
        if options.mixture == "trained" and self.folds:
            kept = setting.checkpoint.stage("mixture", self._learn_mixture)
            self.mixture_weights = kept.take("weights", np.float64, self.templates.mixture_shape, 0, 1)
        progress.stage("heads and labels", len(self.parts), "models")
        tasks = [partial(self._learn_log_linear, number) for number in range(len(self.parts))]
        self.log_linear = all_of(tasks, setting.jobs, progress.advance)
        self.attachment_weights: Weights = np.zeros(ATTACHMENT_WEIGHTS, dtype=np.float32)
        if options.join == "yes" and self.folds:
            progress.stage("fragments", 1, "model")
            kept = setting.checkpoint.stage("fragments", self._learn_attachments)
            self.attachment_weights = kept.take("weights", np.float32, (ATTACHMENT_WEIGHTS,))
            progress.advance()

    def grammar(self, fold: int) -> VineGrammar:
        """The grammar whose probabilities and weights of heads and labels are learned without a fold, or from `ALL`.

        Encoder, bounds, allowed labels, mixture weights and attachment weights are shared by all folds.
        """
        part, weights, templates = self.parts[fold], self.log_linear[fold], self.templates
        if len(weights["labels"]):
            labels = templates.label_model(self.lists, weights=weights["labels"])
        else:
            labels = estimate_labels(part, templates, self.lists, chained=self.options.mixture == "trained")
        model = VineModel(
            bounds=self.bounds,
            mixture=estimate_mixture(part, self.bounds, templates, self.mixture_weights),
            heads=templates.heads,
            head_weights=weights["heads"],
            joined=self.options.join == "yes",
            single_root=self.single_root,
            attachments=templates.attachments,
            attachment_weights=self.attachment_weights,
            labels=labels,
        )
        return VineGrammar(self.encoder, self.allowed, model)

    def _learn_mixture(self) -> Arrays:
        return {"weights": learn_mixture_weights(self.corpus, self.parts[:-1], self.bounds, self.templates)}

    def _learn_log_linear(self, number: int, after: Callable[[], None]) -> Arrays:
        """The weights of the log-linear models of heads and labels for a part of the treebank; none without them."""

        def learn() -> Arrays:
            part, random = self.parts[number], Random(self.setting.seed)
            heads = learn_heads(part, self.bounds, self.templates, random)
            return {"heads": heads, "labels": learn_labels(part, self.lists, self.templates, random)}

        weights: Arrays = dict.fromkeys(("heads", "labels"), np.empty(0, dtype=np.float32))
        if self.options.log_linear == "yes":
            kept = self.setting.checkpoint.stage(f"heads and labels {number}", learn)
            for name, size in (("heads", HEAD_WEIGHTS), ("labels", LABEL_WEIGHTS)):
                weights[name] = kept.take(name, np.float32, (size,))
        after()
        return weights

    def _learn_attachments(self) -> Arrays:
        """Weights for joining fragments, from the fragments of out-of-fold parses."""
        decisions, right, words = [], 0, 0
        for fold in range(self.folds):
            grammar = self.grammar(fold)
            for i in range(fold, len(self.corpus), self.folds):
                codes, gold, _ = self.corpus.sentence(i)
                heads = np.empty_like(gold)
                best_tree(grammar.forest(codes, np.full_like(gold, -1)), heads)
                decisions += attachment_decisions(codes, heads, gold, self.templates)
                right, words = right + int((heads == gold)[1:].sum()), words + len(gold) - 1
        uas = 100 * right / words
        self.progress.note(f"fragments: {uas:.2f} UAS on out-of-fold sentences", uas=uas)
        return {"weights": fit(decisions, ATTACHMENT_WEIGHTS, Random(self.setting.seed))}
