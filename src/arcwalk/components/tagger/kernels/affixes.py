"""Codes of prefixes and suffixes."""

import numpy as np

from arcwalk.arrays import IntegerTable, Keys, Numbers
from arcwalk.compiled import kernel
from arcwalk.components.tagger.kernels.character_hash import with_character

ABSENT = -1  # the word is too short for this affix
LONGEST = 10


@kernel
def affix_codes(characters: Keys, ends: Numbers, codes: IntegerTable) -> None:
    """Fill a row for each word: the codes of its prefixes of 1 to 10 characters, then of its suffixes.

    `characters` are those of all words in one array, `ends` where each word ends. Codes are 30-bit hashes, larger than
    all reserved codes.
    """
    codes[:] = ABSENT
    first = 0
    for word in range(len(ends)):
        prefix, suffix = 1, 2
        for length in range(1, min(LONGEST, ends[word] - first - 1) + 1):
            prefix = with_character(prefix, np.int64(characters[first + length - 1]))
            suffix = with_character(suffix, np.int64(characters[ends[word] - length]))
            codes[word, length - 1] = (prefix & 0x3FFFFFFF) | 0x40000000
            codes[word, LONGEST + length - 1] = (suffix & 0x3FFFFFFF) | 0x40000000
        first = ends[word]
