"""What kind of tree an array of heads is: a tree at all, single-rooted, projective."""

import numpy as np

from arcwalk.arrays import Heads
from arcwalk.compiled import kernel


@kernel
def _preorder(heads: Heads, first: Heads, last: Heads) -> int:
    """Walk the tree from the root, numbering words as they are met, and return how many words were met.

    The words below `h`, and `h` itself, get the numbers `first[h]..last[h]`.
    """
    child = np.full(heads.size, -1, np.int32)
    sibling = np.full(heads.size, -1, np.int32)
    for m in range(heads.size - 1, 0, -1):
        sibling[m] = child[heads[m]]
        child[heads[m]] = m
    met = 0
    node = 0
    first[0] = 0
    while node >= 0:
        below = child[node]
        if below >= 0:
            child[node] = sibling[below]
            met += 1
            first[below] = met
            node = below
        else:
            last[node] = met
            node = heads[node] if node > 0 else -1
    return met


@kernel
def _spans_a_stranger(heads: Heads, first: Heads, last: Heads, m: int) -> bool:
    """Whether a word between `m` and its head does not descend from that head."""
    h = heads[m]
    for between in range(min(h, m) + 1, max(h, m)):
        if first[between] < first[h] or first[between] > last[h]:
            return True
    return False


@kernel
def is_tree(heads: Heads) -> bool:
    """Whether every word has a head in the sentence, or the root, and descends from the root."""
    for m in range(1, heads.size):
        if heads[m] < 0 or heads[m] >= heads.size:
            return False
    return _preorder(heads, np.empty_like(heads), np.empty_like(heads)) == heads.size - 1


@kernel
def is_single_rooted(heads: Heads) -> bool:
    """Whether exactly one word hangs from the root."""
    roots = 0
    for m in range(1, heads.size):
        roots += heads[m] == 0
    return roots == 1


@kernel
def is_projective(heads: Heads) -> bool:
    """Whether a tree has no non-projective arc."""
    first = np.empty_like(heads)
    last = np.empty_like(heads)
    _preorder(heads, first, last)
    for m in range(1, heads.size):
        if _spans_a_stranger(heads, first, last, m):
            return False
    return True
