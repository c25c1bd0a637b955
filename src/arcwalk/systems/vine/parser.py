"""`--system vine`: a generative parser without long arcs, whose time grows with the sentence and no faster.

Dreyer, D. Smith and N. Smith (2006), "Vine parsing and minimum risk reranking for speed and precision".
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np

from arcwalk.arrays import Codes, Heads, Labels, Scores
from arcwalk.errors import ArcwalkError
from arcwalk.systems.model_file import ModelFile
from arcwalk.systems.options import kept_options, make_options
from arcwalk.systems.parses import ConfidentTree, LabeledTrees, ScoredTree
from arcwalk.systems.vine.grammar import VineGrammar
from arcwalk.systems.vine.options import NAME, VineOptions
from arcwalk.systems.vine.reranker import Candidates, Reranker
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.sentence import Sentence
from arcwalk.trees.decoders.forest import arc_marginals, best_tree


@dataclass(frozen=True)
class VineParser:
    """A trained model."""

    options: VineOptions
    label_set: list[str]
    grammar: VineGrammar
    reranker: Reranker | None

    name = NAME
    parsing_options = ("rerank", "trees", "labelings", "candidates")

    @property
    def labels(self) -> list[str]:
        """The labels there are."""
        return self.label_set

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
        ranked = self._ranked(codes, *fixed)
        if ranked:
            found, scores = ranked
            best = int(np.argmax(scores))
            return found.heads[best], self._names(found.labels[best], labels)
        tree, codes_of_labels = self.grammar.parse(codes, *fixed)
        return tree, self._names(codes_of_labels, labels)

    def parse_with_confidence(
        self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> ConfidentTree:
        """The same tree, and the probability of every head, and of it and the label if candidates are reranked."""
        fixed = self._fixed(codes, heads, labels)
        ranked = self._ranked(codes, *fixed)
        if not ranked:
            tree, found_labels = self.parse(codes, heads, labels)
            return ConfidentTree(tree, found_labels, self._marginals(codes, fixed[0], tree), None)
        found, scores = ranked
        best = int(np.argmax(scores))
        confidence = LabeledTrees(found.heads, found.labels, scores).confidence(best)
        return ConfidentTree(found.heads[best], self._names(found.labels[best], labels), *confidence)

    def k_best(self, codes: Codes, heads: Heads | None, labels: Sequence[str] | None, count: int) -> list[ScoredTree]:
        """At most `count` trees, best first; without reranking they differ in their heads."""
        fixed, fixed_labels = self._fixed(codes, heads, labels)
        ranked = self._ranked(codes, fixed, fixed_labels, count)
        if ranked:
            candidates, scores = ranked
            return [
                ScoredTree(candidates.heads[i], self._names(candidates.labels[i], labels), float(scores[i]))
                for i in np.argsort(-scores, kind="stable")[:count]
            ]
        found = self.grammar.best_trees(codes, fixed, count)
        return [
            ScoredTree(tree, self._names(self.grammar.best_labels(codes, tree, fixed_labels), labels), score)
            for tree, score in found
        ]

    def with_options(self, values: Mapping[str, object]) -> "VineParser":
        """The same parser with some of its `parsing_options` set anew."""
        options = make_options(VineOptions, asdict(self.options) | dict(values))
        if self.reranker is None and "rerank" in values and options.rerank == "yes":
            raise ArcwalkError(
                "option rerank=yes: this model has no reranker; leave the option out, or train with rerank=yes on a "
                "treebank where reranking helps"
            )
        return replace(self, options=options)

    def model(self) -> ModelFile:
        """Everything a model file keeps."""
        encoder = self.grammar.encoder
        metadata = {
            "options": kept_options(self.options),
            **encoder.facts(),
            "labels": self.label_set,
            "joined": self.grammar.joined,
            "single_root": self.grammar.single_root,
        }
        arrays = self.grammar.arrays()
        return ModelFile(NAME, metadata, arrays | (self.reranker.arrays() if self.reranker else {}))

    @classmethod
    def restore(cls, model: ModelFile) -> "VineParser":
        """The parser that `model` came from."""
        facts = model.metadata
        encoder = Encoder.restore(facts)
        grammar = VineGrammar.restore(model.arrays, encoder, joined=facts["joined"], single_root=facts["single_root"])
        reranker = Reranker.restore(model.arrays, encoder)
        return cls(VineOptions(**facts["options"]), facts["labels"], grammar, reranker)

    def _ranked(
        self, codes: Codes, fixed: Heads, fixed_labels: Labels, count: int = 0
    ) -> tuple[Candidates, Scores] | None:
        """The candidates and what the reranker says of them; nothing where it is not asked or has no choice."""
        if self.reranker is None or self.options.rerank == "no":
            return None
        most = max(self.options.trees, count), self.options.labelings, max(self.options.candidates, count)
        found = Candidates(*self.grammar.candidates(codes, fixed, fixed_labels, *most))
        return (found, self.reranker.scores(codes, found)) if len(found.base) else None

    def _fixed(self, codes: Codes, heads: Heads | None, labels: Sequence[str] | None) -> tuple[Heads, Labels]:
        """Heads and labels to keep as codes, -1 where a word is free."""
        fixed, fixed_labels = np.full((2, len(codes) - 2), -1, dtype=np.int32)
        if labels is not None:
            number = {label: code for code, label in enumerate(self.label_set)}
            fixed_labels[1:] = [number.get(label, -1) for label in labels]
        return fixed if heads is None else heads, fixed_labels

    def _names(self, codes: Labels, given: Sequence[str] | None) -> list[str]:
        """Labels by name, those that are given as they are."""
        names = [self.label_set[code] for code in codes[1:].tolist()]
        if given is None:
            return names
        return [name if old in ("", "_") else old for old, name in zip(given, names, strict=True)]

    def _marginals(self, codes: Codes, fixed: Heads, tree: Heads) -> Scores:
        """The probability of each head of a tree among all vine parses.

        Of a head that was given to the top of a fragment, and of one too far away, that of being under the root.
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
