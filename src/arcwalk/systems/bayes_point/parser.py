"""`--system bayes-point`: a first-order parser whose weights are the average of perceptrons trained on shuffles.

Corston-Oliver, Aue, Duh and Ringger (2006), "Multilingual Dependency Parsing using Bayes Point Machines".
"""

from collections.abc import Sequence
from dataclasses import dataclass

from arcwalk.arrays import Codes, Heads
from arcwalk.components.labeler.labeler import Labeler
from arcwalk.features.arc_templates import arc_templates
from arcwalk.features.templates import properties_of
from arcwalk.features.weights import pack
from arcwalk.models.model_file import ModelFile, StoredModel
from arcwalk.models.options import restore_options
from arcwalk.models.parses import ConfidentTree
from arcwalk.systems.bayes_point.first_order_model import FirstOrderModel
from arcwalk.systems.bayes_point.options import NAME, BayesPointOptions
from arcwalk.systems.tree_then_labels import TreeThenLabels
from arcwalk.treebank.encoding import Encoder


@dataclass(frozen=True)
class BayesPointParser(TreeThenLabels[BayesPointOptions, FirstOrderModel]):
    """A trained model: first-order trees and labels."""

    name = NAME

    def parse_with_confidence(
        self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> ConfidentTree:
        """The best tree and the marginal of every head; labels get no confidence."""
        tree, names = self.parse(codes, heads, labels)
        return ConfidentTree(tree, names, self.trees.marginals(codes, heads, tree), None)

    def model(self) -> ModelFile:
        """Everything a model file keeps."""
        arrays = {**pack(self.trees.weights, "arcs"), **self.labeler.arrays()}
        return ModelFile(NAME, self.metadata(), arrays, self.trees.encoder.words)

    @classmethod
    def restore(cls, model: StoredModel) -> "BayesPointParser":
        """The parser in a model file."""
        metadata, arrays = model.metadata, model.arrays
        encoder, templates = Encoder.restore(metadata, model.words), metadata.text("templates")
        with metadata.source.reading():
            encoder.require(properties_of(arc_templates(templates, "its templates")))
        trees = FirstOrderModel(
            templates=templates,
            encoder=encoder,
            weights=arrays.table("arcs"),
            projective=metadata.flag("projective"),
            single_root=metadata.flag("single_root"),
        )
        return cls(restore_options(BayesPointOptions, metadata), trees, Labeler.restore(metadata, arrays, encoder))
