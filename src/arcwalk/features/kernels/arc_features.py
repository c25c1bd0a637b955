"""Arc features: from an encoded sentence and a table of templates to indices into the weights, and to scores."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Codes, Heads, Integers, IntegerTable, Keys, KeyTable, Scores, Starts, Weights
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.bins import distance_bin
from arcwalk.features.kernels.hashing import index_shift
from arcwalk.features.kernels.part_keys import PartTable, add_atom
from arcwalk.features.kernels.sentence_rows import word_count
from arcwalk.features.kernels.weight_sums import sum_weights
from arcwalk.treebank.word_classes import WORD_CLASSES

HEAD, MODIFIER = 0, 1
DIRECTION, DISTANCE, VERBS, PUNCTUATION, CONJUNCTIONS = range(5)
COUNTS = 4  # values of an atom that counts words in between: 0 to 3
SLOTS = 32  # weights of 32 bits in two lines of cache
MOST_TAGS = 64


class ArcTable(NamedTuple):
    """Arc templates as integers. Rows with the same atoms of the arc itself form a group.

    Rows with an optional atom come first; rows that are repeated for every tag in between come last.
    """

    templates: PartTable
    row_group: Keys  # (rows,)
    atoms: Integers  # (groups,): bit set of DIRECTION, DISTANCE, ...
    optional: Integers  # (groups,): atoms that its rows are used both without and with
    optional_rows: int
    plain_rows: int  # all except those with tags in between


class ArcParts(NamedTuple):
    """What the arcs of one sentence share: each word's contribution to the key of every template."""

    sentence: Codes
    head: KeyTable  # (n + 1, rows)
    modifier: KeyTable  # (n + 1, rows)
    counts: IntegerTable  # (n + 1, classes): number of words of each class up to a position
    slots: Keys  # (2 * groups,): workspace for the slots of one arc, without and with optional atoms


@inline
def arc_word_keys(sentence: Codes, table: ArcTable, side: int, keys: KeyTable) -> None:
    """What every word contributes, as the head or the modifier of an arc, to the key of every template."""
    templates = table.templates
    for row in range(keys.shape[1]):
        keys[:, row] = templates.row_salts[row] if side == HEAD else np.uint32(0)
        for atom in range(templates.row_atoms[row], templates.row_atoms[row + 1]):
            if templates.atoms[atom, 0] == side:
                add_atom(sentence, templates.atoms[atom, 1], templates.atoms[atom, 2], templates.salts[atom], keys, row)


@kernel
def arc_parts(sentence: Codes, table: ArcTable) -> ArcParts:
    """Everything that the arcs of a sentence share."""
    n = word_count(sentence)
    rows = len(table.templates.row_salts)
    head = np.empty((n + 1, rows), dtype=np.uint32)
    modifier = np.empty((n + 1, rows), dtype=np.uint32)
    arc_word_keys(sentence, table, HEAD, head)
    arc_word_keys(sentence, table, MODIFIER, modifier)
    counts = np.zeros((n + 1, WORD_CLASSES), dtype=np.int32)
    for word in range(1, n + 1):
        counts[word] = counts[word - 1]
        counts[word, sentence[word, 1]] += 1
    return ArcParts(sentence, head, modifier, counts, np.empty(2 * len(table.atoms), dtype=np.uint32))


@inline
def tags_between(sentence: Codes, left: int, right: int) -> np.uint64:
    """The set of coarse tags strictly between two positions, one bit per tag."""
    tags = np.uint64(0)
    for position in range(left + 1, right):
        tags |= np.uint64(1) << np.uint64(sentence[position, 0])
    return tags


@inline
def slot(parts: ArcParts, h: int, m: int, atoms: int) -> np.uint32:
    """Which of a key's neighboring weights the values of some arc atoms select; see `arc_indices`.

    Several atoms can have more values than there are slots; then some share a weight, as hashed features do.
    """
    if atoms == 0:
        return np.uint32(0)
    left, right = (h, m) if h < m else (m, h)
    code = 0
    if atoms & 1 << DISTANCE:
        code = distance_bin(right - left)
    for atom in range(VERBS, CONJUNCTIONS + 1):
        if atoms >> atom & 1:
            word_class = atom - VERBS + 1
            count = parts.counts[right - 1, word_class] - parts.counts[left, word_class]
            code = COUNTS * code + min(count, COUNTS - 1)
    direction = 2 if h == 0 else 1 if h < m else 0
    return np.uint32((1 + 3 * code + direction) & (SLOTS - 1))


@kernel
def arc_indices(
    parts: ArcParts, table: ArcTable, h: int, m: int, between: np.uint64, shift: np.uint32, indices: Keys
) -> int:
    """Write the indices of all features of the arc h → m; return their number.

    The words determine the key; the atoms of the arc itself only select among its neighbors in memory, so that a
    template's weights for all distances, or for all tags in between, cost one memory access.
    The arithmetic is unsigned throughout, so that it compiles to vector instructions.
    """
    head, modifier, group = parts.head, parts.modifier, table.row_group
    slots, groups = parts.slots, np.uint32(len(table.atoms))
    for g in range(groups):
        slots[g] = slot(parts, h, m, table.atoms[g])
        slots[groups + g] = slot(parts, h, m, table.atoms[g] | table.optional[g])
    h, m = np.uint64(h), np.uint64(m)
    optional, plain, rows = np.uint64(table.optional_rows), np.uint64(table.plain_rows), np.uint64(len(group))
    for row in range(plain):
        indices[row] = (np.uint32(head[h, row] + modifier[m, row]) >> shift) ^ slots[group[row]]
    count = plain
    for row in range(optional):
        indices[count + row] = (np.uint32(head[h, row] + modifier[m, row]) >> shift) ^ slots[groups + group[row]]
    count += optional
    tag = np.uint32(0)
    while between:
        if between & np.uint64(1):
            for row in range(rows - plain):
                key = np.uint32(head[h, plain + row] + modifier[m, plain + row])
                indices[count + row] = (key >> shift) ^ tag
            count += rows - plain
        between >>= np.uint64(1)
        tag += np.uint32(1)
    return np.int64(count)


@inline
def most_indices(table: ArcTable) -> int:
    """An upper bound on the number of features of one arc."""
    tag_rows = len(table.row_group) - table.plain_rows
    return table.plain_rows + table.optional_rows + MOST_TAGS * tag_rows


@kernel
def score_arcs(parts: ArcParts, start: Starts, head: Heads, table: ArcTable, weights: Weights, scores: Scores) -> None:
    """The score of every candidate arc, aligned with `head`."""
    shift = index_shift(len(weights))
    indices = np.empty(most_indices(table), dtype=np.uint32)
    for m in range(1, len(start) - 1):
        middle = start[m]
        while middle < start[m + 1] and head[middle] < m:
            middle += 1
        for side in range(2):  # outward from m, first to the left, then to the right
            begin, end, step = (middle - 1, start[m] - 1, -1) if side == 0 else (middle, start[m + 1], 1)
            between = np.uint64(0)
            reached = m
            for candidate in range(begin, end, step):
                h = np.int64(head[candidate])
                while reached != h:
                    if reached != m:
                        between |= np.uint64(1) << np.uint64(parts.sentence[reached, 0])
                    reached += step
                count = arc_indices(parts, table, h, m, between, shift, indices)
                scores[candidate] = sum_weights(weights, indices, count, np.uint32(0))
