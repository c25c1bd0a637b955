"""Rows of embeddings for the n-grams of characters in words."""

import numpy as np

from arcwalk.arrays import IntegerTable, Keys, Numbers
from arcwalk.compiled import kernel
from arcwalk.components.tagger.kernels.character_hash import with_character

SHORTEST, LONGEST = 3, 4  # n-grams, with the marks at both ends of a word
MOST = 32  # n-grams of a word; further ones do not count
BUCKETS = 8192  # rows that n-grams share, by their hashes
NONE = -1  # in place of a row
_BEGIN, _END = 2, 3  # marks, which no text has as characters


@kernel
def gram_rows(characters: Keys, ends: Numbers, first: int, rows: IntegerTable) -> None:
    """Fill a row of `rows` for each word: the rows of its n-grams, from `first` on, then `NONE`.

    `characters` are those of all words in one array, `ends` where each word ends.
    """
    rows[:] = NONE
    begin = 0
    for word in range(len(ends)):
        length = ends[word] - begin
        count = 0
        for size in range(SHORTEST, LONGEST + 1):
            for start in range(-1, length + 2 - size):
                if count == MOST:
                    break
                key = size
                for position in range(start, start + size):
                    if position < 0:
                        character = np.int64(_BEGIN)
                    elif position == length:
                        character = np.int64(_END)
                    else:
                        character = np.int64(characters[begin + position])
                    key = with_character(key, character)
                rows[word, count] = first + key % BUCKETS
                count += 1
        begin = ends[word]
