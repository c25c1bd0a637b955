"""The tree first, then its labels: what `bayes-point` and `mst` share."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar

from arcwalk.arrays import Codes, Heads, Weights
from arcwalk.components.labeler.labeler import Labeler
from arcwalk.models.label_set import LabelSet
from arcwalk.models.options import kept_options
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.sentence import Sentence


@dataclass(frozen=True, kw_only=True)
class UnlabeledModel(ABC):
    """A model of unlabeled trees. Immutable, so threads can share it."""

    templates: str
    encoder: Encoder
    weights: Weights
    projective: bool  # whether only projective trees are searched
    single_root: bool

    @abstractmethod
    def find_heads(self, codes: Codes, fixed: Heads | None = None) -> Heads:
        """The best tree, index 0 for the root; heads in `fixed` are kept where they are not -1."""


Model = TypeVar("Model", bound=UnlabeledModel)
Options = TypeVar("Options")


@dataclass(frozen=True)
class TreeThenLabels(Generic[Options, Model]):
    """A parser that finds an unlabeled tree and then labels its arcs."""

    options: Options
    trees: Model
    labeler: Labeler

    @property
    def label_set(self) -> LabelSet:
        """All labels."""
        return self.labeler.label_set

    def encode(self, sentence: Sentence) -> Codes:
        """The sentence as kernels read it."""
        return self.trees.encoder.encode(sentence)

    def parse(
        self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> tuple[Heads, list[str]]:
        """The best tree, see `arcwalk.models.protocol.System`."""
        tree = self.trees.find_heads(codes, heads)
        return tree, self.labeler.label(codes, tree, labels)

    def label(self, codes: Codes, heads: Heads, given: Sequence[str]) -> list[str]:
        """The best labels of a tree."""
        return self.labeler.label(codes, heads, given)

    def with_options(self, _: object) -> Self:
        """The same parser: no option matters in parsing."""
        return self

    def metadata(self) -> dict[str, Any]:
        """The metadata of a model file."""
        return {
            "options": kept_options(self.options, "features"),
            "templates": self.trees.templates,
            **self.trees.encoder.metadata(),
            **self.labeler.metadata(),
            "projective": self.trees.projective,
            "single_root": self.trees.single_root,
        }
