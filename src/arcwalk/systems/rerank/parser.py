"""`--system rerank`: the best trees of `mst`, scored again with features of the whole tree.

The discriminative reranker that Zhang et al. (2014), "Steps to Excellence", compare with: the features of
`--system sampling`, but only trees of a list to choose from. Each listed tree has the labels that `mst` gives it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property

import numpy as np

from arcwalk.arrays import Codes, Heads, Weights
from arcwalk.features.python_features import require
from arcwalk.features.weights import pack, unpack
from arcwalk.scoring.model import make_model, parse_templates
from arcwalk.scoring.part_kinds import Convention
from arcwalk.scoring.scorer import Model
from arcwalk.systems.model_file import ModelFile
from arcwalk.systems.mst.parser import LabeledTrees, MstParser
from arcwalk.systems.options import kept_options, make_options
from arcwalk.systems.parses import ConfidentTree, ScoredTree
from arcwalk.systems.rerank.kernels.tree_list import TreeList, list_trees, score_trees
from arcwalk.systems.rerank.options import NAME, RerankOptions
from arcwalk.treebank.sentence import Sentence

TEMPERATURE = 2.0  # at which shares of a list say most about which arcs are right
_BASE = "base"


@dataclass(frozen=True)
class RerankParser:
    """A trained model: the parser that makes lists, and the weights that rank them."""

    options: RerankOptions
    base: MstParser
    templates: str
    convention: Convention
    weights: Weights

    name = NAME
    parsing_options = ("k",)

    @property
    def labels(self) -> list[str]:
        """The labels there are."""
        return self.base.labels

    def encode(self, sentence: Sentence) -> Codes:
        """The sentence as kernels read it."""
        return self.base.encode(sentence)

    @cached_property
    def kernel_model(self) -> Model:
        """The weights as kernels read them."""
        templates, encoder = parse_templates(self.templates), self.base.trees.encoder
        return make_model(templates, encoder, self.labels, self.convention, self.weights, require([]))

    def find_tree(
        self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> tuple[Heads, list[str]]:
        """The heads (index 0 is the root) and the labels of words 1..n.

        Heads that are given are kept where they are not -1, labels where they are not empty or `_`.
        """
        ranking = self._rank(codes, heads, labels, self.options.k)
        return ranking.heads[0], self.base.labeler.names(ranking.labels[0], labels)

    def find_confident_tree(
        self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> ConfidentTree:
        """The same tree, and for words 1..n the share of the list that has the head, and both head and label.

        These are too sure by some points: what no tree of the list has counts as impossible.
        """
        ranking = self._rank(codes, heads, labels, self.options.k)
        shares = np.exp((ranking.scores - ranking.scores[0]) / TEMPERATURE)
        shares /= shares.sum()
        same_heads = (ranking.heads == ranking.heads[0])[:, 1:]
        same_arcs = same_heads & (ranking.labels == ranking.labels[0])[:, 1:]
        names = self.base.labeler.names(ranking.labels[0], labels)
        return ConfidentTree(ranking.heads[0], names, shares @ same_heads, shares @ same_arcs)

    def find_trees(
        self, codes: Codes, heads: Heads | None, labels: Sequence[str] | None, count: int
    ) -> list[ScoredTree]:
        """At most `count` trees that differ in their heads, best first; the list is as long as they need."""
        ranking = self._rank(codes, heads, labels, max(self.options.k, count))
        return [
            ScoredTree(tree, self.base.labeler.names(their_labels, labels), float(score))
            for tree, their_labels, score in list(zip(*ranking, strict=True))[:count]
        ]

    def with_options(self, values: Mapping[str, object]) -> "RerankParser":
        """The same model with other options; only `parsing_options` make a difference."""
        return replace(self, options=make_options(RerankOptions, {**asdict(self.options), **values}))

    def _rank(self, codes: Codes, heads: Heads | None, labels: Sequence[str] | None, k: int) -> LabeledTrees:
        """The trees of a list, best first, with the scores that decide."""
        found = self.base.k_best(codes, heads, labels, k)
        scores = score_trees(codes, self.kernel_model, as_list(found, self.options.trust))
        order = np.argsort(-scores, kind="stable")
        return LabeledTrees(found.heads[order], found.labels[order], scores[order])

    def model(self) -> ModelFile:
        """Everything a model file keeps."""
        metadata = {
            "options": kept_options(self.options, "features"),
            "templates": self.templates,
            "convention": self.convention._asdict(),
        }
        return ModelFile(NAME, metadata, dict(pack(self.weights, "structure"))).with_part(_BASE, self.base.model())

    @classmethod
    def restore(cls, model: ModelFile) -> "RerankParser":
        """The parser that `model` came from."""
        facts, base = model.metadata, model.part(_BASE)
        assert base is not None
        return cls(
            RerankOptions(**facts["options"]),
            MstParser.restore(base),
            facts["templates"],
            Convention(**facts["convention"]),
            unpack(model.arrays, "structure"),
        )


def as_list(found: LabeledTrees, trust: float) -> TreeList:
    """Trees as a reranker reads them: with `trust` times what they score less than the first."""
    return list_trees(found.heads, found.labels, trust * (found.scores - found.scores[0]))
