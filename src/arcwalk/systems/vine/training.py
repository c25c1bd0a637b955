"""Training for `--system vine`: bounds and mixtures, the heads that words choose, where fragments belong, reranking."""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Scores, Weights
from arcwalk.learning.parallel import all_of
from arcwalk.systems.folds import sentence_of, training_part
from arcwalk.systems.label_set import allowed_labels
from arcwalk.systems.options import Setting
from arcwalk.systems.progress import Progress
from arcwalk.systems.treebank_statistics import has_single_roots, labels_of
from arcwalk.systems.vine.conditionals import Events
from arcwalk.systems.vine.estimation import choose_bounds, estimate_labels, estimate_mixture, vine_events
from arcwalk.systems.vine.grammar import VineGrammar
from arcwalk.systems.vine.head_choice import choices_of_labels, learn_heads, learn_labels
from arcwalk.systems.vine.kernels.attachment_scores import attachment_indices
from arcwalk.systems.vine.kernels.events import explain_events
from arcwalk.systems.vine.kernels.fragments import find_attachments
from arcwalk.systems.vine.kernels.label_model import LabelMixture
from arcwalk.systems.vine.log_linear import join_choices, learn_choices
from arcwalk.systems.vine.mixture_weights import trained_weights
from arcwalk.systems.vine.options import VineOptions
from arcwalk.systems.vine.parser import VineParser
from arcwalk.systems.vine.reranker import families
from arcwalk.systems.vine.reranker_training import learn_reranker
from arcwalk.systems.vine.templates import BUCKETS, VineTemplates, vine_properties
from arcwalk.treebank.corpus import Corpus, encode_corpus
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.sentence import Sentence
from arcwalk.trees.decoders.forest import best_tree

HEAD_BITS = 18
ATTACHMENT_BITS = 15
LABEL_BITS = 18


class ChoiceWeights(NamedTuple):
    """The log-linear models; no weights: there is none."""

    heads: Weights
    labels: Weights


def train_vine(
    sentences: Sequence[Sentence],
    _: Sequence[Sentence] | None,
    options: VineOptions,
    setting: Setting,
    progress: Progress,
) -> VineParser:
    """Learn from annotated sentences; what is chosen is chosen by cross-validation, so no others are needed."""
    run = TrainingRun(sentences, options, setting, progress)
    grammar = run.grammar()
    reranker = None
    if options.rerank == "yes" and run.folds > 1:
        reranker = learn_reranker(run.corpus, list(map(run.fold_grammar, range(run.folds))), options, setting, progress)
    return VineParser(options, run.labels, grammar, reranker)


