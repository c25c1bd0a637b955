"""Candidate heads: the arcs a decoder may use, and their scores.

The candidates of a sentence of `n` words are three arrays. The candidate heads of word `m` (1..n; 0 is the root) are
`head[start[m] : start[m + 1]]`, ascending and without `m` itself; `scores` is aligned with `head`. Both pruning and
arcs fixed by the user simply leave fewer candidates.
"""

import numpy as np

from arcwalk.arrays import Heads, Scores, ScoreTable, Starts
from arcwalk.compiled import inline, kernel


@kernel
def nearby_heads(fixed: Heads, also: Heads, window: int) -> tuple[Starts, Heads]:
    """The root, words at most `window` words away, and the head in `also`; only the one in `fixed`, if there is one.

    In `fixed` and `also`, -1 means none.
    """
    n = fixed.size - 1
    start = np.zeros(n + 2, np.int64)
    head = np.empty(n * min(n, 2 * window + 2), np.int32)
    arc = 0
    for m in range(1, n + 1):
        first, last = max(m - window, 1), min(m + window, n)
        for h in range(n + 1) if also[m] > 0 or fixed[m] > 0 else range(last + 1):
            near = h == 0 or first <= h <= last
            if h != m and (h == fixed[m] or (fixed[m] < 0 and (near or h == also[m]))):
                head[arc] = h
                arc += 1
        start[m + 1] = arc
    return start, head[:arc].copy()


@inline
def heads_with_fixed(fixed: Heads) -> tuple[Starts, Heads]:
    """Every arc that agrees with `fixed`, the head of each word or -1 where it is free."""
    return nearby_heads(fixed, fixed, len(fixed))


@inline
def all_heads(n: int) -> tuple[Starts, Heads]:
    """Every arc of a sentence of `n` words: the root and all other words may head each word."""
    return heads_with_fixed(np.full(n + 1, -1, np.int32))


@inline
def arc_index(start: Starts, head: Heads, m: int, h: int) -> int:
    """The index of the arc `h` → `m` in `head`, -1 if it is not a candidate."""
    low = start[m]
    high = start[m + 1]
    while low < high:
        middle = (low + high) // 2
        if head[middle] < h:
            low = middle + 1
        else:
            high = middle
    return low if low < start[m + 1] and head[low] == h else -1


@inline
def tree_score(start: Starts, head: Heads, scores: Scores, heads: Heads) -> float:
    """The sum of a tree's arc scores, first word to last; -inf if an arc is not a candidate."""
    total = 0.0
    for m in range(1, heads.size):
        arc = arc_index(start, head, m, heads[m])
        if arc < 0:
            return -np.inf
        total += scores[arc]
    return total


@inline
def dense_scores(start: Starts, head: Heads, scores: Scores) -> ScoreTable:
    """The scores as a square table `[modifier, head]`, -inf for arcs that are not candidates."""
    n = start.size - 2
    table = np.full((n + 1, n + 1), -np.inf)
    for m in range(1, n + 1):
        for arc in range(start[m], start[m + 1]):
            table[m, head[arc]] = scores[arc]
    return table
