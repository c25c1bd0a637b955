"""What a segmenter knows of single words, as model files and kernels have it."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Integers
from arcwalk.components.segmenter.kernels.sentence_gaps import RATE_BITS
from arcwalk.components.segmenter.kernels.words import WordTable, fill
from arcwalk.models.model_file import Arrays
from arcwalk.safe_reading.arrays import ANY, StoredArrays

FOLDS = 10  # what is known of a token in training is what the other folds tell
MOST_TAGS = 31
MOST_RATES = (1 + MOST_TAGS << 3 * RATE_BITS) - 1
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
