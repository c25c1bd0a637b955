"""Probabilities by key: a hash table that is filled once and then only read; and the keys of words in their roles."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Codes, KeyCube, Keys, KeyTable, Weights
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.hashing import scramble
from arcwalk.features.kernels.part_keys import PartTable, add_atom


class Lookup(NamedTuple):
    """A hash table with open addressing; a missing key has the value 0.

    Both arrays are views of the same memory, keys at even places and values at odd ones, so that reading a slot costs
    one cache miss.
    """

    keys: Keys  # (2 · 2^bits,), 0 in empty slots
    values: Weights  # (2 · 2^bits,)


@inline
def _slot(keys: Keys, key: np.uint32) -> int:
    """The slot of a key, or of the empty slot for it."""
    mask = len(keys) - 1
    mixed = np.int64(np.uint32(key * np.uint32(0x9E3779B1)))
    slot = 2 * int((mixed * (len(keys) // 2)) >> 32)  # as many top bits as number the slots
    while keys[slot] != key and keys[slot] != 0:
        slot = (slot + 2) & mask
    return slot


@inline
def look_up(table: Lookup, key: np.uint32) -> np.float32:
    """The value of a key, 0 if it is missing."""
    value: np.float32 = table.values[_slot(table.keys, key if key > 0 else np.uint32(1)) + 1]
    return value


@kernel
def fill_lookup(keys: Keys, values: Weights, size: int) -> Lookup:
    """A table of `size` slots, a power of 2 and larger than the number of keys."""
    memory = np.zeros(2 * size, dtype=np.uint32)
    table = Lookup(memory, memory.view(np.float32))
    for i in range(len(keys)):
        key = keys[i] if keys[i] > 0 else np.uint32(1)
        slot = _slot(table.keys, key)
        table.keys[slot] = key
        table.values[slot + 1] = values[i]
    return table


@kernel
def role_keys(sentence: Codes, table: PartTable, group: int, roles: int) -> KeyCube:
    """What each word in each role contributes to the key of each template: (roles, n + 3, templates).

    The last row is for a missing word.
    """
    first, last = table.group_rows[group], table.group_rows[group + 1]
    contributions = np.zeros((roles, len(sentence), last - first), dtype=np.uint32)
    for row in range(first, last):
        for atom in range(table.row_atoms[row], table.row_atoms[row + 1]):
            role, offset, column = table.atoms[atom, 0], table.atoms[atom, 1], table.atoms[atom, 2]
            if role >= 0:
                add_atom(sentence, offset, column, table.salts[atom], contributions[role], row - first)
    return contributions


@kernel
def number_keys(table: PartTable, group: int, which: int, most: int) -> KeyTable:
    """What the values 0 to `most` of one structural atom contribute to the key of each template."""
    first, last = table.group_rows[group], table.group_rows[group + 1]
    contributions = np.zeros((most + 1, last - first), dtype=np.uint32)
    for row in range(first, last):
        for atom in range(table.row_atoms[row], table.row_atoms[row + 1]):
            if table.atoms[atom, 0] < 0 and table.atoms[atom, 2] == which:
                for value in range(most + 1):
                    contributions[value, row - first] += scramble(value, table.salts[atom])
    return contributions
