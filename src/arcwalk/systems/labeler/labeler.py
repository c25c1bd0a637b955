"""The labeler: labels for the arcs of a given tree. Systems that find unlabeled trees share it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import BooleanTable, Codes, Heads, Labels, Weights
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.features.part_templates import part_table
from arcwalk.features.templates import Template, properties_of, read_templates, shipped
from arcwalk.features.weights import pack, unpack
from arcwalk.systems.label_set import LabelLists, LabelSet, label_lists
from arcwalk.systems.labeler.kernels.labeling import label_trees
from arcwalk.treebank.encoding import Encoder

_GROUPS = {"arc": "hmgpn", "child": "hmgpno", "sibling": "hmgpno", "transition": "hmgpn"}
_STRUCTURE = ("dir", "dist", "head.label", "valency.left", "valency.right", "place", "side")


def label_templates(*, clusters: bool = False) -> dict[str, list[Template]]:
    """The labeler's templates, group by group; with those for `clusters` of words, if there are any."""
    return read_templates(
        shipped("label", "arcwalk.systems.labeler", clusters=clusters),
        "label.templates",
        _GROUPS,
        {key: set(_STRUCTURE) for key in _GROUPS},
    )


def label_properties(*, clusters: bool = False) -> set[str]:
    """The properties of words that these templates name."""
    return properties_of([template for group in label_templates(clusters=clusters).values() for template in group])


def label_table(encoder: Encoder) -> PartTable:
    """The templates as kernels read them."""
    groups = label_templates(clusters=encoder.words is not None)
    return part_table([groups[name] for name in _GROUPS], ["hmgpno"] * len(_GROUPS), _STRUCTURE, encoder.columns)


@dataclass(frozen=True)
class Labeler:
    """A trained labeler. Immutable, so threads can share it."""

    label_set: LabelSet
    allowed: BooleanTable  # (coarse tags, labels)
    weights: Weights
    encoder: Encoder

    @cached_property
    def _table(self) -> PartTable:
        return label_table(self.encoder)

    @cached_property
    def _lists(self) -> LabelLists:
        return label_lists(self.allowed, self.label_set)

    def label(self, sentence: Codes, heads: Heads, given: Sequence[str] | None = None) -> list[str]:
        """The labels of words 1..n; given ones stay unless they are empty or `_`."""
        return self.label_set.decode(self.label_trees(sentence, heads.reshape(1, -1), given)[0], given)

    def label_trees(self, sentence: Codes, trees: Heads, given: Sequence[str] | None = None) -> Labels:
        """The codes of the labels of several trees, (trees, n + 1)."""
        fixed = self.label_set.encode(given, trees.shape[1] - 1)
        codes: Labels = np.empty(trees.shape, dtype=np.int32)
        label_trees(sentence, trees, *self._lists, fixed, self._table, self.weights, codes)
        return codes

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays of a model file."""
        return {"labels.allowed": self.allowed, **pack(self.weights, "labels")}

    @classmethod
    def restore(cls, label_set: LabelSet, arrays: dict[str, NDArray[Any]], encoder: Encoder) -> "Labeler":
        """The labeler that `arrays` came from."""
        return cls(label_set, arrays["labels.allowed"], unpack(arrays, "labels"), encoder)
