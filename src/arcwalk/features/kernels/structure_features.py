"""The features of parts with more than one arc: from the words and labels of a part to indices into the weights.

A part is a group of templates, up to four words in the roles of that group, their labels, and two small
numbers about its structure. It is written as two integers, so that parts can be compared, counted and kept
in a memo: the first holds the words (16 bits each), the second group, structure and labels.

What a word contributes to the keys of all templates in which it plays some role is computed once a sentence;
what a label contributes, once a model. The key of a template is the sum of what its words and labels
contribute (see `hashing`), and a part costs a few additions and one access to memory a template.
"""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Codes, IntegerTable, Keys, KeyTable, Labels, Scores, Weights
from arcwalk.compiled import kernel
from arcwalk.features.kernels.arc_features import distance_bin, index_shift
from arcwalk.features.kernels.hashing import scramble
from arcwalk.features.kernels.part_keys import PartTable

LABELED_ARC = 0  # the group of templates that stand once for every label of an arc
MOST_ROLES = 4
LABELED_ROLES = 3
LABEL_BITS = 12
STRUCTURE_KINDS = 4  # neither structural number, the first, the second, both
NO_WORD = 0x7FFF
_PATTERN_SALT = np.uint32(0x3C6EF372)


Groups = IntegerTable
"""(groups, 10): where the rows of each structural kind start, and where the last ones end; how many words a
part of the group has; where a word's contributions in each role start."""
ROLES, PLACES = STRUCTURE_KINDS + 1, STRUCTURE_KINDS + 2  # columns


class StructureTable(NamedTuple):
    """Templates of parts as integers, see `PartTable`; the column -1 stands for a label.

    Group 2k holds the templates of part k that look at words only, group 2k + 1 those that look at labels too.
    Within a group, rows stand in the order of the structural numbers they look at.
    """

    templates: PartTable
    groups: Groups
    width: int  # contributions of a word in all its roles


@kernel
def word_contributions(sentence: Codes, table: StructureTable) -> KeyTable:
    """What every word contributes in every role, (n + 2, width); the last row is for no word at all."""
    n = sentence.shape[0] - 3
    templates, groups = table.templates, table.groups
    found = np.zeros((n + 2, table.width), dtype=np.uint32)
    for group in range(len(table.groups)):
        first = templates.group_rows[group]
        for row in range(first, templates.group_rows[group + 1]):
            place = groups[group, PLACES + 0] + row - first
            for word in range(n + 2):
                found[word, place] = templates.row_salts[row]
            for atom in range(templates.row_atoms[row], templates.row_atoms[row + 1]):
                role, offset, column = (
                    templates.atoms[atom, 0],
                    templates.atoms[atom, 1],
                    templates.atoms[atom, 2],
                )
                if column < 0:
                    continue
                place = groups[group, PLACES + role] + row - first
                salt = templates.salts[atom]
                for word in range(n + 1):
                    position = word + offset
                    if position < 0:
                        position = n + 2
                    elif position > n:
                        position = n + 1
                    found[word, place] += scramble(sentence[position, column], salt)
                found[n + 1, place] += scramble(sentence[n + 2, column], salt)
    return found


@kernel
def label_contributions(labels: int, table: StructureTable) -> KeyTable:
    """What every label contributes in every role, (labels + 1, width); the last row is for no label at all."""
    templates, groups = table.templates, table.groups
    found = np.zeros((labels + 1, table.width), dtype=np.uint32)
    for group in range(len(table.groups)):
        first = templates.group_rows[group]
        for row in range(first, templates.group_rows[group + 1]):
            for atom in range(templates.row_atoms[row], templates.row_atoms[row + 1]):
                if templates.atoms[atom, 2] < 0:
                    place = groups[group, PLACES + templates.atoms[atom, 0]] + row - first
                    for label in range(labels + 1):
                        found[label, place] += scramble(label, templates.salts[atom])
    return found


@kernel
def pack_words(a: int, b: int, c: int, d: int) -> int:
    """Four words, -1 for none, as the first integer of a part."""
    return (a & NO_WORD) | (b & NO_WORD) << 16 | (c & NO_WORD) << 32 | (d & NO_WORD) << 48


