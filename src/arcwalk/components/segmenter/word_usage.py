"""What the treebank teaches of single words: which there are, and how they are used in sentences."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Integers
from arcwalk.components.segmenter.kernels.sentence_gaps import RATE_BITS
from arcwalk.components.segmenter.known_words import FOLDS, MOST_TAGS, WordCodes

_OFTEN = 4  # occurrences that make a share of them trustworthy
_SHARES = (0.0, 0.03, 0.1, 0.25, 0.5, 0.8)


def known_tokens(forms: Integers, folds: NDArray[np.int64]) -> WordCodes:
    """The tokens of a treebank, each with its folds as bits."""
    codes, inverse = np.unique(forms, return_inverse=True)
    values = np.zeros(len(codes), dtype=np.int32)
    np.bitwise_or.at(values, inverse, (1 << folds).astype(np.int32))
    return WordCodes(codes, values)


class WordUsage:
    """How often each word starts and ends a sentence, and is in lower case elsewhere, and its tags, in each fold."""

    def __init__(
        self,
        lower: Integers,
        starts: NDArray[np.bool_],
        ends: NDArray[np.bool_],
        is_lower: NDArray[np.bool_],
        folds: NDArray[np.int64],
        tags: Sequence[str],
    ) -> None:
        self.codes, self._inverse = np.unique(lower, return_inverse=True)
        self._folds = folds
        elsewhere = ~starts
        self._counts = [
            self._count(which) for which in (np.ones_like(starts), starts, ends, elsewhere, elsewhere & is_lower)
        ]
        every = np.array(tags)
        self._tags = [self._count(every == tag) for tag, _ in Counter(tags).most_common(MOST_TAGS)]

    def _count(self, which: NDArray[np.bool_]) -> NDArray[np.int64]:
        counts = np.zeros((len(self.codes), FOLDS), dtype=np.int64)
        np.add.at(counts, (self._inverse[which], self._folds[which]), 1)
        return counts

    def rates(self, without: int | None = None) -> WordCodes:
        """What the treebank tells of each word, but for those of one fold."""

        def total(counts: NDArray[np.int64]) -> NDArray[np.int64]:
            totals: NDArray[np.int64] = counts.sum(axis=1)
            return totals if without is None else totals - counts[:, without]

        every, starts, ends, elsewhere, lower = map(total, self._counts)
        rates = _rate(starts, every), _rate(ends, every), _rate(lower, elsewhere)
        values = 1 + np.argmax(list(map(total, self._tags)), axis=0)  # the most frequent tag
        for rate in rates:
            values = values << RATE_BITS | rate
        used = every > 0
        return WordCodes(self.codes[used], values[used].astype(np.int32))


def _rate(count: NDArray[np.int64], total: NDArray[np.int64]) -> NDArray[np.int64]:
    """A share as a number from 0, for none, to 15."""
    share = np.where(total > 0, count / np.maximum(total, 1), 0.0)
    places = 1 + np.searchsorted(np.array(_SHARES), share, side="left")
    return np.where(total > 0, 2 * places + (total >= _OFTEN), 0)
