"""`--system bayes-point`: a first-order parser whose weights are the mean of perceptrons trained on shuffles.

Corston-Oliver, Aue, Duh and Ringger (2006), "Multilingual Dependency Parsing using Bayes Point Machines".
"""

from collections.abc import Sequence
from dataclasses import dataclass

from arcwalk.arrays import Codes, Heads
from arcwalk.errors import ArcwalkError
from arcwalk.features.weights import pack, unpack
from arcwalk.systems.bayes_point.first_order import FirstOrderModel
from arcwalk.systems.bayes_point.options import NAME, BayesPointOptions
from arcwalk.systems.labeler.labeler import Labeler
from arcwalk.systems.model_file import ModelFile
from arcwalk.systems.parses import ConfidentTree, ScoredTree
from arcwalk.systems.tree_then_labels import TreeThenLabels
from arcwalk.treebank.encoding import Encoder


@dataclass(frozen=True)
class BayesPointParser(TreeThenLabels):
    """A trained model: arcs and labels."""

    options: BayesPointOptions
    arcs: FirstOrderModel

    name = NAME

    @property
    def finder(self) -> FirstOrderModel:
        """Who finds the heads."""
        return self.arcs

    def find_confident_tree(
        self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> ConfidentTree:
        """The same tree, and the probability of every head; labels are not judged."""
        tree, names = self.find_tree(codes, heads, labels)
        return ConfidentTree(tree, names, self.arcs.marginals(codes, heads, tree), None)

    def find_trees(self, *_: object) -> list[ScoredTree]:
        """An error: decoding gives the best tree and no other."""
        raise ArcwalkError("this model finds a single tree for a sentence; for more, train with another --system")

    def model(self) -> ModelFile:
        """Everything a model file keeps."""
        return ModelFile(NAME, self.facts(self.options), {**pack(self.arcs.weights, "arcs"), **self.labeler.arrays()})

    @classmethod
    def restore(cls, model: ModelFile) -> "BayesPointParser":
        """The parser that `model` came from."""
        facts = model.metadata
        encoder = Encoder(facts["properties"], facts["vocabularies"], facts["backoff"])
        return cls(
            BayesPointOptions(**facts["options"]),
            FirstOrderModel(
                facts["templates"],
                encoder,
                unpack(model.arrays, "arcs"),
                projective=facts["projective"],
                single_root=facts["single_root"],
            ),
            labeler=Labeler.restore(facts["labels"], model.arrays, encoder),
        )
