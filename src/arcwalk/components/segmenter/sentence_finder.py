"""Where sentences end among the tokens of a text."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from arcwalk.arrays import PADDING, Booleans, Codes, Weights
from arcwalk.components.segmenter.characters import CharacterRows
from arcwalk.components.segmenter.kernels.sentence_gaps import describe_tokens, find_sentence_ends
from arcwalk.components.segmenter.kernels.words import WordTable
from arcwalk.components.segmenter.known_words import MOST_RATES, WordCodes
from arcwalk.components.segmenter.templates import TOKEN_COLUMNS, sentence_table
from arcwalk.components.segmenter.token_finder import Spans
from arcwalk.features.weights import LEAST_BITS, pack
from arcwalk.models.model_file import Arrays
from arcwalk.safe_reading.arrays import StoredArrays
from arcwalk.treebank.encoding import AFTER, BEFORE, ROOT

_NAME, _RATES = "sentences", "rates"
_THRESHOLD = -0.4  # log odds: an end that is missed costs two sentences of gold, one too many only one


@dataclass(frozen=True)
class SentenceFinder:
    """A trained model of where sentences end. Immutable."""

    weights: Weights
    rates: WordCodes  # how words are used in the sentences of the treebank

    def find(self, rows: CharacterRows, tokens: Spans) -> Booleans:
        """Whether a sentence ends at each token, the first at index 1."""
        is_end = np.zeros(len(tokens.starts), dtype=np.bool_)
        find_sentence_ends(token_rows(rows, tokens, self._rates), sentence_table(), self.weights, _THRESHOLD, is_end)
        return is_end

    @cached_property
    def _rates(self) -> WordTable:
        return self.rates.table()

    def arrays(self) -> Arrays:
        """The arrays of a model file."""
        return {**pack(self.weights, _NAME), **self.rates.arrays(_RATES)}

    @classmethod
    def restore(cls, arrays: StoredArrays) -> "SentenceFinder":
        """The inverse of `arrays`."""
        return cls(arrays.table(_NAME, 1 << LEAST_BITS), WordCodes.restore(arrays, _RATES, MOST_RATES))


def token_rows(rows: CharacterRows, tokens: Spans, rates: WordTable) -> Codes:
    """The properties of tokens, framed by rows for what comes before the text and after it."""
    codes: Codes = np.empty((len(tokens.starts) - 1 + PADDING, len(TOKEN_COLUMNS)), dtype=np.int32)
    codes[0], codes[-2], codes[-1] = ROOT, AFTER, BEFORE
    describe_tokens(rows.codes, rows.lower, tokens.starts, tokens.ends, rates, codes)
    return codes
