"""What the reranker looks at: each word of a labeled tree with all that is around it there.

Candidates for a sentence share most of their words' surroundings, so each is kept once and has a number.
"""

import numpy as np

from arcwalk.arrays import Codes, Heads, Labelings, Labels, Numbers, NumberTable, Trees
from arcwalk.compiled import kernel
from arcwalk.features.kernels.arc_features import distance_bin
from arcwalk.treebank.word_classes import CONJUNCTION, PUNCTUATION, VERB

HEAD, MODIFIER, GRANDPARENT, SIBLING, NEXT = range(5)  # roles of words
ROLES = 5
(
    DIRECTION,
    DISTANCE,
    LABEL,
    HEAD_LABEL,
    GRANDPARENT_LABEL,
    SIBLING_LABEL,
    NEXT_LABEL,
    FRAME,
    LABEL_FRAME,
    LEFT_FRAME,
    RIGHT_FRAME,
    LEFT_VALENCY,
    RIGHT_VALENCY,
    VERBS,
    PUNCTUATION_MARKS,
    CONJUNCTIONS,
) = range(16)  # structural atoms
ATOMS = 16
_HASH = 0x7FFFFFFF


@kernel
def _mixed(value: int, code: int) -> int:
    """A hash of a sequence so far, and what comes next."""
    return (value * 1000003 + code + 7) & _HASH


@kernel
def surroundings(sentence: Codes, heads: Heads, labels: Labels, words: NumberTable, structure: NumberTable) -> None:
    """Write for each word of a labeled tree the words by role and the structural atoms; row 0 is not used."""
    n = len(heads) - 1
    passed = np.zeros((n + 2, 3), dtype=np.int64)  # verbs, punctuation, conjunctions before each word
    latest = np.full((n + 1, 2), -1, dtype=np.int64)
    structure[:] = 0
    words[:] = -1
    for m in range(1, n + 1):
        passed[m + 1] = passed[m]
        for i, kind in enumerate((VERB, PUNCTUATION, CONJUNCTION)):
            passed[m + 1, i] += sentence[m, 1] == kind
        h = np.int64(heads[m])
        side = np.int64(h < m)
        before = latest[h, side]
        if side == 1:
            words[m, SIBLING] = before
            if before >= 0:
                words[before, NEXT] = m
        else:
            words[m, NEXT] = before
            if before >= 0:
                words[before, SIBLING] = m
        latest[h, side] = m
        structure[h, FRAME] = _mixed(structure[h, FRAME], 2 * sentence[m, 0] + side)
        structure[h, LABEL_FRAME] = _mixed(structure[h, LABEL_FRAME], 2 * labels[m] + side)
        frame, valency = (RIGHT_FRAME, RIGHT_VALENCY) if side == 1 else (LEFT_FRAME, LEFT_VALENCY)
        structure[h, frame] = _mixed(structure[h, frame], labels[m])
        structure[h, valency] = min(structure[h, valency] + 1, 4)
    for m in range(1, n + 1):
        h = np.int64(heads[m])
        words[m, HEAD], words[m, MODIFIER], words[m, GRANDPARENT] = h, m, heads[h]
        structure[m, DIRECTION] = 2 if h == 0 else np.int64(h < m)
        structure[m, DISTANCE] = 0 if h == 0 else 1 + distance_bin(abs(h - m))
        structure[m, LABEL] = labels[m] + 1
        structure[m, HEAD_LABEL] = labels[h] + 1
        structure[m, GRANDPARENT_LABEL] = labels[heads[h]] + 1 if h > 0 else 0
        structure[m, SIBLING_LABEL] = labels[words[m, SIBLING]] + 1 if words[m, SIBLING] >= 0 else 0
        structure[m, NEXT_LABEL] = labels[words[m, NEXT]] + 1 if words[m, NEXT] >= 0 else 0
        if h > 0:
            first, last = (h + 1, m) if h < m else (m + 1, h)
            for i, atom in enumerate((VERBS, PUNCTUATION_MARKS, CONJUNCTIONS)):
                structure[m, atom] = min(passed[last, i] - passed[first, i], 2)


@kernel
def _slot(table: Numbers, words: NumberTable, structure: NumberTable, of_words: Numbers, of_structure: Numbers) -> int:
    """Where in the table a part is, or would be."""
    value = 0
    for i in range(ROLES):
        value = _mixed(value, of_words[i])
    for i in range(ATOMS):
        value = _mixed(value, of_structure[i])
    mask = len(table) - 1
    slot = (value ^ (value >> 15)) & mask
    while table[slot] >= 0:
        known, same = table[slot], True
        for i in range(ROLES):
            same = same and words[known, i] == of_words[i]
        for i in range(ATOMS):
            same = same and structure[known, i] == of_structure[i]
        if same:
            break
        slot = (slot + 1) & mask
    return slot


@kernel
def candidate_parts(sentence: Codes, heads: Trees, labels: Labelings) -> tuple[NumberTable, NumberTable, Numbers]:
    """The words and the structure of all parts, each once; then the part of each word, candidate by candidate."""
    n = heads.shape[1] - 1
    of_words, of_structure = np.empty((n + 1, ROLES), dtype=np.int64), np.empty((n + 1, ATOMS), dtype=np.int64)
    slots = 64
    while slots < 4 * n:
        slots *= 2
    table = np.full(slots, -1, dtype=np.int64)
    words, structure = np.empty((slots, ROLES), dtype=np.int64), np.empty((slots, ATOMS), dtype=np.int64)
    part = np.empty(len(heads) * n, dtype=np.int64)
    count = 0
    for i in range(len(heads)):
        surroundings(sentence, heads[i], labels[i], of_words, of_structure)
        for m in range(1, n + 1):
            if 2 * count > slots:
                slots *= 2
                table = np.full(slots, -1, dtype=np.int64)
                larger, larger_structure = np.empty((slots, ROLES), np.int64), np.empty((slots, ATOMS), np.int64)
                larger[:count], larger_structure[:count] = words[:count], structure[:count]
                words, structure = larger, larger_structure
                for known in range(count):
                    slot = _slot(table, words, structure, words[known], structure[known])
                    table[slot] = known
            slot = _slot(table, words, structure, of_words[m], of_structure[m])
            if table[slot] < 0:
                table[slot] = count
                words[count], structure[count] = of_words[m], of_structure[m]
                count += 1
            part[i * n + m - 1] = table[slot]
    return words[:count].copy(), structure[:count].copy(), part
