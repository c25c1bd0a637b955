"""Training for `--system vine`: bounds, mixtures, where fragments belong."""

from collections.abc import Sequence

import numpy as np

from arcwalk.arrays import Scores, Weights
from arcwalk.features.conditional import Events
from arcwalk.features.weights import rounded
from arcwalk.learning.minimum_risk import anneal
from arcwalk.learning.mixtures import trained_weights
from arcwalk.learning.risk_kernels import Lists
from arcwalk.learning.vine import choose_bounds, estimate_labels, estimate_mixture, vine_events
from arcwalk.learning.vine_events import explain_events, explain_labels
from arcwalk.systems.jackknife import sentence_of, training_part
from arcwalk.systems.labeler import allowed_labels
from arcwalk.systems.options import Setting
from arcwalk.systems.progress import Progress
from arcwalk.systems.training_facts import has_single_roots, labels_of
from arcwalk.systems.vine import VineOptions, VineParser
from arcwalk.systems.vine_grammar import VineGrammar
from arcwalk.treebank.corpus import Corpus, encode_corpus
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.sentence import Sentence
from arcwalk.trees.forest import best_tree
from arcwalk.trees.fragment_scores import attachment_indices
from arcwalk.trees.fragments import find_attachments
from arcwalk.trees.vine_templates import BUCKETS, VineTemplates, vine_properties

ATTACHMENT_BITS = 15
ATTACHMENT_RIDGE = 0.5


def train_vine(
    sentences: Sequence[Sentence],
    _: Sequence[Sentence] | None,
    options: VineOptions,
    setting: Setting,
    progress: Progress,
) -> VineParser:
    """Learn from annotated sentences."""
    run = TrainingRun(sentences, options)
    return VineParser(options, run.labels, run.grammar(run.corpus, run.learn_attachments()))


class TrainingRun:
    """Everything that is fixed once sentences and options are: codes, bounds, weights of mixtures."""

    def __init__(self, sentences: Sequence[Sentence], options: VineOptions) -> None:
        self.options = options
        self.encoder = Encoder.fit(sentences, sorted(vine_properties()))
        self.templates = VineTemplates(self.encoder)
        self.labels = labels_of(sentences)
        self.corpus = encode_corpus(sentences, self.encoder, self.labels)
        self.single_root = has_single_roots(sentences)
        self.bounds = choose_bounds(self.corpus, options.recall, options.bounds == "tag", options.longest_arc)
        self.folds = min(options.folds, len(sentences))
        self.allowed = allowed_labels(self.corpus, len(self.labels))
        self.weights: Scores | None = None
        self.label_weights: Scores | None = None
        if options.mixture == "trained" and self.folds > 1:
            self.weights, self.label_weights = self._train_mixtures()

    def grammar(self, corpus: Corpus, attachment_weights: Weights) -> VineGrammar:
        """The grammar of some of the sentences."""
        whole_trees = vine_events(corpus, np.full_like(self.bounds, len(corpus.codes)))
        return VineGrammar(
            encoder=self.encoder,
            bounds=self.bounds,
            mixture=estimate_mixture(corpus, vine_events(corpus, self.bounds), self.templates, self.weights),
            allowed=self.allowed,
            label_mixture=estimate_labels(corpus, whole_trees, self.templates, self.allowed, self.label_weights),
            joined=self.options.join == "yes",
            single_root=self.single_root,
            attachment_weights=attachment_weights,
        )

    def fold(self, fold: int) -> tuple[Corpus, list[int]]:
        """What the model of a fold is trained on, and the sentences it has not seen."""
        return training_part(self.corpus, fold, self.folds), list(range(fold, len(self.corpus), self.folds))

    def learn_attachments(self) -> Weights:
        """Weights for joining fragments, learned from parses of sentences by grammars that have not seen them."""
        nothing = np.zeros(1 << ATTACHMENT_BITS, dtype=np.float32)
        if self.options.join == "no" or self.folds < 2:
            return nothing
        found = []
        for fold in range(self.folds):
            part, unseen = self.fold(fold)
            grammar = self.grammar(part, nothing)
            for i in unseen:
                codes, gold, _ = sentence_of(self.corpus, i)
                heads = np.empty_like(gold)
                best_tree(grammar.forest(codes, np.full_like(gold, -1)), heads)
                attachments = find_attachments(heads)
                indices = attachment_indices(codes, attachments, self.templates.attachments, len(nothing))
                wrong = attachments.head != np.repeat(gold[attachments.top], np.diff(attachments.start))
                found += [
                    (indices[first:last], wrong[first:last])
                    for first, last in zip(attachments.start, attachments.start[1:], strict=False)
                    if last - first > 1 and not wrong[first:last].all()
                ]
        if not found:
            return nothing
        lists = single_part_lists(found)
        *_, weights = anneal(lists, np.zeros(len(nothing)), ridge=ATTACHMENT_RIDGE, steps=30)
        return rounded(weights.astype(np.float32), 1.0)

    def _train_mixtures(self) -> tuple[Scores, Scores]:
        """Weights of the models of children and of labels, from events that the models have not seen."""
        events = vine_events(self.corpus, self.bounds)
        whole_trees = vine_events(self.corpus, np.full_like(self.bounds, len(self.corpus.codes)))
        found = []
        for fold in range(self.folds):
            part, unseen = self.fold(fold)
            grammar = self.grammar(part, np.zeros(1, dtype=np.float32))
            seen = (self.corpus.codes, self.corpus.rows)
            children = explain_events(*seen, *_of_sentences(events, unseen), grammar.mixture)
            labels = explain_labels(*seen, *_of_sentences(whole_trees, unseen), grammar.label_mixture)
            found.append((*children, labels))
        children, buckets, labels = (np.concatenate(parts) for parts in zip(*found, strict=True))
        of_labels = trained_weights(labels, np.zeros(len(labels), dtype=np.int64), 1)
        return trained_weights(children, buckets, BUCKETS + 1), of_labels[0]


def _of_sentences(events: Events, sentences: list[int]) -> Events:
    chosen = np.isin(events.words[:, 0], sentences)
    return Events(events.words[chosen], events.structure[chosen])


def single_part_lists(found: list[tuple[np.ndarray, np.ndarray]]) -> Lists:
    """Lists of candidates that have one part each, from the indices of its features and whether it is wrong."""
    indices = np.concatenate([each for each, _ in found])
    return Lists(
        start=np.cumsum([0, *(len(each) for each, _ in found)]),
        candidate=np.arange(len(indices) + 1),
        part=np.arange(len(indices)),
        values=np.zeros((len(indices), 0)),
        indices=indices,
        errors=np.concatenate([wrong for _, wrong in found]).astype(np.float64),
    )
