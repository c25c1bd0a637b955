"""The labels of a treebank, and which of them an arc may have: by the coarse tag of its word, and below the root."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from arcwalk.arrays import MOST_LABELS, Booleans, BooleanTable, Labels, Starts
from arcwalk.errors import ArcwalkError
from arcwalk.models.treebank_statistics import labels_of, root_labels
from arcwalk.safe_reading.arrays import StoredArrays
from arcwalk.safe_reading.metadata import Metadata
from arcwalk.treebank.corpus import Corpus
from arcwalk.treebank.encoding import COARSE_TAGS
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.values import require_values

EMPTY = ("", "_")  # a label that is not given
ALLOWED = "labels.allowed"  # the array of a model file
_LABELS, _ROOT_LABELS = "labels", "root_labels"


@dataclass(frozen=True)
class LabelSet:
    """Labels in the order of their codes, and the `root_labels` among them."""

    names: list[str]
    roots: Sequence[str] = ()

    @classmethod
    def of(cls, sentences: Sequence[Sentence]) -> "LabelSet":
        """The labels of a treebank."""
        return cls(labels_of(sentences), root_labels(sentences))

    def __len__(self) -> int:
        return len(self.names)

    @cached_property
    def codes(self) -> dict[str, int]:
        """The code of each label."""
        return {label: code for code, label in enumerate(self.names)}

    def metadata(self) -> dict[str, Any]:
        """The metadata of a model file."""
        return {_LABELS: self.names, _ROOT_LABELS: list(self.roots)}

    @classmethod
    def restore(cls, metadata: Metadata) -> "LabelSet":
        """The labels of a model file."""
        names, roots = column_values(metadata, _LABELS, MOST_LABELS), metadata.texts(_ROOT_LABELS)
        if not set(roots) <= set(names) or len(set(roots)) == len(names):
            raise metadata.wrong(_ROOT_LABELS, "some of the labels")
        return cls(names, roots)

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


def column_values(metadata: Metadata, name: str, most: int) -> list[str]:
    """Labels or tags of a model file, which must fit into a column of other files; from 1 to `most`, each once."""
    values = metadata.texts(name)
    try:
        require_values(values)
    except ValueError as error:
        raise metadata.source.damaged(f"{metadata.location}/{name}: {error}") from None
    if len(set(values)) < len(values) or not 1 <= len(values) <= most:
        raise metadata.wrong(name, f"a list of 1 to {most} values of a column")
    return values


def require_room(table_bits: int, count: int, values: str) -> None:
    """Raise if a table of weights is too small for so many labels or tags, which kernels find side by side in it."""
    if count > 1 << table_bits:
        needed = (count - 1).bit_length()
        remedy = f"set it to {needed} or more"
        raise ArcwalkError(f"option table_bits={table_bits}: too few for {count} {values}", remedy)


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


class LabelLists(NamedTuple):
    """The labels that arcs may have, as `candidate_labels` reads them: list i is from `start[i]` to `start[i + 1]`."""

    start: Starts  # for each coarse tag of a word below another word, then for each of a word below the root
    labels: Labels  # then all labels


def label_lists(allowed: BooleanTable, label_set: LabelSet) -> LabelLists:
    """The allowed labels of each coarse tag, of which `root_labels`, if there are any, only go with the root.

    This also holds for a tag that the treebank never has in such a place: it then may have any label that goes there.
    """
    is_root = np.array([name in label_set.roots for name in label_set.names])
    sides = [_within(allowed, ~is_root), _within(allowed, is_root)] if label_set.roots else [allowed, allowed]
    lists = np.concatenate(sides)
    start = np.cumsum([0, *lists.sum(axis=1)])
    every_label = np.arange(allowed.shape[1])
    labels = np.concatenate((np.nonzero(lists)[1], every_label))
    return LabelLists(start.astype(np.int64), labels.astype(np.int32))


def _within(allowed: BooleanTable, possible: Booleans) -> BooleanTable:
    """The allowed labels that are possible; where there are none, all that are."""
    both = allowed & possible
    return np.where(both.any(axis=1, keepdims=True), both, possible)
