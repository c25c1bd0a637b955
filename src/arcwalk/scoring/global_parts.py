"""Global parts (the paper, section 4): valency, PP attachment, coordination, spans, right branching."""

import numpy as np

from arcwalk.arrays import Codes
from arcwalk.compiled import inline
from arcwalk.features.kernels.bins import distance_bin, length_bin
from arcwalk.features.kernels.hashing import scramble
from arcwalk.features.kernels.structure_features import Groups
from arcwalk.scoring.linked_tree import (
    FIRST,
    HEAD,
    INWARD,
    LABEL,
    LAST,
    LEFT,
    NEAREST,
    OUTWARD,
    RIGHT,
    LinkedTree,
    has_gap,
    is_below,
)
from arcwalk.scoring.part_kinds import (
    COORDINATION,
    FRAME,
    MODIFIERS,
    NONPROJECTIVE,
    PP,
    RIGHT_BRANCH,
    SPAN,
    VALENCY,
    Convention,
    Parts,
    add_part,
    add_pattern,
)
from arcwalk.treebank.word_classes import ADPOSITION, CONJUNCTION, PUNCTUATION

FARTHEST_SIBLING = 3  # siblings further apart form no parts


@inline
def prepositional_parts(
    sentence: Codes, tree: LinkedTree, groups: Groups, convention: Convention, word: int, parts: Parts, count: int
) -> int:
    """Head, preposition and argument; where arguments are coordinated, one part per conjunct (Figure 6).

    They belong to the preposition if it heads its argument, otherwise to the argument.
    """
    h = np.int64(tree[word, HEAD])
    if h < 0:
        return count
    side, distance = np.int64(word > h), distance_bin(abs(word - h))
    if convention.adposition_heads:
        if sentence[word, 1] != ADPOSITION:
            return count
        for below in range(2):
            m = np.int64(tree[word, NEAREST + below])
            while m >= 0:
                if sentence[m, 1] == CONJUNCTION and convention.conjunction_heads:
                    for conjunct_side in range(2):
                        c = np.int64(tree[m, NEAREST + conjunct_side])
                        while c >= 0:
                            if sentence[c, 1] != PUNCTUATION:
                                count = add_part(tree, groups, PP, c, word, h, -1, side, distance, parts, count)
                            c = np.int64(tree[c, OUTWARD])
                elif sentence[m, 1] != PUNCTUATION:
                    count = add_part(tree, groups, PP, m, word, h, -1, side, distance, parts, count)
                m = np.int64(tree[m, OUTWARD])
        return count
    preposition = np.int64(-1)
    for below in range(2):
        c = np.int64(tree[word, NEAREST + below])
        while c >= 0 and preposition < 0:
            if sentence[c, 1] == ADPOSITION:
                preposition = c
            c = np.int64(tree[c, OUTWARD])
    if preposition < 0:
        return count
    count = add_part(tree, groups, PP, word, preposition, h, -1, side, distance, parts, count)
    c = np.int64(tree[word, NEAREST + RIGHT])
    while c >= 0:
        if tree[c, LABEL] == convention.conjunct:
            count = add_part(tree, groups, PP, c, preposition, h, -1, side, distance, parts, count)
        c = np.int64(tree[c, OUTWARD])
    return count


@inline
def conjunction_of(sentence: Codes, tree: LinkedTree, m: int) -> int:
    """The conjunction that is a left child of a conjunct; -1 if there is none."""
    c = np.int64(tree[m, NEAREST + LEFT])
    while c >= 0 and sentence[c, 1] != CONJUNCTION:
        c = np.int64(tree[c, OUTWARD])
    return c


@inline
def left_conjunct(sentence: Codes, tree: LinkedTree, h: int) -> int:
    """The nearest left child of a conjunction that is not punctuation; -1 if there is none."""
    c = np.int64(tree[h, NEAREST + LEFT])
    while c >= 0 and sentence[c, 1] == PUNCTUATION:
        c = np.int64(tree[c, OUTWARD])
    return c


