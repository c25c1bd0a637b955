"""Which parts a tree has: the one place that says what f(x, y) looks at.

Parts are listed in units, six for each word. Its *chain* holds the parts about its head and what is above it;
its *brothers* those about siblings nearer to the head; its *cousins* those about such a sibling and a child of
either; its *children* those about all it heads; its *pair* those about its head and its left neighbour's, and about
its tag; its *yield* those about what its subtree spans. The last unit belongs to the whole sentence.

Whoever changes a tree needs to list anew only the units that the change touches (`scoring.touch`), whoever
scores one from scratch lists them all, and a learner lists those of two trees and takes away what they share.
"""

import numpy as np

from arcwalk.arrays import Codes, NumberTable
from arcwalk.compiled import kernel
from arcwalk.features.kernels.arc_features import distance_bin
from arcwalk.features.kernels.structure_features import Groups
from arcwalk.scoring.global_parts import (
    FARTHEST_SIBLING,
    children_parts,
    coordination_parts,
    sentence_parts,
    yield_parts,
)
from arcwalk.scoring.linked_tree import HEAD, INWARD, NEAREST, LinkedTree
from arcwalk.scoring.part_kinds import (
    ANY_SIBLING,
    GRAND_GRANDPARENT,
    GRAND_SIBLING,
    GRANDPARENT,
    HEAD_BIGRAM,
    SIBLING,
    SIBLING_GRANDCHILD,
    TAGS,
    TRI_SIBLING,
    Convention,
    add_part,
)

CHAIN, BROTHERS, COUSINS, CHILDREN, PAIR, YIELD = range(6)
KINDS = 6


@kernel
def directions(m: int, h: int, g: int) -> int:
    """Which side of each other three words stand, 0 to 7."""
    return np.int64(m > h) + 2 * np.int64(h > g) + 4 * np.int64((m > g) == (h > g))


@kernel
def chain_parts(tree: LinkedTree, groups: Groups, m: int, parts: NumberTable, count: int) -> int:
    """The word, its head, the head's head, and one more."""
    h = np.int64(tree[m, HEAD])
    if h <= 0:
        return count
    g = np.int64(tree[h, HEAD])
    direction, distance = directions(m, h, g), distance_bin(abs(m - h))
    count = add_part(tree, groups, GRANDPARENT, m, h, g, -1, direction, distance, parts, count)
    e = np.int64(tree[g, HEAD])
    return add_part(tree, groups, GRAND_GRANDPARENT, m, h, g, e, direction, distance, parts, count)


@kernel
def brother_parts(
    sentence: Codes,
    tree: LinkedTree,
    groups: Groups,
    convention: Convention,
    m: int,
    parts: NumberTable,
    count: int,
) -> int:
    """The word and the siblings before it, nearer to the head."""
    h = np.int64(tree[m, HEAD])
    if h < 0:
        return count
    s = np.int64(tree[m, INWARD])
    t = np.int64(tree[s, INWARD]) if s >= 0 else -1
    side = np.int64(m > h)
    gap = distance_bin(abs(m - s)) if s >= 0 else 7
    count = add_part(tree, groups, SIBLING, m, s, h, -1, side, gap, parts, count)
    count = add_part(tree, groups, TRI_SIBLING, m, s, t, h, side, gap, parts, count)
    other, apart = t, 2
    while other >= 0 and apart <= FARTHEST_SIBLING:
        count = add_part(tree, groups, ANY_SIBLING, m, other, h, -1, side, apart, parts, count)
        other, apart = np.int64(tree[other, INWARD]), apart + 1
    g = np.int64(tree[h, HEAD])
    if g >= 0:
        distance = distance_bin(abs(m - h))
        count = add_part(tree, groups, GRAND_SIBLING, m, s, h, g, directions(m, h, g), distance, parts, count)
        count = coordination_parts(sentence, tree, groups, convention, m, parts, count)
    return count


@kernel
def cousin_parts(tree: LinkedTree, groups: Groups, m: int, parts: NumberTable, count: int) -> int:
    """Two siblings and the nearest children of either: the sibling is the inner one for m, the outer one for s."""
    s = np.int64(tree[m, INWARD])
    if s < 0:
        return count
    h = np.int64(tree[m, HEAD])
    side = np.int64(m > h)
    for below in range(2):
        c = np.int64(tree[m, NEAREST + below])
        if c >= 0:
            count = add_part(tree, groups, SIBLING_GRANDCHILD, m, c, s, h, side + 2 * below, 0, parts, count)
        c = np.int64(tree[s, NEAREST + below])
        if c >= 0:
            count = add_part(tree, groups, SIBLING_GRANDCHILD, s, c, m, h, side + 2 * below, 1, parts, count)
    return count


@kernel
def pair_parts(tree: LinkedTree, groups: Groups, m: int, parts: NumberTable, count: int) -> int:
    """The heads of m and of the word before it."""
    if m < 2:
        return count
    h, q = np.int64(tree[m, HEAD]), np.int64(tree[m - 1, HEAD])
    direction = np.int64(h > m) + 2 * np.int64(q > m) + 4 * np.int64(h == q)
    return add_part(tree, groups, HEAD_BIGRAM, m, h, q, -1, direction, distance_bin(abs(h - m)), parts, count)


@kernel
def unit_parts(
    unit: int,
    sentence: Codes,
    tree: LinkedTree,
    groups: Groups,
    convention: Convention,
    parts: NumberTable,
    count: int,
) -> int:
    """Append the parts of unit `KINDS * word + kind`; return how many there are now."""
    word, kind = unit // KINDS, unit % KINDS
    if word == len(tree):
        return sentence_parts(sentence, tree, groups, parts, count)
    if kind == CHAIN:
        return chain_parts(tree, groups, word, parts, count)
    if kind == BROTHERS:
        return brother_parts(sentence, tree, groups, convention, word, parts, count)
    if kind == COUSINS:
        return cousin_parts(tree, groups, word, parts, count)
    if kind == CHILDREN:
        return children_parts(sentence, tree, groups, convention, word, parts, count)
    if kind == PAIR:
        if word > 0:
            count = add_part(tree, groups, TAGS, word, -1, -1, -1, 0, 0, parts, count)
        return pair_parts(tree, groups, word, parts, count)
    return yield_parts(sentence, tree, groups, word, parts, count)
