"""The labeler: labels for the arcs of a given tree. Systems that find unlabeled trees share it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import BooleanTable, Codes, Heads, Labels, Weights
from arcwalk.components.labeler.kernels.labeling import label_trees
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.features.part_templates import part_table
from arcwalk.features.templates import Template, properties_of, read_templates, shipped
from arcwalk.features.weights import pack
from arcwalk.models.label_set import ALLOWED, LabelLists, LabelSet, label_lists, take_allowed
from arcwalk.safe_reading.arrays import StoredArrays
from arcwalk.safe_reading.metadata import Metadata
from arcwalk.treebank.encoding import Encoder

_GROUPS = {"arc": "hmgpn", "child": "hmgpno", "sibling": "hmgpno", "transition": "hmgpn"}
_TEMPLATES = "label_templates"
_STRUCTURE = ("dir", "dist", "head.label", "valency.left", "valency.right", "place", "side")


def shipped_label_templates(*, clusters: bool = False) -> str:
    """The text of the templates shipped with arcwalk, see `shipped`."""
    return shipped("label", "arcwalk.components.labeler", clusters=clusters)


def label_templates(text: str) -> dict[str, list[Template]]:
    """The labeler's templates, group by group."""
    return read_templates(text, "label templates", _GROUPS, {key: set(_STRUCTURE) for key in _GROUPS})


def label_properties(text: str) -> set[str]:
    """The properties of words that these templates name."""
    return properties_of(template for group in label_templates(text).values() for template in group)


def label_table(text: str, columns: Mapping[str, int]) -> PartTable:
    """The templates as kernels read them."""
    groups = label_templates(text)
    return part_table([groups.get(name, []) for name in _GROUPS], ["hmgpno"] * len(_GROUPS), _STRUCTURE, columns)


@dataclass(frozen=True)
class Labeler:
    """A trained labeler. Immutable, so threads can share it."""

    label_set: LabelSet
    allowed: BooleanTable  # (coarse tags, labels)
    templates: str
    weights: Weights
    encoder: Encoder

    @cached_property
    def _table(self) -> PartTable:
        return label_table(self.templates, self.encoder.columns)

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

    def metadata(self) -> dict[str, Any]:
        """The metadata of a model file."""
        return {**self.label_set.metadata(), _TEMPLATES: self.templates}

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays of a model file."""
        return {ALLOWED: self.allowed, **pack(self.weights, "labels")}

    @classmethod
    def restore(cls, metadata: Metadata, arrays: StoredArrays, encoder: Encoder) -> "Labeler":
        """The labeler that `metadata` and `arrays` came from."""
        label_set, templates = LabelSet.restore(metadata), metadata.text(_TEMPLATES)
        with metadata.source.reading():
            encoder.require(label_properties(templates))
        return cls(label_set, take_allowed(arrays, len(label_set)), templates, arrays.table("labels"), encoder)