@inline
def coordination_parts(
    sentence: Codes, tree: LinkedTree, groups: Groups, convention: Convention, m: int, parts: Parts, count: int
) -> int:
    """A conjunct and the adjacent one nearer to the head, with their conjunction."""
    h = np.int64(tree[m, HEAD])
    g = np.int64(tree[h, HEAD])
    other, apart = np.int64(tree[m, INWARD]), 1
    if convention.conjunction_heads:
        if sentence[h, 1] != CONJUNCTION or sentence[m, 1] == PUNCTUATION:
            return count
        while other >= 0 and sentence[other, 1] == PUNCTUATION and apart < FARTHEST_SIBLING:
            other, apart = np.int64(tree[other, INWARD]), apart + 1
        if other < 0 and m > h:
            other = left_conjunct(sentence, tree, h)
        if other < 0:
            return count
        distance = distance_bin(abs(m - other))
        return add_part(tree, groups, COORDINATION, max(m, other), min(m, other), h, g, 0, distance, parts, count)
    if tree[m, LABEL] != convention.conjunct:
        return count
    while other >= 0 and tree[other, LABEL] != convention.conjunct and apart < FARTHEST_SIBLING:
        other, apart = np.int64(tree[other, INWARD]), apart + 1
    if other < 0 or tree[other, LABEL] != convention.conjunct:
        other = h
    conjunction, distance = conjunction_of(sentence, tree, m), distance_bin(abs(m - other))
    return add_part(tree, groups, COORDINATION, m, other, conjunction, g, np.int64(other == h), distance, parts, count)


@inline
def children_parts(
    sentence: Codes, tree: LinkedTree, groups: Groups, convention: Convention, h: int, parts: Parts, count: int
) -> int:
    """The number of modifiers of a word, the sequence of their tags, that of their labels; PP attachment."""
    modifiers, frame = np.uint32(17), np.uint32(29)
    left = right = 0
    for side in range(2):
        number = 0
        m = np.int64(tree[h, NEAREST + side])
        while m >= 0:
            if sentence[m, 1] != PUNCTUATION:
                number += 1
                modifiers = scramble(2 * np.int64(sentence[m, 0]) + side, modifiers)
                frame = scramble(2 * np.int64(tree[m, LABEL]) + side, frame)
            m = np.int64(tree[m, OUTWARD])
        if side == LEFT:
            left = min(number, 5)
        else:
            right = min(number, 5)
    count = add_part(tree, groups, VALENCY, h, np.int64(tree[h, HEAD]), -1, -1, left, right, parts, count)
    count = add_pattern(groups, MODIFIERS, h, modifiers, parts, count)
    count = add_pattern(groups, FRAME, h, frame, parts, count)
    return prepositional_parts(sentence, tree, groups, convention, h, parts, count)


@inline
def yield_parts(sentence: Codes, tree: LinkedTree, groups: Groups, m: int, parts: Parts, count: int) -> int:
    """The span of the subtree of m and the words next to it; its non-projective arcs."""
    n = len(tree) - 1
    if m > 0:
        first, last = np.int64(tree[m, FIRST]), np.int64(tree[m, LAST])
        border = np.int64(last == n)
        if last < n and sentence[last + 1, 1] == PUNCTUATION:
            border = 2
        after = last + 1 if last < n else -1
        length = length_bin(last - first + 1)
        count = add_part(tree, groups, SPAN, m, first - 1, after, -1, border, length, parts, count)
    if has_gap(tree, m):
        for side in range(2):
            c = np.int64(tree[m, NEAREST + side])
            while c >= 0:
                for word in range(min(c, np.int64(m)) + 1, max(c, np.int64(m))):
                    if not is_below(tree, word, m):
                        distance = distance_bin(abs(c - m))
                        count = add_part(tree, groups, NONPROJECTIVE, c, m, -1, -1, side, distance, parts, count)
                        break
                c = np.int64(tree[c, OUTWARD])
    return count


@inline
def sentence_parts(sentence: Codes, tree: LinkedTree, groups: Groups, parts: Parts, count: int) -> int:
    """Right branching: the length of the path from the root to the last word that is not punctuation."""
    n = len(tree) - 1
    last = n
    while last > 1 and sentence[last, 1] == PUNCTUATION:
        last -= 1
    length, word = 0, np.int64(last)
    while word > 0:
        length += 1
        word = np.int64(tree[word, HEAD])
    return add_part(tree, groups, RIGHT_BRANCH, last, -1, -1, -1, 0, min(10 * length // n, 7), parts, count)
