"""Training `--system vine`: bounds and mixtures, log-linear models, attachments of fragments, the reranker.

What is learned from parses is learned from out-of-fold ones.
"""

from dataclasses import dataclass, field, replace
from random import Random

import numpy as np

from arcwalk.arrays import BooleanTable, IntegerTable, ScoreTable, Weights
from arcwalk.models.label_set import LabelLists, allowed_labels, label_lists
from arcwalk.models.model_file import Arrays
from arcwalk.safe_reading.arrays import StoredArrays
from arcwalk.systems.training_task import TrainingTask
from arcwalk.systems.vine.estimation import choose_bounds, estimate_labels, estimate_mixture, learn_mixture_weights
from arcwalk.systems.vine.grammar import VineGrammar
from arcwalk.systems.vine.kernels.decode import VineModel
from arcwalk.systems.vine.log_linear import (
    ATTACHMENT_WEIGHTS,
    HEAD_WEIGHTS,
    LABEL_WEIGHTS,
    Decision,
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
from arcwalk.training.checkpoint import Packed, StageResult
from arcwalk.training.encoded_treebank import EncodedTreebank
from arcwalk.training.folds import FULL_TREEBANK, Folds
from arcwalk.training.kept_results import save_each
from arcwalk.training.setting import Setting
from arcwalk.treebank.corpus import Corpus
from arcwalk.trees.decoders.forest import best_tree

NONE: Weights = np.empty(0, dtype=np.float32)


@dataclass(frozen=True)
class LogLinear:
    """The weights of the log-linear models of heads and labels; empty if there are none."""

    heads: Weights = field(default_factory=lambda: NONE)
    labels: Weights = field(default_factory=lambda: NONE)

    @classmethod
    def restore(cls, arrays: StoredArrays) -> "LogLinear":
        """From a checkpoint."""
        return cls(
            arrays.take("heads", np.float32, (HEAD_WEIGHTS,)), arrays.take("labels", np.float32, (LABEL_WEIGHTS,))
        )


@dataclass(frozen=True, kw_only=True)
class VineTraining:
    """All that grammars are made of, for the whole treebank and for all folds but one."""

    options: VineOptions
    treebank: EncodedTreebank
    templates: VineTemplates
    folds: Folds
    parts: dict[int, Corpus]  # what is learned from without a fold, by fold
    bounds: IntegerTable
    allowed: BooleanTable
    lists: LabelLists
    mixture_weights: ScoreTable | None = None
    log_linear: dict[int, LogLinear] = field(default_factory=dict)
    attachment_weights: Weights = field(default_factory=lambda: np.zeros(ATTACHMENT_WEIGHTS, dtype=np.float32))

    def grammar(self, fold: int) -> VineGrammar:
        """The grammar whose probabilities and weights of heads and labels are learned without a fold.

        Encoder, bounds, allowed labels, mixture weights and attachment weights are shared by all folds.
        """
        part, weights, templates = self.parts[fold], self.log_linear[fold], self.templates
        if len(weights.labels):
            labels = templates.label_model(self.lists, weights=weights.labels)
        else:
            labels = estimate_labels(part, templates, self.lists, chained=self.options.mixture == "trained")
        model = VineModel(
            bounds=self.bounds,
            mixture=estimate_mixture(part, self.bounds, templates, self.mixture_weights),
            heads=templates.heads,
            head_weights=weights.heads,
            joined=self.options.join,
            single_root=self.treebank.single_root,
            attachments=templates.attachments,
            attachment_weights=self.attachment_weights,
            labels=labels,
        )
        return VineGrammar(self.treebank.encoder, self.allowed, model)


def train_vine(task: TrainingTask[VineOptions]) -> VineParser:
    """Learn from annotated sentences; everything is tuned by cross-validation."""
    options, setting = task.options, task.setting
    texts = TemplateTexts.shipped(clusters=setting.words is not None)
    families = feature_families(texts.reranker)
    properties = vine_properties(texts) | families.properties
    treebank = EncodedTreebank.of(task.sentences, properties, setting.words)
    folds = Folds.of(options.folds if len(treebank) > 1 else 0, len(treebank))
    training = prepare(options, treebank, VineTemplates.for_encoder(texts, treebank.encoder), folds)
    if options.mixture == "trained" and folds.count:
        training = replace(training, mixture_weights=mixture_weights(training, setting))
    training = replace(training, log_linear=log_linear_models(training, setting))
    if options.join and folds.count:
        training = replace(training, attachment_weights=attachment_weights(training, setting))
    reranker = None
    if options.rerank and folds.count:
        reranker = learn_reranker(treebank, families, training.grammar, folds, options, setting)
    return VineParser(options, treebank.label_set, texts, training.grammar(FULL_TREEBANK), reranker)


def prepare(options: VineOptions, treebank: EncodedTreebank, templates: VineTemplates, folds: Folds) -> VineTraining:
    """What needs no learning: the bounds, and the labels that arcs may have."""
    corpus, label_set = treebank.corpus, treebank.label_set
    allowed = allowed_labels(corpus, len(label_set))
    return VineTraining(
        options=options,
        treebank=treebank,
        templates=templates,
        folds=folds,
        parts={fold: folds.training_part(corpus, fold) for fold in (*folds, FULL_TREEBANK)},
        bounds=choose_bounds(corpus, options.recall, options.bounds == "tag"),
        allowed=allowed,
        lists=label_lists(allowed, label_set),
    )


def mixture_weights(training: VineTraining, setting: Setting) -> ScoreTable:
    """How the generative models are mixed, by expectation maximization."""
    corpus, parts = training.treebank.corpus, [training.parts[fold] for fold in training.folds]

    def learn() -> Packed:
        return {}, {"weights": learn_mixture_weights(corpus, parts, training.bounds, training.templates)}

    result = setting.checkpoint.get_or_compute("mixture", learn)
    weights: ScoreTable = result.arrays.take("weights", np.float64, training.templates.mixture_shape, 0, 1)
    return weights


def log_linear_models(training: VineTraining, setting: Setting) -> dict[int, LogLinear]:
    """The log-linear models of heads and labels without each fold, and of the full treebank."""

    if not training.options.log_linear:
        return {fold: LogLinear() for fold in training.parts}
    parts = list(training.parts.values())

    def learn(number: int) -> Packed:
        random = Random(setting.seed)
        heads = learn_heads(parts[number], training.bounds, training.templates, random)
        labels = learn_labels(parts[number], training.lists, training.templates, random)
        return {}, {"heads": heads, "labels": labels}

    def models(results: list[StageResult]) -> dict[int, LogLinear]:
        pairs = zip(training.parts, results, strict=True)
        return {fold: LogLinear.restore(result.arrays) for fold, result in pairs}

    names = [f"heads and labels {number}" for number in range(len(parts))]
    return save_each(names, learn, models, setting.checkpoint).run("heads and labels", setting, "models")


def attachment_weights(training: VineTraining, setting: Setting) -> Weights:
    """Weights for joining fragments, from the fragments of out-of-fold parses."""

    def learn(_: int) -> Packed:
        return {}, _learn_attachments(training, setting)

    def learned(results: list[StageResult]) -> Weights:
        weights: Weights = results[0].arrays.take("weights", np.float32, (ATTACHMENT_WEIGHTS,))
        return weights

    return save_each(["fragments"], learn, learned, setting.checkpoint).run("fragments", setting, "model")


def _learn_attachments(training: VineTraining, setting: Setting) -> Arrays:
    corpus, decisions, right, words = training.treebank.corpus, list[Decision](), 0, 0
    for fold in training.folds:
        grammar = training.grammar(fold)
        for i in training.folds.members(fold):
            codes, gold, _ = corpus.sentence(i)
            heads = np.empty_like(gold)
            best_tree(grammar.forest(codes, np.full_like(gold, -1)), heads)
            decisions += attachment_decisions(codes, heads, gold, int(corpus.weights[i]), training.templates)
            right, words = right + int((heads == gold)[1:].sum()), words + len(gold) - 1
    uas = 100 * right / words
    setting.progress.note(f"fragments: {uas:.2f} UAS on out-of-fold sentences", uas=uas)
    return {"weights": fit(decisions, ATTACHMENT_WEIGHTS, Random(setting.seed))}
