"""The tree first, then its labels: what `bayes-point` and `mst` share."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

from arcwalk.arrays import Codes, Heads
from arcwalk.systems.labeler.labeler import Labeler
from arcwalk.systems.options import kept_options
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.sentence import Sentence


class UnlabeledModel(Protocol):
    """A model of unlabeled trees."""

    @property
    def templates(self) -> str:
        """The text of its templates."""

    @property
    def encoder(self) -> Encoder:
        """Encodes sentences."""

    @property
    def projective(self) -> bool:
        """Whether only projective trees are searched."""

    @property
    def single_root(self) -> bool:
        """Whether trees are single-rooted."""

    def find_heads(self, codes: Codes, fixed: Heads | None = None) -> Heads:
        """The best tree, index 0 for the root; heads in `fixed` are kept where they are not -1."""


@dataclass(frozen=True, kw_only=True)
class TreeThenLabels(ABC):
    """A parser that finds an unlabeled tree and then labels its arcs."""

    labeler: Labeler

    parsing_options = ()

    @property
    @abstractmethod
    def unlabeled(self) -> UnlabeledModel:
        """The model that finds trees."""

    @property
    def labels(self) -> list[str]:
        """All labels."""
        return self.labeler.label_set.names

    def encode(self, sentence: Sentence) -> Codes:
        """The sentence as kernels read it."""
        return self.unlabeled.encoder.encode(sentence)

    def parse(
        self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> tuple[Heads, list[str]]:
        """The best tree, see `arcwalk.systems.protocol.System`."""
        tree = self.unlabeled.find_heads(codes, heads)
        return tree, self.labeler.label(codes, tree, labels)

    def with_options(self, _: Mapping[str, object]) -> Self:
        """The same parser: no option matters in parsing."""
        return self

    def facts(self, options: object) -> dict[str, Any]:
        """The metadata of a model file."""
        model = self.unlabeled
        return {
            "options": kept_options(options, "features"),
            "templates": model.templates,
            **model.encoder.facts(),
            "labels": self.labels,
            "projective": model.projective,
            "single_root": model.single_root,
        }
