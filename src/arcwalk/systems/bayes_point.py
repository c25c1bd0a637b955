"""`--system bayes-point`: a first-order parser whose weights are the mean of perceptrons trained on shuffles.

Corston-Oliver, Aue, Duh and Ringger (2006), "Multilingual Dependency Parsing using Bayes Point Machines".
"""

from collections.abc import Sequence
from dataclasses import dataclass

from arcwalk.arrays import Codes, Heads
from arcwalk.errors import ArcwalkError
from arcwalk.features.weights import pack, unpack
from arcwalk.systems.first_order import FirstOrderModel
from arcwalk.systems.found_trees import ConfidentTree, ScoredTree
from arcwalk.systems.labeler import Labeler
from arcwalk.systems.model_file import ModelFile
from arcwalk.systems.options import option
from arcwalk.systems.tree_then_labels import TreeThenLabels
from arcwalk.treebank.encoding import Encoder

NAME = "bayes-point"


@dataclass(frozen=True, slots=True, kw_only=True)
class BayesPointOptions:
    """What can be set for `--system bayes-point`."""

    shuffles: int = option(5, "perceptrons to average, each on its own shuffle of the sentences", least=1)
    epochs: int = option(4, "passes over the treebank for each of them", least=1)
    learner: str = option("perceptron", "how one of them learns", choices=("perceptron", "mira"))
    margin: float = option(0.5, "perceptron: lead per template that a right arc needs, 0 as published", least=0)
    aggressiveness: float = option(0.02, "mira: largest step", least=1e-9)
    forget: float = option(1.0, "how readily a rare word counts as unknown in training, 0 never", least=0)
    decoder: str = option("auto", "which trees are searched", choices=("auto", "eisner", "chu-liu-edmonds"))
    table_bits: int = option(22, "weights are hashed into a table of 2^this", least=10, most=28)
    backoff: str = option("auto", "short form of a word: auto, lemma, or its first 1 to 9 characters")
    features: str = option("", "a template file of your own")


@dataclass(frozen=True)
class BayesPointParser(TreeThenLabels):
    """A trained model: arcs and labels."""

    options: BayesPointOptions
    arcs: FirstOrderModel

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