@kernel
def pack_rest(group: int, first: int, second: int, a: int, b: int, c: int) -> int:
    """Group, two structural numbers (under 64) and the labels of the first three roles, -1 for none."""
    mask = (1 << LABEL_BITS) - 1
    return group | first << 8 | second << 14 | (a & mask) << 20 | (b & mask) << 32 | (c & mask) << 44


@kernel
def part_indices(
    packed_words: int,
    packed_rest: int,
    groups: Groups,
    words: KeyTable,
    labels: KeyTable,
    shift: np.uint32,
    indices: Keys,
) -> int:
    """Write the indices of all features of a part; return how many there are.

    The structural numbers only choose among neighbours in memory, as the atoms of arcs do.
    """
    group = packed_rest & 0xFF
    first, second = packed_rest >> 8 & 63, packed_rest >> 14 & 63
    start = groups[group, 0]
    rows = groups[group, STRUCTURE_KINDS] - start
    roles = groups[group, ROLES]
    nobody = words.shape[0] - 1
    none = labels.shape[0] - 1
    mask = (1 << LABEL_BITS) - 1
    for role in range(roles):
        word = packed_words >> 16 * role & NO_WORD
        if word == NO_WORD:
            word = nobody
        word, place = np.uint64(word), np.uint64(groups[group, PLACES + role])
        if role == 0:
            for row in range(np.uint64(rows)):
                indices[row] = words[word, place + row]
        else:
            for row in range(np.uint64(rows)):
                indices[row] += words[word, place + row]
        if group & 1 and role < LABELED_ROLES:
            label = packed_rest >> (20 + LABEL_BITS * role) & mask
            if label == mask:
                label = none
            label = np.uint64(label)
            for row in range(np.uint64(rows)):
                indices[row] += labels[label, place + row]
    if roles <= 2 and packed_words >> 32 != (NO_WORD << 16 | NO_WORD):
        pattern = scramble(packed_words >> 32, _PATTERN_SALT)
        for row in range(np.uint64(rows)):
            indices[row] += pattern
    for kind in range(STRUCTURE_KINDS):
        slot = np.uint32(0)
        if kind == 1:
            slot = np.uint32(1 + first)
        elif kind == 2:
            slot = np.uint32(16 + second)
        elif kind == 3:
            slot = np.uint32(32 + (first * 13 + second & 31))
        begin = np.uint64(groups[group, kind] - start)
        for row in range(begin, np.uint64(groups[group, kind + 1] - start)):
            indices[row] = (indices[row] >> shift) ^ slot
    return rows


@kernel
def arc_label_indices(groups: Groups, words: KeyTable, h: int, m: int, shift: np.uint32, indices: Keys) -> int:
    """Write the indices of the features of the arc h → m that its label is conjoined with; return their number.

    The weight of a feature with a label stands at its index ^ label: those of all labels lie side by side.
    """
    start = groups[LABELED_ARC, 0]
    rows = np.uint64(groups[LABELED_ARC, STRUCTURE_KINDS] - start)
    modifier, head = np.uint64(m), np.uint64(h)
    of_modifier, of_head = np.uint64(groups[LABELED_ARC, PLACES + 0]), np.uint64(groups[LABELED_ARC, PLACES + 1])
    direction = np.int64(h < m) if h > 0 else 2
    distance = distance_bin(abs(h - m))
    for row in range(rows):
        indices[row] = words[modifier, of_modifier + row] + words[head, of_head + row]
    for kind in range(STRUCTURE_KINDS):
        code = 1 + direction if kind == 1 else 16 + distance if kind == 2 else 32 + 8 * direction + distance
        structure = scramble(code, _PATTERN_SALT) if kind > 0 else np.uint32(0)
        begin = np.uint64(groups[LABELED_ARC, kind] - start)
        for row in range(begin, np.uint64(groups[LABELED_ARC, kind + 1] - start)):
            indices[row] = np.uint32(indices[row] + structure) >> shift
    return np.int64(rows)


@kernel
def score_arc_labels(
    groups: Groups, words: KeyTable, h: int, m: int, labels: Labels, weights: Weights, indices: Keys, scores: Scores
) -> None:
    """The score of each of some labels for the arc h → m."""
    rows = arc_label_indices(groups, words, h, m, index_shift(len(weights)), indices)
    for i in range(len(labels)):
        scores[i] = 0.0
    for row in range(np.uint64(rows)):
        index = indices[row]
        for i in range(len(labels)):
            scores[i] += weights[index ^ np.uint32(labels[i])]
