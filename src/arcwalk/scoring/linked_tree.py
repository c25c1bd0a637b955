"""A tree that is quick to change: every word knows its children on either side, in order, and the span of its subtree.

It is one array with a row for each position from 0 (the root) to n: head, label, nearest child on the left and on the
right, next sibling away from the head and toward it, first and last word of the subtree and its size; -1 means none.
(A tuple of nine arrays would be nicer to read, but each access to a member counts a reference, which in the innermost
loops costs more than the work itself.)
"""

import numpy as np

from arcwalk.arrays import Heads, IntegerTable, Labels
from arcwalk.compiled import inline, kernel

LinkedTree = IntegerTable  # (n + 1, COLUMNS)

HEAD, LABEL, NEAREST, _, OUTWARD, INWARD, FIRST, LAST, SIZE = range(9)
COLUMNS = 9
LEFT, RIGHT = 0, 1  # NEAREST + LEFT, NEAREST + RIGHT


@inline
def unlink(tree: LinkedTree) -> None:
    """Detach all words from their heads."""
    tree[:] = -1
    for word in range(len(tree)):
        tree[word, FIRST] = tree[word, LAST] = word
        tree[word, SIZE] = 1


@inline
def unlinked(n: int) -> LinkedTree:
    """n words without heads."""
    tree = np.full((n + 1, COLUMNS), -1, dtype=np.int32)
    unlink(tree)
    return tree


@inline
def span_children(tree: LinkedTree, word: int) -> None:
    """Recompute the span of a subtree from those of the word's children."""
    first = last = np.int32(word)
    size = np.int32(1)
    for side in range(2):
        child = tree[word, NEAREST + side]
        while child >= 0:
            first = min(first, tree[child, FIRST])
            last = max(last, tree[child, LAST])
            size += tree[child, SIZE]
            child = tree[child, OUTWARD]
    tree[word, FIRST], tree[word, LAST], tree[word, SIZE] = first, last, size


@kernel
def detach(tree: LinkedTree, m: int) -> None:
    """Detach word m and its subtree from its head."""
    h = np.int64(tree[m, HEAD])
    inner, outer = tree[m, INWARD], tree[m, OUTWARD]
    if inner >= 0:
        tree[inner, OUTWARD] = outer
    else:
        tree[h, NEAREST + np.int64(m > h)] = outer
    if outer >= 0:
        tree[outer, INWARD] = inner
    tree[m, HEAD] = tree[m, INWARD] = tree[m, OUTWARD] = -1
    while h >= 0:
        span_children(tree, h)
        h = np.int64(tree[h, HEAD])


@kernel
def insert_child(tree: LinkedTree, m: int, h: int, label: int) -> None:
    """Insert word m among the children of h; spans of ancestors are left to the caller."""
    side = NEAREST + np.int64(m > h)
    inner, outer = np.int32(-1), tree[h, side]
    while outer >= 0 and abs(outer - h) < abs(m - h):
        inner, outer = outer, tree[outer, OUTWARD]
    tree[m, INWARD], tree[m, OUTWARD] = inner, outer
    if inner >= 0:
        tree[inner, OUTWARD] = m
    else:
        tree[h, side] = m
    if outer >= 0:
        tree[outer, INWARD] = m
    tree[m, HEAD], tree[m, LABEL] = h, label


@kernel
def attach(tree: LinkedTree, m: int, h: int, label: int) -> None:
    """Attach word m, which has no head, to h, which is not below m."""
    insert_child(tree, m, h, label)
    above = np.int64(h)
    while above >= 0:
        tree[above, FIRST] = min(tree[above, FIRST], tree[m, FIRST])
        tree[above, LAST] = max(tree[above, LAST], tree[m, LAST])
        tree[above, SIZE] += tree[m, SIZE]
        above = np.int64(tree[above, HEAD])


@inline
def is_below(tree: LinkedTree, word: int, ancestor: int) -> bool:
    """Whether `word` is `ancestor` or one of its descendants."""
    above = np.int64(word)
    while above >= 0:
        if above == ancestor:
            return True
        above = np.int64(tree[above, HEAD])
    return False


@inline
def has_gap(tree: LinkedTree, word: int) -> bool:
    """Whether a subtree skips words within its span; a tree is projective if none does."""
    return tree[word, LAST] - tree[word, FIRST] + 1 != tree[word, SIZE]


@inline
def link(tree: LinkedTree, heads: Heads, labels: Labels) -> None:
    """Build the tree given by `heads` and `labels` from words without heads."""
    for m in range(1, len(tree)):
        insert_child(tree, m, heads[m], labels[m])
    for m in range(1, len(tree)):  # up from each word, so that every ancestor counts it once
        above = np.int64(tree[m, HEAD])
        while above >= 0:
            tree[above, FIRST] = min(tree[above, FIRST], m)
            tree[above, LAST] = max(tree[above, LAST], m)
            tree[above, SIZE] += 1
            above = np.int64(tree[above, HEAD])
