"""The labeler: which relation each arc of a tree stands for. Every system that finds trees shares it."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Booleans, Codes, Heads, Labels, Weights
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.features.part_templates import part_table
from arcwalk.features.templates import Template, properties_of, read_templates, shipped
from arcwalk.features.weights import pack, unpack
from arcwalk.systems.label_set import label_lists
from arcwalk.systems.labeler.kernels.labeling import label_trees
from arcwalk.treebank.encoding import Encoder

_GROUPS = {"arc": "hmgpn", "child": "hmgpno", "sibling": "hmgpno", "transition": "hmgpn"}
_STRUCTURE = ("dir", "dist", "head.label", "valency.left", "valency.right", "place", "side")


def label_templates() -> dict[str, list[Template]]:
    """The templates that labels are learned with, group by group."""
    return read_templates(
        shipped("label", "arcwalk.systems.labeler"),
        "label.templates",
        _GROUPS,
        {key: set(_STRUCTURE) for key in _GROUPS},
    )


def label_properties() -> set[str]:
    """The properties of words that these templates name."""
    return properties_of([template for group in label_templates().values() for template in group])


class Labeler:
    """A label set, which of its labels a word of each tag may bear, and the weights to choose by."""

    def __init__(self, labels: Sequence[str], allowed: Booleans, weights: Weights, encoder: Encoder) -> None:
        self.labels = list(labels)
        self.allowed = allowed
        self.weights = weights
        self._code = {label: code for code, label in enumerate(labels)}
        self._table = label_table(encoder)
        self._lists = label_lists(allowed)

    def label(self, sentence: Codes, heads: Heads, fixed: Sequence[str] | None = None) -> list[str]:
        """The labels of words 1..n; those in `fixed` are kept where they are not empty or `_`."""
        return self.names(self.label_trees(sentence, heads.reshape(1, -1), fixed)[0], fixed)

    def label_trees(self, sentence: Codes, trees: Heads, fixed: Sequence[str] | None = None) -> Labels:
        """The codes of the labels of several trees, (trees, n + 1); a label in `fixed` that is not known is free."""
        given = np.full(trees.shape[1], -1, dtype=np.int32)
        if fixed is not None:
            given[1:] = [self._code.get(label, -1) for label in fixed]
        codes: Labels = np.empty(trees.shape, dtype=np.int32)
        label_trees(sentence, trees, *self._lists, given, self._table, self.weights, codes)
        return codes

    def names(self, codes: Labels, fixed: Sequence[str] | None = None) -> list[str]:
        """The labels of words 1..n by their codes, but those that are fixed stay."""
        found = [self.labels[code] for code in codes[1:]]
        if fixed is None:
            return found
        return [new if old in ("", "_") else old for old, new in zip(fixed, found, strict=True)]

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a model file keeps besides the label set."""
        return {"labels.allowed": self.allowed, **pack(self.weights, "labels")}

    @classmethod
    def restore(cls, labels: Sequence[str], arrays: dict[str, NDArray[Any]], encoder: Encoder) -> "Labeler":
        """The labeler that `arrays` came from."""
        return cls(labels, arrays["labels.allowed"], unpack(arrays, "labels"), encoder)


def label_table(encoder: Encoder) -> PartTable:
    """The templates as kernels read them."""
    groups = label_templates()
    return part_table([groups[name] for name in _GROUPS], ["hmgpno"] * len(_GROUPS), _STRUCTURE, encoder.columns)