class TrainingRun:
    """Everything that is fixed once sentences and options are: codes, bounds, weights, for the whole and for folds.

    Sentence i belongs to fold i mod the number of folds, and the models of a fold are learned from all others.
    """

    def __init__(
        self, sentences: Sequence[Sentence], options: VineOptions, setting: Setting, progress: Progress
    ) -> None:
        self.options, self.setting = options, setting
        self.encoder = Encoder.fit(sentences, sorted(vine_properties() | families().properties))
        self.templates = VineTemplates(self.encoder)
        self.labels = labels_of(sentences)
        self.corpus = encode_corpus(sentences, self.encoder, self.labels)
        self.single_root = has_single_roots(sentences)
        self.bounds = choose_bounds(self.corpus, options.recall, options.bounds == "tag", options.longest_arc)
        self.allowed = allowed_labels(self.corpus, len(self.labels))
        self.folds = min(options.folds, len(sentences))
        if self.folds < 2:
            self.folds = 0
        self.parts = [*(training_part(self.corpus, fold, self.folds) for fold in range(self.folds)), self.corpus]
        self.weights: Scores | None = None
        if options.mixture == "trained" and self.folds:
            self.weights = self._train_mixture()
        progress.stage("heads and labels", len(self.parts))
        self.choice_weights = all_of(
            [partial(self._learn_choices, part) for part in self.parts], setting.jobs, progress.advance
        )
        self.attachment_weights = np.zeros(1 << ATTACHMENT_BITS, dtype=np.float32)
        if options.join == "yes" and self.folds:
            progress.stage("fragments", 1)
            self.attachment_weights = self._learn_attachments()
            progress.advance()

    def grammar(self) -> VineGrammar:
        """The grammar of all sentences."""
        return self.fold_grammar(-1)

    def fold_grammar(self, fold: int) -> VineGrammar:
        """The grammar whose probabilities, and weights of heads and labels, are learned without a fold; -1: from all.

        Codes, bounds, allowed labels, the weights of the mixture and those for joining fragments are the same for all
        folds and have seen all sentences.
        """
        part = self.parts[fold]
        return VineGrammar(
            encoder=self.encoder,
            bounds=self.bounds,
            mixture=estimate_mixture(part, vine_events(part, self.bounds), self.templates, self.weights),
            head_weights=self.choice_weights[fold].heads,
            allowed=self.allowed,
            label_mixture=self._label_mixture(part, self.choice_weights[fold].labels),
            joined=self.options.join == "yes",
            single_root=self.single_root,
            attachment_weights=self.attachment_weights,
        )

    def _label_mixture(self, part: Corpus, choice_weights: Weights) -> LabelMixture:
        """The model of labels; with a log-linear one nothing else needs to be estimated."""
        if len(choice_weights):
            return choices_of_labels(self.templates, self.allowed, choice_weights)
        events = vine_events(part, np.full_like(self.bounds, len(part.codes)))
        return estimate_labels(part, events, self.templates, self.allowed, self.options.mixture == "trained")

    def _train_mixture(self) -> Scores:
        """Weights of the models of children, from events that the models have not seen."""
        events = vine_events(self.corpus, self.bounds)
        explained, buckets = [], []
        for fold, part in enumerate(self.parts[:-1]):
            mixture = estimate_mixture(part, vine_events(part, self.bounds), self.templates)
            found = explain_events(self.corpus.codes, self.corpus.rows, *_of_fold(events, fold, self.folds), mixture)
            explained.append(found[0])
            buckets.append(found[1])
        return trained_weights(np.concatenate(explained), np.concatenate(buckets), BUCKETS + 1)

    def _learn_choices(self, part: Corpus, after: Callable[[], None]) -> ChoiceWeights:
        if self.options.log_linear == "no":
            return ChoiceWeights(*np.zeros((2, 0), dtype=np.float32))
        random = Random(self.setting.seed)
        heads = learn_heads(part, self.bounds, self.templates.heads, 1 << HEAD_BITS, random)
        labels = learn_labels(part, self.allowed, self.templates, 1 << LABEL_BITS, random)
        after()
        return ChoiceWeights(heads, labels)

    def _learn_attachments(self) -> Weights:
        """Weights for joining fragments, from parses of sentences by the grammars of their folds."""
        nothing = self.attachment_weights
        choices = []
        for fold in range(self.folds):
            grammar = self.fold_grammar(fold)
            for i in range(fold, len(self.corpus), self.folds):
                codes, gold, _ = sentence_of(self.corpus, i)
                heads = np.empty_like(gold)
                best_tree(grammar.forest(codes, np.full_like(gold, -1)), heads)
                found = find_attachments(heads)
                indices = attachment_indices(codes, found, self.templates.attachments, len(nothing))
                wrong = found.head != np.repeat(gold[found.top], np.diff(found.start))
                choices += [
                    (indices[first:last], wrong[first:last])
                    for first, last in zip(found.start, found.start[1:], strict=False)
                    if last - first > 1 and not wrong[first:last].all()
                ]
        if not choices:
            return nothing
        return learn_choices(join_choices(choices), len(nothing), Random(self.setting.seed))


def _of_fold(events: Events, fold: int, folds: int) -> Events:
    chosen = events.words[:, 0] % folds == fold
    return Events(events.words[chosen], events.structure[chosen])
