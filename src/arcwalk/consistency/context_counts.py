"""What a treebank shows of contexts: how often their words have which heads."""

import numpy as np

from arcwalk.arrays import Numbers, Scores


class Evidence:
    """Contexts, sorted, and counts of what is told of the heads of their words."""

    def __init__(self, codes: Numbers, told: Numbers) -> None:
        """`codes`, (words, templates), are the contexts of words, and `told`, (words,), is what is told of heads.

        Both are numbers, see `ContextCoder` and `HeadNames`; contexts less than zero do not count.
        """
        counted = codes.ravel() >= 0
        self.code, context = np.unique(codes.ravel()[counted], return_inverse=True)
        kinds = int(told.max(initial=0)) + 1
        pairs, counts = np.unique(context * kinds + np.repeat(told, codes.shape[1])[counted], return_counts=True)
        self.told, self.counts = pairs % kinds, counts
        self.start = np.searchsorted(pairs // kinds, np.arange(len(self.code) + 1))  # where those of a context begin
        self.count = np.bincount(context, minlength=len(self.code))
        usual_first = np.lexsort((self.told, -counts, pairs // kinds))[self.start[:-1]]
        self.usual, self.usual_count = self.told[usual_first], counts[usual_first]

    @property
    def share(self) -> Scores:
        """How often the usual head of each context is the head."""
        shares: Scores = self.usual_count / self.count
        return shares

    def find(self, codes: Numbers) -> Numbers:
        """The places of contexts here, -1 for those that are not."""
        if not len(self.code):
            return np.full(codes.shape, -1)
        places = np.minimum(np.searchsorted(self.code, codes), len(self.code) - 1)
        return np.where(self.code[places] == codes, places, -1)

    def heads(self, place: int) -> dict[int, int]:
        """What is told of the heads in a context, and how often."""
        own = slice(self.start[place], self.start[place + 1])
        return dict(zip(self.told[own].tolist(), self.counts[own].tolist(), strict=True))
