"""Which parts a tree has: the one place that defines f(x, y).

Parts are listed in units, six for each word: *ancestors* holds the parts about its head and what is above;
*siblings* those about siblings nearer to the head; *nephews* those about such a sibling and a child of either;
*children* those about all that it heads; *neighbors* those about its head and that of the word before it, and about its
tag; *yield* those about the span of its subtree. One more unit belongs to the whole sentence.

An incremental search lists only the units that a move touches (`affected_units`), scoring from scratch lists all of
them, and a learner lists those of two trees and cancels what they share.
"""

import numpy as np

from arcwalk.arrays import Codes
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.bins import distance_bin
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
    Parts,
    add_part,
)

ANCESTORS, SIBLINGS, NEPHEWS, CHILDREN, NEIGHBORS, YIELD = range(6)
KINDS = 6


@inline
def directions(m: int, h: int, g: int) -> int:
    """The relative order of a word, its head and its grandparent, 0 to 7."""
    return np.int64(m > h) + 2 * np.int64(h > g) + 4 * np.int64((m > g) == (h > g))


@inline
def ancestor_parts(tree: LinkedTree, groups: Groups, m: int, parts: Parts, count: int) -> int:
    """A word, its head, the head's head, and the head of that."""
    h = np.int64(tree[m, HEAD])
    if h <= 0:
        return count
    g = np.int64(tree[h, HEAD])
    direction, distance = directions(m, h, g), distance_bin(abs(m - h))
    count = add_part(tree, groups, GRANDPARENT, m, h, g, -1, direction, distance, parts, count)
    e = np.int64(tree[g, HEAD])
    return add_part(tree, groups, GRAND_GRANDPARENT, m, h, g, e, direction, distance, parts, count)


@inline
def sibling_parts(
    sentence: Codes, tree: LinkedTree, groups: Groups, convention: Convention, m: int, parts: Parts, count: int
) -> int:
    """A word and its siblings nearer to the head."""
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


@inline
def nephew_parts(tree: LinkedTree, groups: Groups, m: int, parts: Parts, count: int) -> int:
    """Two adjacent siblings and the nearest children of either: s is the inner sibling of m, m the outer one of s."""
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


@inline
def neighbor_parts(tree: LinkedTree, groups: Groups, m: int, parts: Parts, count: int) -> int:
    """The heads of m and of the word before it."""
    if m < 2:
        return count
    h, q = np.int64(tree[m, HEAD]), np.int64(tree[m - 1, HEAD])
    direction = np.int64(h > m) + 2 * np.int64(q > m) + 4 * np.int64(h == q)
    return add_part(tree, groups, HEAD_BIGRAM, m, h, q, -1, direction, distance_bin(abs(h - m)), parts, count)


@kernel
def unit_parts(
    unit: int, sentence: Codes, tree: LinkedTree, groups: Groups, convention: Convention, parts: Parts, count: int
) -> int:
    """Append the parts of the unit `KINDS * word + kind`; return the new count."""
    word, kind = unit // KINDS, unit % KINDS
    if word == len(tree):
        return sentence_parts(sentence, tree, groups, parts, count)
    if kind == ANCESTORS:
        return ancestor_parts(tree, groups, word, parts, count)
    if kind == SIBLINGS:
        return sibling_parts(sentence, tree, groups, convention, word, parts, count)
    if kind == NEPHEWS:
        return nephew_parts(tree, groups, word, parts, count)
    if kind == CHILDREN:
        return children_parts(sentence, tree, groups, convention, word, parts, count)
    if kind == NEIGHBORS:
        if word > 0:
            count = add_part(tree, groups, TAGS, word, -1, -1, -1, 0, 0, parts, count)
        return neighbor_parts(tree, groups, word, parts, count)
    return yield_parts(sentence, tree, groups, word, parts, count)
