"""What the treebank teaches of single tokens: which there are, and how they are used in sentences."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Integers
from arcwalk.components.segmenter.kernels.sentence_gaps import RATE_BITS
from arcwalk.components.segmenter.kernels.words import WordTable, fill
from arcwalk.models.model_file import Arrays
from arcwalk.safe_reading.arrays import ANY, StoredArrays

FOLDS = 10  # what is known of a token in training is what the other folds tell
_OFTEN = 4  # occurrences that make a share of them trustworthy
_SHARES = (0.0, 0.03, 0.1, 0.25, 0.5, 0.8)
_LARGEST_CODE = 0x7FFFFFFF
_MOST = 5_000_000  # words of a file


class WordCodes(NamedTuple):
    """Codes of words, and a number for each."""

    codes: Integers
    values: Integers

    def table(self) -> WordTable:
        """The same as kernels read it."""
        size = 1 << max(4, (2 * len(self.codes)).bit_length())
        table = WordTable(np.zeros(size, dtype=np.int32), np.zeros(size, dtype=np.int32))
        fill(self.codes, self.values, table)
        return table

    def arrays(self, name: str) -> Arrays:
        """The arrays of a model file."""
        return {f"{name}.codes": self.codes, f"{name}.values": self.values}

    @classmethod
    def restore(cls, arrays: StoredArrays, name: str, most: int) -> "WordCodes":
        """The inverse of `arrays`, with values of at most `most`."""
        codes = arrays.take(f"{name}.codes", np.int32, (ANY,), 1, _LARGEST_CODE)
        if len(codes) > _MOST or (np.diff(codes) <= 0).any():
            raise arrays.source.damaged(f"the words {name} of the segmenter are not in order, or too many")
        return cls(codes, arrays.take(f"{name}.values", np.int32, (len(codes),), 0, most))


MOST_TAGS = 31
MOST_RATES = (1 + MOST_TAGS << 3 * RATE_BITS) - 1


def known_tokens(forms: Integers, folds: NDArray[np.int64]) -> WordCodes:
    """The tokens of a treebank, each with its folds as bits."""
    codes, inverse = np.unique(forms, return_inverse=True)
    values = np.zeros(len(codes), dtype=np.int32)
    np.bitwise_or.at(values, inverse, (1 << folds).astype(np.int32))
    return WordCodes(codes, values)


class Usage:
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


def folds_of(lengths: Sequence[int]) -> NDArray[np.int64]:
    """The fold of each token of texts with so many tokens."""
    return np.repeat(np.arange(len(lengths)) % FOLDS, lengths)
