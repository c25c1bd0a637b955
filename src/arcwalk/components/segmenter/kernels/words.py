"""Words as hash codes, and tables of what is known of them."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Integers, Numbers
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.hashing import mixed

NO_CHARACTERS = 30  # the key of the empty string


class WordTable(NamedTuple):
    """A hash table: codes of words, 0 where there is none, and a number for each."""

    codes: Integers  # (2^bits,)
    values: Integers  # (2^bits,)


@inline
def code_of(key: np.uint64) -> int:
    """A key as a code above all reserved ones."""
    return np.int64(key >> np.uint64(30)) & 0x3FFFFFFF | 0x40000000


@inline
def value_of(code: int, table: WordTable) -> int:
    """The number of a word; 0 for one that the table lacks."""
    mask = len(table.codes) - 1
    slot = code & mask
    while table.codes[slot] != 0:
        if table.codes[slot] == code:
            return np.int64(table.values[slot])
        slot = (slot + 1) & mask
    return np.int64(0)


@kernel
def fill(codes: Integers, values: Integers, table: WordTable) -> None:
    """Put words into an empty table, which is larger than their number."""
    mask = len(table.codes) - 1
    for i in range(len(codes)):
        slot = np.int64(codes[i]) & mask
        while table.codes[slot] != 0:
            slot = (slot + 1) & mask
        table.codes[slot], table.values[slot] = codes[i], values[i]


@kernel
def word_codes(characters: Integers, starts: Numbers, ends: Numbers, codes: Integers) -> None:
    """The codes of words, which lead from one character to another."""
    for word in range(len(starts)):
        key = np.uint64(NO_CHARACTERS)
        for i in range(starts[word], ends[word]):
            key = mixed(key, characters[i])
        codes[word] = code_of(key)
