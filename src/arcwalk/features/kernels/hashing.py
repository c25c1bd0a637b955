"""Hashing: how a conjunction of atoms becomes an index into the weights.

Each atom's code is scrambled with a salt of its own into 32 bits; the key of a conjunction is the *sum* of its
scrambled atoms, and the top bits of the key are the index. Since sums can be taken apart, what depends on the head
alone or the modifier alone is computed once per word, and an arc costs one addition per template.
"""

import numpy as np

from arcwalk.compiled import inline


@inline
def scramble(code: int, salt: np.uint32) -> np.uint32:
    """32 well-mixed bits for a code; each atom of a template has its own salt."""
    bits = (np.int64(code) * 0x9E3779B1 + salt) & 0xFFFFFFFF
    bits = ((bits ^ (bits >> 16)) * 0x85EBCA6B) & 0xFFFFFFFF
    bits = ((bits ^ (bits >> 13)) * 0xC2B2AE35) & 0xFFFFFFFF
    return np.uint32(bits ^ (bits >> 16))


@inline
def mixed(key: np.uint64, value: int) -> np.uint64:
    """A key that also depends on `value`."""
    key = (key ^ np.uint64(np.int64(value))) * np.uint64(0x9E3779B97F4A7C15)
    return key ^ key >> np.uint64(32)


@inline
def index_shift(table_size: int) -> np.uint32:
    """The shift that turns a 32-bit key into an index into a table of 2^k weights."""
    bits = 0
    while table_size > 1:
        table_size >>= 1
        bits += 1
    return np.uint32(32 - bits)
