"""`--system mst`: a second-order parser, exact for projective trees and approximate for all others.

McDonald and Pereira (2006), "Online learning of approximate dependency parsing algorithms": scores of arcs and of
neighbouring siblings. Heads are pruned by a first-order model; labels come from the labeler, once the tree is known.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arcwalk.arrays import Codes, Heads
from arcwalk.features.siblings import ARC, second_order_templates
from arcwalk.features.weights import pack, unpack
from arcwalk.systems.found_trees import ConfidentTree, ScoredTree
from arcwalk.systems.head_pruner import HeadPruner
from arcwalk.systems.labeler import Labeler
from arcwalk.systems.model_file import ModelFile
from arcwalk.systems.options import kept_options, option
from arcwalk.systems.second_order import SecondOrderModel
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.sentence import Sentence

NAME = "mst"
TEMPERATURE = 2.0  # at which the probability of an arc is the share of such arcs that are right


@dataclass(frozen=True, slots=True, kw_only=True)
class MstOptions:
    """What can be set for `--system mst`."""

    shuffles: int = option(5, "learners to average, each on its own shuffle of the sentences", least=1)
    epochs: int = option(4, "passes over the treebank for each of them", least=1)
    learner: str = option("perceptron", "how one of them learns", choices=("perceptron", "mira"))
    margin: float = option(0.5, "perceptron: lead per template that a right arc needs, 0 as published", least=0)
    aggressiveness: float = option(0.02, "mira: largest step", least=1e-9)
    k_best: int = option(1, "mira: trees that the gold tree is to lead", least=1, most=1000)
    forget: float = option(1.0, "how readily a rare word counts as unknown in training, 0 never", least=0)
    projective: str = option("auto", "whether arcs may not cross", choices=("auto", "yes", "no"))
    recall: float = option(0.98, "gold heads that the pruner keeps in unseen sentences", least=0.5, most=1)
    folds: int = option(5, "the candidates of each fold come from a pruner that has not seen it", least=1)
    trust: float = option(0.5, "how much the pruner's own scores count", least=0)
    table_bits: int = option(22, "weights are hashed into a table of 2^this", least=10, most=28)
    backoff: str = option("auto", "short form of a word: auto, lemma, or its first 1 to 9 characters")
    features: str = option("", "a template file of your own")


@dataclass(frozen=True)
class MstParser:
    """A trained model: trees and labels."""

    options: MstOptions
    trees: SecondOrderModel
    labeler: Labeler

    parsing_options = ()

    @property
    def labels(self) -> list[str]:
        """The labels there are."""
        return self.labeler.labels

    def encode(self, sentence: Sentence) -> Codes:
        """The sentence as kernels read it."""
        return self.trees.encoder.encode(sentence)

    def find_tree(
        self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> tuple[Heads, list[str]]:
        """The heads (index 0 is the root) and the labels of words 1..n.

        Heads that are given are kept where they are not -1, labels where they are not empty or `_`.
        """
        tree = self.trees.find_heads(codes, heads)
        return tree, self.labeler.label(codes, tree, labels)

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
        found = self.trees.chart(codes, heads).best_trees(count)
        return [ScoredTree(tree, self.labeler.label(codes, tree, labels), score) for tree, score in found]

    def with_options(self, _: Mapping[str, object]) -> "MstParser":
        """The same parser: it has no options that matter in parsing."""
        return self

    def model(self) -> ModelFile:
        """Everything a model file keeps."""
        trees, encoder = self.trees, self.trees.encoder
        metadata = {
            "options": kept_options(self.options, "features"),
            "templates": trees.templates,
            "properties": encoder.properties,
            "vocabularies": encoder.vocabularies,
            "backoff": encoder.backoff,
            "labels": self.labeler.labels,
            "ratio": trees.pruner.ratio,
            "projective": trees.projective,
            "single_root": trees.single_root,
        }
        arrays = {**pack(trees.weights, "trees"), **pack(trees.pruner.weights, "pruner"), **self.labeler.arrays()}
        return ModelFile(NAME, metadata, arrays)

    @classmethod
    def restore(cls, model: ModelFile) -> "MstParser":
        """The parser that `model` came from."""
        facts = model.metadata
        options = MstOptions(**facts["options"])
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
            trust=options.trust,
            **kind,
        )
        return cls(options, trees, Labeler.restore(facts["labels"], model.arrays, encoder))
