"""`--system mst`: a second-order parser, exact for projective trees and approximate for others.

McDonald and Pereira (2006), "Online learning of approximate dependency parsing algorithms": scores of arcs and of
neighboring siblings. Heads are pruned by a first-order model; labels come from the labeler once the tree is found.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from arcwalk.arrays import Codes, Heads
from arcwalk.components.labeler.labeler import Labeler
from arcwalk.components.pruner.head_pruner import RATIOS, HeadPruner
from arcwalk.features.templates import properties_of
from arcwalk.features.weights import pack
from arcwalk.models.model_file import ModelFile, StoredModel
from arcwalk.models.options import restore_options
from arcwalk.models.parses import ConfidentTree, LabeledTrees, ScoredTree
from arcwalk.models.protocol import AdjustableTree, JointDecoding
from arcwalk.systems.mst.chart import SecondOrderModel
from arcwalk.systems.mst.options import NAME, MstOptions
from arcwalk.systems.mst.templates import ARC, second_order_templates
from arcwalk.systems.tree_then_labels import TreeThenLabels
from arcwalk.treebank.encoding import Encoder

TEMPERATURE = 2.0  # makes marginals calibrated confidences


@dataclass(frozen=True)
class MstParser(TreeThenLabels[MstOptions, SecondOrderModel]):
    """A trained model: second-order trees and labels."""

    name = NAME

    def parse_with_confidence(
        self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> ConfidentTree:
        """The best tree and the marginal of every head; labels get no confidence."""
        chart = self.trees.chart(codes, heads)
        tree = chart.best().heads
        confidence = chart.of_tree(chart.marginals(TEMPERATURE), tree)
        return ConfidentTree(tree, self.labeler.label(codes, tree, labels), confidence, None)

    def k_best(self, codes: Codes, heads: Heads | None, labels: Sequence[str] | None, k: int) -> list[ScoredTree]:
        """At most `k` trees with different heads, best first, each with its best labels."""
        decode = self.label_set.decode
        return [
            ScoredTree(tree, decode(own_labels, labels), score)
            for tree, own_labels, score in zip(*self.tree_list(codes, heads, labels, k), strict=True)
        ]

    def tree_list(self, codes: Codes, heads: Heads | None, labels: Sequence[str] | None, k: int) -> LabeledTrees:
        """The same trees as arrays."""
        best = self.trees.chart(codes, heads).best_trees(k)
        trees = np.stack([tree.heads for tree in best])
        scores = np.array([tree.score for tree in best])
        return LabeledTrees(trees, self.labeler.label_trees(codes, trees, labels), scores)

    def joint_decoding(self) -> JointDecoding:
        """Exact if only projective trees are searched."""
        from arcwalk.systems.mst.adjustable_chart import AdjustableChart  # only joint decoding needs it

        def adjustable(codes: Codes, heads: Heads | None, labels: Sequence[str] | None) -> AdjustableTree:
            return AdjustableChart(self.trees.chart(codes, heads), self.labeler, codes, labels)

        return JointDecoding(adjustable, 1.0, self.trees.projective)

    def model(self) -> ModelFile:
        """Everything a model file keeps."""
        pruner = self.trees.pruner
        arrays = {**pack(self.trees.weights, "trees"), **pack(pruner.weights, "pruner"), **self.labeler.arrays()}
        return ModelFile(NAME, {**self.metadata(), "ratio": pruner.ratio}, arrays, self.trees.encoder.words)

    @classmethod
    def restore(cls, model: StoredModel) -> "MstParser":
        """The parser in a model file."""
        metadata, arrays = model.metadata, model.arrays
        encoder, text = Encoder.restore(metadata, model.words), metadata.text("templates")
        with metadata.source.reading():
            templates = second_order_templates(text, "its templates")
            encoder.require(properties_of(template for group in templates.values() for template in group))
        kind = {"projective": metadata.flag("projective"), "single_root": metadata.flag("single_root")}
        pruner = HeadPruner(
            encoder=encoder,
            templates=templates[ARC],
            weights=arrays.table("pruner"),
            ratio=metadata.number("ratio", *RATIOS),
            **kind,
        )
        trees = SecondOrderModel(templates=text, encoder=encoder, weights=arrays.table("trees"), pruner=pruner, **kind)
        return cls(restore_options(MstOptions, metadata), trees, Labeler.restore(metadata, arrays, encoder))
