"""Features of parts with more than one arc: from the words and labels of a part to indices into the weights.

A part has a group of templates, up to four words in the roles of that group, their labels, and two small structural
numbers. It is packed into two integers, so that parts can be compared, counted and memoized: the first holds the words
(16 bits each), the second group, structural numbers and labels.

What a word contributes to the keys of all templates, in each of its roles, is computed once per sentence; what a label
contributes, once per model. The key of a template is the sum of the contributions of its words and labels (see
`hashing`), so a part costs a few additions and one memory access per template.
"""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import LABEL_BITS, Codes, IntegerTable, Keys, KeyTable, Labels, Scores, Weights
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.bins import distance_bin
from arcwalk.features.kernels.hashing import index_shift, scramble
from arcwalk.features.kernels.part_keys import PartTable, add_atom
from arcwalk.features.kernels.sentence_rows import word_count

LABELED_ARC = 0  # the group of templates that are conjoined with the label of an arc
MOST_ROLES = 4
LABELED_ROLES = 3
STRUCTURE_KINDS = 4  # neither structural number, the first, the second, both
NO_WORD = 0x7FFF
_PATTERN_SALT = np.uint32(0x3C6EF372)


Groups = IntegerTable
"""(groups, 10): where the rows of each structural kind start and the last ones end; the number of words in a part of
the group; where the contributions of a word start, role by role."""
ROLES, PLACES = STRUCTURE_KINDS + 1, STRUCTURE_KINDS + 2  # columns


class StructureTable(NamedTuple):
    """Part templates as integers, see `PartTable`; the column -1 means the label.

    Group 2k holds the templates of part kind k that see only words, group 2k + 1 those that see labels too. Within a
    group, rows are sorted by the structural numbers they see.
    """

    templates: PartTable
    groups: Groups
    width: int  # contributions of a word in all its roles


@kernel
def word_contributions(sentence: Codes, table: StructureTable) -> KeyTable:
    """What every word contributes in every role, (n + 2, width); the last row is for a missing word."""
    templates, groups = table.templates, table.groups
    contributions = np.zeros((word_count(sentence) + 2, table.width), dtype=np.uint32)
    for group in range(len(groups)):
        first = templates.group_rows[group]
        for row in range(first, templates.group_rows[group + 1]):
            contributions[:, groups[group, PLACES] + row - first] = templates.row_salts[row]
            for atom in range(templates.row_atoms[row], templates.row_atoms[row + 1]):
                role, offset, column = templates.atoms[atom, 0], templates.atoms[atom, 1], templates.atoms[atom, 2]
                if column >= 0:
                    target = groups[group, PLACES + role] + row - first
                    add_atom(sentence, offset, column, templates.salts[atom], contributions, target)
    return contributions


@kernel
def label_contributions(labels: int, table: StructureTable) -> KeyTable:
    """What every label contributes in every role, (labels + 1, width); the last row is for a missing label."""
    templates, groups = table.templates, table.groups
    contributions = np.zeros((labels + 1, table.width), dtype=np.uint32)
    for group in range(len(table.groups)):
        first = templates.group_rows[group]
        for row in range(first, templates.group_rows[group + 1]):
            for atom in range(templates.row_atoms[row], templates.row_atoms[row + 1]):
                if templates.atoms[atom, 2] < 0:
                    target = groups[group, PLACES + templates.atoms[atom, 0]] + row - first
                    for label in range(labels + 1):
                        contributions[label, target] += scramble(label, templates.salts[atom])
    return contributions


@inline
def pack_words(a: int, b: int, c: int, d: int) -> int:
    """The first integer of a part: four words, -1 for none."""
    return (a & NO_WORD) | (b & NO_WORD) << 16 | (c & NO_WORD) << 32 | (d & NO_WORD) << 48


@inline
def pack_rest(group: int, first: int, second: int, a: int, b: int, c: int) -> int:
    """The second integer: group, two structural numbers (under 64), labels of the first three roles, -1 for none."""
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
    """Write the indices of all features of a part; return their number.

    The structural numbers only select among neighbors in memory, as the atoms of arcs do.
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
        word, column = np.uint64(word), np.uint64(groups[group, PLACES + role])
        if role == 0:
            for row in range(np.uint64(rows)):
                indices[row] = words[word, column + row]
        else:
            for row in range(np.uint64(rows)):
                indices[row] += words[word, column + row]
        if group & 1 and role < LABELED_ROLES:
            label = packed_rest >> (20 + LABEL_BITS * role) & mask
            if label == mask:
                label = none
            label = np.uint64(label)
            for row in range(np.uint64(rows)):
                indices[row] += labels[label, column + row]
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
    """Write the indices of the features of the arc h → m that are conjoined with its label; return their number.

    The weight of a feature with a label is at index ^ label, so those of all labels are neighbors in memory.
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
    """The scores of some labels for the arc h → m."""
    rows = arc_label_indices(groups, words, h, m, index_shift(len(weights)), indices)
    for i in range(len(labels)):
        scores[i] = 0.0
    for row in range(np.uint64(rows)):
        index = indices[row]
        for i in range(len(labels)):
            scores[i] += weights[index ^ np.uint32(labels[i])]
