"""`--system vine`: a generative parser without long arcs, whose time grows with the sentence and no faster.

Dreyer, D. Smith and N. Smith (2006), "Vine parsing and minimum risk reranking for speed and precision".
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np

from arcwalk.arrays import Codes, Heads, Labels, Scores
from arcwalk.systems.found_trees import ConfidentTree, ScoredTree
from arcwalk.systems.model_file import ModelFile
from arcwalk.systems.options import kept_options, make_options, option
from arcwalk.systems.vine_grammar import VineGrammar
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.sentence import Sentence
from arcwalk.trees.forest import arc_marginals

NAME = "vine"


@dataclass(frozen=True, slots=True, kw_only=True)
class VineOptions:
    """What can be set for `--system vine`."""

    bounds: str = option("tag", "how far children may be: the same for all heads, or by tag", choices=("tag", "all"))
    recall: float = option(0.95, "share of the treebank's arcs within these bounds", least=0.1, most=1)
    longest_arc: int = option(30, "no bound is larger", least=1, most=1000)
    mixture: str = option("trained", "weights of the mixed models", choices=("trained", "uniform"))
    join: str = option("yes", "whether the fragments of a parse are made one tree", choices=("yes", "no"))
    folds: int = option(5, "what is learned from parses is learned from those of models that have not seen it", least=2)


@dataclass(frozen=True)
class VineParser:
    """A trained model."""

    options: VineOptions
    label_set: list[str]
    grammar: VineGrammar

    parsing_options = ()

    @property
    def labels(self) -> list[str]:
        """The labels there are."""
        return self.label_set

    def encode(self, sentence: Sentence) -> Codes:
        """The sentence as kernels read it."""
        return self.grammar.encoder.encode(sentence)

    def find_tree(
        self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> tuple[Heads, list[str]]:
        """The heads (index 0 is the root) and the labels of words 1..n.

        Heads that are given are kept where they are not -1, labels where they are not empty or `_`.
        """
        tree, codes_of_labels = self.grammar.parse(codes, *self._fixed(codes, heads, labels))
        return tree, self._names(codes_of_labels, labels)

    def find_confident_tree(
        self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> ConfidentTree:
        """The same tree, and the probability of every head; labels are not judged."""
        tree, found = self.find_tree(codes, heads, labels)
        return ConfidentTree(tree, found, self._marginals(codes, self._fixed(codes, heads, labels)[0], tree), None)

    def find_trees(
        self, codes: Codes, heads: Heads | None, labels: Sequence[str] | None, count: int
    ) -> list[ScoredTree]:
        """At most `count` trees that differ in their heads, best first, each with its best labels."""
        fixed, fixed_labels = self._fixed(codes, heads, labels)
        found = self.grammar.best_trees(codes, fixed, count)
        return [
            ScoredTree(tree, self._names(self.grammar.best_labels(codes, tree, fixed_labels), labels), score)
            for tree, score in found
        ]

    def with_options(self, values: Mapping[str, object]) -> "VineParser":
        """The same parser with some of its `parsing_options` set anew."""
        return replace(self, options=make_options(VineOptions, asdict(self.options) | dict(values)))

    def model(self) -> ModelFile:
        """Everything a model file keeps."""
        encoder = self.grammar.encoder
        metadata = {
            "options": kept_options(self.options),
            "properties": encoder.properties,
            "vocabularies": encoder.vocabularies,
            "backoff": encoder.backoff,
            "labels": self.label_set,
            "joined": self.grammar.joined,
            "single_root": self.grammar.single_root,
        }
        return ModelFile(NAME, metadata, self.grammar.arrays())

    @classmethod
    def restore(cls, model: ModelFile) -> "VineParser":
        """The parser that `model` came from."""
        facts = model.metadata
        encoder = Encoder(facts["properties"], facts["vocabularies"], facts["backoff"])
        grammar = VineGrammar.restore(model.arrays, encoder, joined=facts["joined"], single_root=facts["single_root"])
        return cls(VineOptions(**facts["options"]), facts["labels"], grammar)

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
        """The probability of each head of a tree among all vine parses; of a far one, that of being under the root."""
        forest = self.grammar.forest(codes, fixed)
        marginals = np.zeros(len(forest.head))
        if arc_marginals(forest, marginals) == -np.inf:
            return np.ones(len(tree) - 1)
        of_arc = {(h, m): p for h, m, p in zip(forest.head.tolist(), forest.modifier.tolist(), marginals, strict=True)}
        pairs = list(enumerate(tree.tolist()))[1:]
        return np.array([min(1.0, of_arc.get((h, m), of_arc[0, m])) for m, h in pairs])
