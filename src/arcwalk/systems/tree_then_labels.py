"""A tree first, then its labels: what parsers share whose models find heads only."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

from arcwalk.arrays import Codes, Heads
from arcwalk.systems.labeler.labeler import Labeler
from arcwalk.systems.options import kept_options
from arcwalk.treebank.encoding import Encoder
from arcwalk.treebank.sentence import Sentence


class HeadFinder(Protocol):
    """A model that finds heads."""

    @property
    def templates(self) -> str:
        """The text of its templates."""

    @property
    def encoder(self) -> Encoder:
        """How it reads a sentence."""

    @property
    def projective(self) -> bool:
        """Whether arcs may not cross."""

    @property
    def single_root(self) -> bool:
        """Whether one word hangs from the root."""

    def find_heads(self, codes: Codes, fixed: Heads | None = None) -> Heads:
        """The best tree, index 0 for the root; heads in `fixed` are kept where they are not -1."""


@dataclass(frozen=True, kw_only=True)
class TreeThenLabels(ABC):
    """A parser that finds heads, and labels them once the tree is known."""

    labeler: Labeler

    parsing_options = ()

    @property
    @abstractmethod
    def finder(self) -> HeadFinder:
        """Who finds the heads."""

    @property
    def labels(self) -> list[str]:
        """The labels there are."""
        return self.labeler.labels

    def encode(self, sentence: Sentence) -> Codes:
        """The sentence as kernels read it."""
        return self.finder.encoder.encode(sentence)

    def find_tree(
        self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> tuple[Heads, list[str]]:
        """The heads (index 0 is the root) and the labels of words 1..n.

        Heads that are given are kept where they are not -1, labels where they are not empty or `_`.
        """
        tree = self.finder.find_heads(codes, heads)
        return tree, self.labeler.label(codes, tree, labels)

    def with_options(self, _: Mapping[str, object]) -> Self:
        """The same parser: it has no options that matter in parsing."""
        return self

    def facts(self, options: object) -> dict[str, Any]:
        """What a model file keeps besides weights."""
        finder, encoder = self.finder, self.finder.encoder
        return {
            "options": kept_options(options, "features"),
            "templates": finder.templates,
            "properties": encoder.properties,
            "vocabularies": encoder.vocabularies,
            "backoff": encoder.backoff,
            "labels": self.labels,
            "projective": finder.projective,
            "single_root": finder.single_root,
        }
