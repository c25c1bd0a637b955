"""`--system rerank`: the k-best list of `mst`, reranked with features of the whole tree.

The discriminative reranker that Zhang et al. (2014), "Steps to Excellence", compare with: the features of
`--system sampling`, but only the trees of a k-best list to choose from. `mst` labels the trees.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from arcwalk.arrays import Codes, Heads, Weights
from arcwalk.features.python_features import require
from arcwalk.features.weights import pack
from arcwalk.models.label_set import LabelSet
from arcwalk.models.model_file import ModelFile, StoredModel
from arcwalk.models.options import kept_options, restore_options
from arcwalk.models.parses import ConfidentTree, LabeledTrees, ScoredTree
from arcwalk.scoring.model import make_model, parse_templates, restore_convention, take_templates
from arcwalk.scoring.part_kinds import Convention
from arcwalk.scoring.scorer import Model
from arcwalk.systems.mst.parser import MstParser
from arcwalk.systems.rerank.kernels.tree_list import TreeList, list_trees, score_trees
from arcwalk.systems.rerank.options import NAME, RerankOptions
from arcwalk.treebank.sentence import Sentence

TEMPERATURE = 2.0  # calibrates confidences, as far as lists allow
PRIOR_WEIGHT = 0.4  # how much the scores of mst count
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

    @property
    def label_set(self) -> LabelSet:
        """All labels."""
        return self.base.label_set

    def encode(self, sentence: Sentence) -> Codes:
        """The sentence as kernels read it."""
        return self.base.encode(sentence)

    @cached_property
    def kernel_model(self) -> Model:
        """The weights as kernels read them."""
        templates, encoder = parse_templates(self.templates), self.base.trees.encoder
        return make_model(templates, encoder, self.label_set.names, self.convention, self.weights, require([]))

    def parse(
        self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> tuple[Heads, list[str]]:
        """The best tree of the list, see `arcwalk.models.protocol.System`."""
        ranking = self._rank(codes, heads, labels, self.options.k)
        return ranking.heads[0], self.label_set.decode(ranking.labels[0], labels)

    def parse_with_confidence(
        self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> ConfidentTree:
        """The best tree, and the probability of each head, and of head and label, within the list."""
        ranking = self._rank(codes, heads, labels, self.options.k)
        names = self.label_set.decode(ranking.labels[0], labels)
        return ConfidentTree(ranking.heads[0], names, *ranking.confidence(0, TEMPERATURE))

    def k_best(self, codes: Codes, heads: Heads | None, labels: Sequence[str] | None, k: int) -> list[ScoredTree]:
        """At most `k` trees with different heads, best first; the list is made as long as needed."""
        ranking = self._rank(codes, heads, labels, max(self.options.k, k))
        decode = self.label_set.decode
        return [
            ScoredTree(tree, decode(own_labels, labels), float(score))
            for tree, own_labels, score in list(zip(*ranking, strict=True))[:k]
        ]

    def label(self, codes: Codes, heads: Heads, given: Sequence[str]) -> list[str]:
        """The best labels of a tree, by `mst`."""
        return self.base.label(codes, heads, given)

    def with_options(self, options: RerankOptions) -> "RerankParser":
        """The same model with other options."""
        return replace(self, options=options)

    def _rank(self, codes: Codes, heads: Heads | None, labels: Sequence[str] | None, k: int) -> LabeledTrees:
        """The trees of a k-best list, reranked, and their new scores."""
        trees = self.base.tree_list(codes, heads, labels, k)
        scores = score_trees(codes, self.kernel_model, as_list(trees))
        order = np.argsort(-scores, kind="stable")
        return LabeledTrees(trees.heads[order], trees.labels[order], scores[order])

    def model(self) -> ModelFile:
        """Everything a model file keeps."""
        metadata = {
            "options": kept_options(self.options, "features"),
            "templates": self.templates,
            "convention": self.convention._asdict(),
        }
        return ModelFile(NAME, metadata, dict(pack(self.weights, "structure"))).with_part(_BASE, self.base.model())

    @classmethod
    def restore(cls, model: StoredModel) -> "RerankParser":
        """The parser in a model file."""
        metadata, part = model.metadata, model.part(_BASE, MstParser.name)
        if part is None:
            raise metadata.source.damaged("its mst parser is missing")
        base = MstParser.restore(part)
        templates, _ = take_templates(metadata, base.trees.encoder)
        labels = len(base.label_set)
        return cls(
            restore_options(RerankOptions, metadata),
            base,
            templates,
            restore_convention(metadata, labels),
            model.arrays.table("structure", labels),
        )


def as_list(trees: LabeledTrees) -> TreeList:
    """Trees as the reranker reads them, with their `mst` scores relative to the first, weighted."""
    return list_trees(trees.heads, trees.labels, PRIOR_WEIGHT * (trees.scores - trees.scores[0]))
