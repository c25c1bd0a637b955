"""The labels of a treebank, and which of them a word of each coarse tag may have."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from arcwalk.arrays import BooleanTable, Labels, Starts
from arcwalk.treebank.corpus import Corpus
from arcwalk.treebank.encoding import COARSE_TAGS

EMPTY = ("", "_")  # a label that is not given


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
