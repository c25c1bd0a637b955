"""Which properties of a word have an embedding: values that occur at least twice in the treebank."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from arcwalk.arrays import Codes, IntegerTable, Numbers
from arcwalk.treebank.corpus import Corpus
from arcwalk.treebank.encoding import EMPTY, UNKNOWN

LEAST_COUNT = 2  # what occurs once teaches more as an unknown value


@dataclass(frozen=True)
class EmbeddingRows:
    """The rows of an embedding table: for each property, its codes below `limits`, which are the most frequent ones."""

    limits: Sequence[int]

    @classmethod
    def of(cls, corpus: Corpus, properties: int) -> "EmbeddingRows":
        """The rows for the properties of words in a treebank; its other columns are not embedded."""
        counts = [np.bincount(column)[EMPTY + 1 :] for column in corpus.codes[:, 2 : 2 + properties].T]
        return cls([EMPTY + 1 + int((own >= LEAST_COUNT).sum()) for own in counts])

    @cached_property
    def first(self) -> Numbers:
        """The first row of each property."""
        return np.cumsum([0, *self.limits[:-1]])

    def __len__(self) -> int:
        return sum(self.limits)

    def of_codes(self, codes: Codes) -> IntegerTable:
        """The rows of the properties of each word in an encoded sentence or treebank."""
        own = codes[:, 2 : 2 + len(self.limits)]
        rows: IntegerTable = (np.where(own < np.array(self.limits), own, UNKNOWN) + self.first).astype(np.int32)
        return rows
