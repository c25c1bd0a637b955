"""`--system bayes-point`: a first-order parser whose weights are the average of perceptrons trained on shuffles.

Corston-Oliver, Aue, Duh and Ringger (2006), "Multilingual Dependency Parsing using Bayes Point Machines".
"""

from collections.abc import Sequence
from dataclasses import dataclass

from arcwalk.arrays import Codes, Heads
from arcwalk.errors import ArcwalkError
from arcwalk.features.weights import pack, unpack
from arcwalk.systems.bayes_point.first_order_model import FirstOrderModel
from arcwalk.systems.bayes_point.options import NAME, BayesPointOptions
from arcwalk.systems.label_set import LabelSet
from arcwalk.systems.labeler.labeler import Labeler
from arcwalk.systems.model_file import ModelFile
from arcwalk.systems.parses import ConfidentTree, ScoredTree
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

    def k_best(self, *_: object) -> list[ScoredTree]:
        """An error: first-order decoding gives one tree."""
        raise ArcwalkError("this model finds only one tree per sentence; for k-best lists, train with another --system")

    def model(self) -> ModelFile:
        """Everything a model file keeps."""
        arrays = {**pack(self.trees.weights, "arcs"), **self.labeler.arrays()}
        return ModelFile(NAME, self.facts(), arrays, self.trees.encoder.words)

    @classmethod
    def restore(cls, model: ModelFile) -> "BayesPointParser":
        """The parser in a model file."""
        facts = model.metadata
        encoder = Encoder.restore(facts, model.words)
        trees = FirstOrderModel(
            templates=facts["templates"],
            encoder=encoder,
            weights=unpack(model.arrays, "arcs"),
            projective=facts["projective"],
            single_root=facts["single_root"],
        )
        return cls(
            BayesPointOptions(**facts["options"]),
            trees,
            Labeler.restore(LabelSet.restore(facts), model.arrays, encoder),
        )
