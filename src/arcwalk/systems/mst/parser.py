"""`--system mst`: a second-order parser, exact for projective trees and approximate for all others.

McDonald and Pereira (2006), "Online learning of approximate dependency parsing algorithms": scores of arcs and of
neighbouring siblings. Heads are pruned by a first-order model; labels come from the labeler, once the tree is known.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Codes, Heads, Labels, Scores
from arcwalk.errors import ArcwalkError
from arcwalk.features.weights import pack, unpack
from arcwalk.systems.labeler.labeler import Labeler
from arcwalk.systems.model_file import ModelFile
from arcwalk.systems.mst.chart import SecondOrderModel
from arcwalk.systems.mst.options import NAME, MstOptions
from arcwalk.systems.mst.templates import ARC, second_order_templates
from arcwalk.systems.parses import ConfidentTree, ScoredTree
from arcwalk.systems.pruner.head_pruner import HeadPruner
from arcwalk.systems.tree_then_labels import TreeThenLabels
from arcwalk.treebank.encoding import Encoder

TEMPERATURE = 2.0  # at which the probability of an arc is the share of such arcs that are right


class LabeledTrees(NamedTuple):
    """Several trees of a sentence, (trees, n + 1), and their scores."""

    heads: Heads
    labels: Labels
    scores: Scores


@dataclass(frozen=True)
class MstParser(TreeThenLabels):
    """A trained model: trees and labels."""

    options: MstOptions
    trees: SecondOrderModel

    name = NAME

    @property
    def finder(self) -> SecondOrderModel:
        """Who finds the heads."""
        return self.trees

    def find_confident_tree(
        self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> ConfidentTree:
        """The same tree, and the probability of every head; labels are not judged."""
        chart = self.trees.chart(codes, heads)
        tree = chart.best().heads
        in_heads = chart.of_tree(chart.marginals(TEMPERATURE), tree)
        return ConfidentTree(tree, self.labeler.label(codes, tree, labels), in_heads, None)

    def find_trees(
        self, codes: Codes, heads: Heads | None, labels: Sequence[str] | None, count: int
    ) -> list[ScoredTree]:
        """At most `count` trees that differ in their heads, best first, each with its best labels."""
        return [
            ScoredTree(tree, self.labeler.names(their_labels, labels), score)
            for tree, their_labels, score in zip(*self.k_best(codes, heads, labels, count), strict=True)
        ]

    def k_best(self, codes: Codes, heads: Heads | None, labels: Sequence[str] | None, count: int) -> LabeledTrees:
        """The same trees as arrays."""
        found = self.trees.chart(codes, heads).best_trees(count)
        trees = np.stack([tree.heads for tree in found])
        scores = np.array([tree.score for tree in found])
        return LabeledTrees(trees, self.labeler.label_trees(codes, trees, labels), scores)

    def model(self) -> ModelFile:
        """Everything a model file keeps."""
        pruner = self.trees.pruner
        arrays = {**pack(self.trees.weights, "trees"), **pack(pruner.weights, "pruner"), **self.labeler.arrays()}
        return ModelFile(NAME, {**self.facts(self.options), "ratio": pruner.ratio}, arrays)

    @classmethod
    def restore(cls, model: ModelFile) -> "MstParser":
        """The parser that `model` came from."""
        facts = model.metadata
        if "trust" in facts["options"]:
            raise ArcwalkError("this model of mst was made by an older arcwalk; train it again")
        encoder = Encoder(facts["properties"], facts["vocabularies"], facts["backoff"])
        kind = {"projective": facts["projective"], "single_root": facts["single_root"]}
        pruner = HeadPruner(
            encoder=encoder,
            templates=second_order_templates(facts["templates"], "the model's templates")[ARC],
            weights=unpack(model.arrays, "pruner"),
            ratio=facts["ratio"],
            **kind,
        )
        trees = SecondOrderModel(
            templates=facts["templates"],
            encoder=encoder,
            weights=unpack(model.arrays, "trees"),
            pruner=pruner,
            **kind,
        )
        return cls(
            MstOptions(**facts["options"]), trees, labeler=Labeler.restore(facts["labels"], model.arrays, encoder)
        )
