"""The labels of a treebank, and which of them a word of each coarse tag may have."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from arcwalk.arrays import LABEL_BITS, BooleanTable, Labels, Starts
from arcwalk.contents.arrays import StoredArrays
from arcwalk.contents.facts import Facts
from arcwalk.errors import ArcwalkError
from arcwalk.treebank.corpus import Corpus
from arcwalk.treebank.encoding import COARSE_TAGS
from arcwalk.treebank.sentence_text import refuse_breaks

EMPTY = ("", "_")  # a label that is not given
ALLOWED = "labels.allowed"  # the array of a model file
MOST_LABELS = (1 << LABEL_BITS) - 1  # the last code means none
_LABELS = "labels"


@dataclass(frozen=True)
class LabelSet:
    """Labels in the order of their codes."""

    names: list[str]

    def __len__(self) -> int:
        return len(self.names)

    @cached_property
    def codes(self) -> dict[str, int]:
        """The code of each label."""
        return {label: code for code, label in enumerate(self.names)}

    def facts(self) -> dict[str, Any]:
        """The metadata of a model file."""
        return {_LABELS: self.names}

    @classmethod
    def restore(cls, facts: Facts) -> "LabelSet":
        """The labels of a model file."""
        return cls(column_values(facts, _LABELS, MOST_LABELS))

    def encode(self, given: Sequence[str] | None, n: int) -> Labels:
        """The codes of given labels over positions 0 to n; -1 where there is none, or one not in the set."""
        if given is None:
            return np.full(n + 1, -1, dtype=np.int32)
        return np.array([-1, *(self.codes.get(label, -1) for label in given)], dtype=np.int32)

    def decode(self, codes: Labels, given: Sequence[str] | None = None) -> list[str]:
        """The labels of words 1..n; those that are given stay, even if they are not in the set."""
        names = [self.names[code] for code in codes[1:].tolist()]
        if given is None:
            return names
        return [new if old in EMPTY else old for old, new in zip(given, names, strict=True)]


def column_values(facts: Facts, name: str, most: int) -> list[str]:
    """Labels or tags of a model file, which must fit into a column of other files; from 1 to `most`, each once."""
    values = facts.texts(name)
    try:
        refuse_breaks(values)
    except ValueError as error:
        raise facts.source.damaged(f"{facts.place}/{name}: {error}") from None
    if "" in values or len(set(values)) < len(values) or not 1 <= len(values) <= most:
        raise facts.wrong(name, f"a list of 1 to {most} values of a column")
    return values


def require_room(table_bits: int, count: int, values: str) -> None:
    """Raise if a table of weights is too small for so many labels or tags, which kernels find side by side in it."""
    if count > 1 << table_bits:
        needed = (count - 1).bit_length()
        raise ArcwalkError(f"option table_bits={table_bits}: too few for {count} {values}; set it to {needed} or more")


def take_allowed(arrays: StoredArrays, labels: int) -> BooleanTable:
    """What `allowed_labels` found, in a model file."""
    allowed: BooleanTable = arrays.take(ALLOWED, np.bool_, (COARSE_TAGS, labels))
    if not allowed.any(axis=1).all():
        raise arrays.source.damaged(f"the array {ALLOWED} leaves no label for a tag")
    return allowed


def allowed_labels(corpus: Corpus, labels: int) -> BooleanTable:
    """For each coarse tag, the labels that its words have in the treebank; all of them for a tag without words."""
    allowed = np.zeros((COARSE_TAGS, labels), dtype=np.bool_)
    words = corpus.labels >= 0
    allowed[corpus.codes[words, 0], corpus.labels[words]] = True
    allowed[~allowed.any(axis=1)] = True
    return allowed


def label_lists(allowed: BooleanTable) -> tuple[Starts, Labels]:
    """The allowed labels as kernels read them: those of tag t from `start[t]` to `start[t + 1]`, then all labels."""
    start = np.cumsum([0, *allowed.sum(axis=1)])
    every_label = np.arange(allowed.shape[1])
    return start.astype(np.int64), np.concatenate((np.nonzero(allowed)[1], every_label)).astype(np.int32)
