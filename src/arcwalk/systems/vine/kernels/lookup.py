"""Probabilities by key: a hash table that is filled once and then only read."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Codes, KeyCube, Keys, KeyTable, NumberTable, Starts, Weights
from arcwalk.compiled import kernel
from arcwalk.features.kernels.hashing import scramble
from arcwalk.features.kernels.part_keys import PartTable, part_keys


class Lookup(NamedTuple):
    """An open hash table; what is not in it is 0.

    Key and value of a slot stand side by side, so that both are there once one is: these are two views of the same
    memory, with keys at even places and values at odd ones.
    """

    keys: Keys  # (2 · 2^bits,), 0 where there is nothing
    values: Weights  # (2 · 2^bits,)


@kernel
def _slot(keys: Keys, key: np.uint32) -> int:
    """Where a key is, or would be."""
    mask = len(keys) - 1
    mixed = np.int64(np.uint32(key * np.uint32(0x9E3779B1)))
    slot = 2 * int((mixed * (len(keys) // 2)) >> 32)  # its top bits, as many as slots are numbered with
    while keys[slot] != key and keys[slot] != 0:
        slot = (slot + 2) & mask
    return slot


@kernel
def look_up(table: Lookup, key: np.uint32) -> np.float32:
    """The value of a key, 0 for one that is not there."""
    value: np.float32 = table.values[_slot(table.keys, key if key > 0 else np.uint32(1)) + 1]
    return value


@kernel
def fill_lookup(keys: Keys, values: Weights, size: int) -> Lookup:
    """A table of `size` slots, a power of 2 and more than there are keys."""
    memory = np.zeros(2 * size, dtype=np.uint32)
    table = Lookup(memory, memory.view(np.float32))
    for i in range(len(keys)):
        key = keys[i] if keys[i] > 0 else np.uint32(1)
        slot = _slot(table.keys, key)
        table.keys[slot] = key
        table.values[slot + 1] = values[i]
    return table


@kernel
def event_keys(
    codes: Codes, rows: Starts, words: NumberTable, structure: NumberTable, table: PartTable, group: int
) -> KeyTable:
    """The keys of a group of templates for many events.

    Event i is in sentence `words[i, 0]`, `codes[rows[i]:rows[i + 1]]`; then `words` has its words by role.
    """
    width = table.group_rows[group + 1] - table.group_rows[group]
    found = np.empty((len(words), width), dtype=np.uint32)
    for i in range(len(words)):
        sentence = codes[rows[words[i, 0]] : rows[words[i, 0] + 1]]
        part_keys(sentence, table, group, words[i, 1:], structure[i], 0, found[i])
    return found


@kernel
def role_keys(sentence: Codes, table: PartTable, group: int, roles: int) -> KeyCube:
    """What each word, in each role, contributes to the key of every template: (roles, n + 3, templates).

    The last row is that of a missing word.
    """
    n = len(sentence) - 3
    first, last = table.group_rows[group], table.group_rows[group + 1]
    found = np.zeros((roles, len(sentence), last - first), dtype=np.uint32)
    for row in range(first, last):
        for atom in range(table.row_atoms[row], table.row_atoms[row + 1]):
            role, offset, column = table.atoms[atom, 0], table.atoms[atom, 1], table.atoms[atom, 2]
            if role >= 0:
                for position in range(len(sentence)):
                    place = position
                    if position <= n:
                        place = position + offset
                        place = n + 2 if place < 0 else min(place, n + 1)
                    found[role, position, row - first] += scramble(sentence[place, column], table.salts[atom])
    return found


@kernel
def number_keys(table: PartTable, group: int, which: int, most: int) -> KeyTable:
    """What the values 0 to `most` of one structural atom contribute to the key of every template."""
    first, last = table.group_rows[group], table.group_rows[group + 1]
    found = np.zeros((most + 1, last - first), dtype=np.uint32)
    for row in range(first, last):
        for atom in range(table.row_atoms[row], table.row_atoms[row + 1]):
            if table.atoms[atom, 0] < 0 and table.atoms[atom, 2] == which:
                for value in range(most + 1):
                    found[value, row - first] += scramble(value, table.salts[atom])
    return found
