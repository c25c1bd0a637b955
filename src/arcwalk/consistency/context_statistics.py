"""Context statistics: how often words in a context have heads of each class (Table 1)."""

from collections.abc import Sequence

import numpy as np

from arcwalk.arrays import Numbers, Scores
from arcwalk.consistency.contexts import NO_CONTEXT, ContextCoder
from arcwalk.consistency.head_classes import HeadClasses
from arcwalk.treebank.sentence import Sentence


class ContextStatistics:
    """Contexts, sorted by code, with counts of the head classes of their words."""

    def __init__(self, codes: Numbers, head_classes: Numbers) -> None:
        """`codes`, (words, templates), are contexts of words; `head_classes`, (words,), the classes of their heads."""
        counted = codes.ravel() != NO_CONTEXT
        self.code, context = np.unique(codes.ravel()[counted], return_inverse=True)
        size = int(head_classes.max(initial=0)) + 1
        repeated = np.repeat(head_classes, codes.shape[1])[counted]
        pairs, counts = np.unique(context * size + repeated, return_counts=True)
        self.head_class, self.counts = pairs % size, counts
        self.start = np.searchsorted(pairs // size, np.arange(len(self.code) + 1))  # of each context's counts
        self.count = np.bincount(context, minlength=len(self.code))
        first = np.lexsort((self.head_class, -counts, pairs // size))[self.start[:-1]]
        self.majority, self.majority_count = self.head_class[first], counts[first]

    @classmethod
    def of_treebank(
        cls, train: Sequence[Sentence], coder: ContextCoder, classes: HeadClasses, only: Numbers | None = None
    ) -> "ContextStatistics":
        """Statistics of all contexts of a treebank, or only of some, given as sorted codes."""
        codes = coder.encode(train)
        if only is not None:
            codes = np.where(np.isin(codes, only), codes, NO_CONTEXT)
        head_classes = [classes.of_tree(sentence) for sentence in train]
        return cls(codes, np.concatenate([*head_classes, np.empty(0, dtype=np.int64)]))

    @property
    def majority_share(self) -> Scores:
        """The share of words whose head is of the majority class, for each context."""
        shares: Scores = self.majority_count / self.count
        return shares

    def find(self, codes: Numbers) -> Numbers:
        """The indices of contexts, -1 for those not in here."""
        if not len(self.code):
            return np.full(codes.shape, -1)
        indices = np.minimum(np.searchsorted(self.code, codes), len(self.code) - 1)
        return np.where(self.code[indices] == codes, indices, -1)

    def class_counts(self, index: int) -> dict[int, int]:
        """The head classes of a context with their counts."""
        own = slice(self.start[index], self.start[index + 1])
        return dict(zip(self.head_class[own].tolist(), self.counts[own].tolist(), strict=True))
