"""The shape of a tree: whether it is single-rooted or projective; projectivization."""

import numpy as np

from arcwalk.arrays import Heads
from arcwalk.compiled import inline, kernel


@kernel
def _preorder(heads: Heads, first: Heads, last: Heads) -> None:
    """Number the words in preorder: the subtree of `h` gets the numbers `first[h]..last[h]`."""
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


@inline
def _is_nonprojective(heads: Heads, first: Heads, last: Heads, m: int) -> bool:
    """Whether the arc to `m` is non-projective: a word between `m` and its head does not descend from that head."""
    h = heads[m]
    for between in range(min(h, m) + 1, max(h, m)):
        if first[between] < first[h] or first[between] > last[h]:
            return True
    return False


@inline
def is_single_rooted(heads: Heads) -> bool:
    """Whether exactly one word is attached to the root."""
    roots = 0
    for m in range(1, heads.size):
        roots += heads[m] == 0
    return roots == 1


@kernel
def _shortest_nonprojective(heads: Heads) -> int:
    """The modifier of the shortest non-projective arc, the first of equals; 0 if there is none."""
    first, last = np.empty_like(heads), np.empty_like(heads)
    _preorder(heads, first, last)
    shortest, length = 0, heads.size
    for m in range(1, heads.size):
        if abs(m - heads[m]) < length and _is_nonprojective(heads, first, last, m):
            shortest, length = m, abs(m - heads[m])
    return shortest


@inline
def is_projective(heads: Heads) -> bool:
    """Whether a tree has no non-projective arc."""
    return _shortest_nonprojective(heads) == 0


@inline
def projectivized(heads: Heads) -> Heads:
    """A projective tree near a given one: lifts the modifier of the shortest non-projective arc until none is left.

    Lifting attaches a word to its head's head (Nivre and Nilsson, 2005, "Pseudo-projective dependency parsing").
    """
    lifted = heads.copy()
    m = _shortest_nonprojective(lifted)
    while m > 0:
        lifted[m] = lifted[lifted[m]]
        m = _shortest_nonprojective(lifted)
    return lifted
