"""`--system vine`: a generative parser with bounds on arc length, which runs in O(n), and a minimum-risk reranker.

Dreyer, D. Smith and N. Smith (2006), "Vine parsing and minimum risk reranking for speed and precision".
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from arcwalk.arrays import Codes, Heads, Labels, Scores
from arcwalk.errors import ArcwalkError
from arcwalk.models.label_set import LabelSet
from arcwalk.models.model_file import ModelFile, StoredModel
from arcwalk.models.options import kept_options, restore_options
from arcwalk.models.parses import ConfidentTree, LabeledTrees, ScoredTree, free
from arcwalk.systems.vine.grammar import VineGrammar
from arcwalk.systems.vine.kernels.decode import KBestList
from arcwalk.systems.vine.options import NAME, VineOptions
from arcwalk.systems.vine.reranker import Reranker
from arcwalk.systems.vine.templates import TemplateTexts
from arcwalk.treebank.encoding import Encoder, word_count
from arcwalk.treebank.sentence import Sentence
from arcwalk.trees.decoders.forest import arc_marginals, best_tree

_KIND = ("joined", "single_root")


@dataclass(frozen=True)
class VineParser:
    """A trained model."""

    options: VineOptions
    label_set: LabelSet
    templates: TemplateTexts
    grammar: VineGrammar
    reranker: Reranker | None

    name = NAME

    def encode(self, sentence: Sentence) -> Codes:
        """The sentence as kernels read it."""
        return self.grammar.encoder.encode(sentence)

    def parse(
        self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> tuple[Heads, list[str]]:
        """The heads (index 0 is the root) and the labels of words 1..n.

        Heads that are given are kept where they are not -1, labels where they are not empty or `_`.
        """
        fixed = self._fixed(codes, heads, labels)
        if ranked := self._rerank(codes, *fixed):
            trees, scores = ranked
            best = int(np.argmax(scores))
            return trees.heads[best], self.label_set.decode(trees.labels[best], labels)
        tree, label_codes = self.grammar.parse(codes, *fixed)
        return tree, self.label_set.decode(label_codes, labels)

    def parse_with_confidence(
        self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> ConfidentTree:
        """The same tree with the probabilities of its arcs; with a reranker, those of its labeled arcs as well."""
        fixed = self._fixed(codes, heads, labels)
        ranked = self._rerank(codes, *fixed)
        if not ranked:
            tree, label_codes = self.grammar.parse(codes, *fixed)
            return ConfidentTree(
                tree, self.label_set.decode(label_codes, labels), self._marginals(codes, fixed[0], tree), None
            )
        trees, scores = ranked
        best = int(np.argmax(scores))
        confidence = LabeledTrees(trees.heads, trees.labels, scores).confidence(best)
        return ConfidentTree(trees.heads[best], self.label_set.decode(trees.labels[best], labels), *confidence)

    def label(self, codes: Codes, heads: Heads, given: Sequence[str]) -> list[str]:
        """The best labels of a tree, before reranking."""
        fixed = self.label_set.encode(given, len(given))
        return self.label_set.decode(self.grammar.best_labels(codes, heads, fixed), given)

    def k_best(self, codes: Codes, heads: Heads | None, labels: Sequence[str] | None, count: int) -> list[ScoredTree]:
        """At most `count` trees, best first; without a reranker all differ in their heads."""
        fixed, fixed_labels = self._fixed(codes, heads, labels)
        if ranked := self._rerank(codes, fixed, fixed_labels, count):
            trees, scores = ranked
            return [
                ScoredTree(trees.heads[i], self.label_set.decode(trees.labels[i], labels), float(scores[i]))
                for i in np.argsort(-scores, kind="stable")[:count]
            ]
        return [
            ScoredTree(tree, self.label_set.decode(self.grammar.best_labels(codes, tree, fixed_labels), labels), score)
            for tree, score in self.grammar.best_trees(codes, fixed, count)
        ]

    def with_options(self, options: VineOptions) -> "VineParser":
        """The same parser with other options."""
        if self.reranker is None and options.rerank and not self.options.rerank:
            raise ArcwalkError(
                "option rerank=yes: this model has no reranker",
                "leave the option out, or train with rerank=yes on a treebank where reranking helps",
            )
        return replace(self, options=options)

    def model(self) -> ModelFile:
        """The contents of a model file."""
        encoder = self.grammar.encoder
        metadata = {
            "options": kept_options(self.options),
            "templates": self.templates._asdict(),
            **encoder.metadata(),
            **self.label_set.metadata(),
            "joined": self.grammar.model.joined,
            "single_root": self.grammar.model.single_root,
        }
        arrays = self.grammar.arrays()
        if self.reranker:
            arrays |= self.reranker.arrays()
        return ModelFile(NAME, metadata, arrays, encoder.words)

    @classmethod
    def restore(cls, model: StoredModel) -> "VineParser":
        """The parser that `model` came from."""
        metadata, arrays = model.metadata, model.arrays
        encoder, label_set = Encoder.restore(metadata, model.words), LabelSet.restore(metadata)
        texts, kind = TemplateTexts.restore(metadata.part("templates")), {name: metadata.flag(name) for name in _KIND}
        grammar = VineGrammar.restore(arrays, encoder, texts, label_set, **kind)
        reranker = Reranker.restore(arrays, encoder, texts.reranker)
        return cls(restore_options(VineOptions, metadata), label_set, texts, grammar, reranker)

    def _rerank(
        self, codes: Codes, fixed: Heads, fixed_labels: Labels, count: int = 0
    ) -> tuple[KBestList, Scores] | None:
        """The k-best list, with room for `count` trees, and its scores; None without a reranker or without a list."""
        if self.reranker is None or not self.options.rerank:
            return None
        size = max(self.options.trees, count), max(self.options.k, count)
        trees = self.grammar.k_best(codes, fixed, fixed_labels, *size)
        return (trees, self.reranker.scores(codes, trees)) if len(trees.heads) else None

    def _fixed(self, codes: Codes, heads: Heads | None, labels: Sequence[str] | None) -> tuple[Heads, Labels]:
        """Heads and labels to keep, as codes, -1 where a word is free."""
        n = word_count(codes)
        return free(n) if heads is None else heads, self.label_set.encode(labels, n)

    def _marginals(self, codes: Codes, fixed: Heads, tree: Heads) -> Scores:
        """The probability of each arc of a tree in all vine parses.

        Where fragments were joined, and for heads out of bounds, the probability that the word is attached to the root.
        """
        forest = self.grammar.forest(codes, fixed)
        marginals = np.zeros(len(forest.head))
        if arc_marginals(forest, marginals) == -np.inf:
            return np.ones(len(tree) - 1)
        of_arc = {(h, m): p for h, m, p in zip(forest.head.tolist(), forest.modifier.tolist(), marginals, strict=True)}
        vine = np.empty_like(tree)
        best_tree(forest, vine)
        heads = np.where(vine == 0, 0, tree).tolist()
        return np.array([min(1.0, of_arc.get((heads[m], m), of_arc[0, m])) for m in range(1, len(heads))])
