"""Fragments of a vine made one tree: which words a fragment's top may be attached to, and attaching them all.

A vine parse has several words under the root: real ones, and those whose head is too far away. The top of a fragment
can see its neighbours to both sides, and of each the words along the spine that faces it: so many at most, however
long the sentence is. The surest attachments are made first, each unless it closes a cycle or adds a root where there
may be one only; a fragment that is left without any goes under the word that is under the root.
"""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Heads, IntegerTable, Numbers, Scores, Starts
from arcwalk.compiled import kernel

WINDOW = 4  # fragments to each side
DEPTH = 6  # words of the spine of the nearest fragment; of others half as many
GAP, DEPTH_DOWN, PLACE = range(3)  # what is known of a candidate


class Attachments(NamedTuple):
    """What the top of each fragment may be attached to; the root comes first."""

    top: Heads  # (fragments,)
    start: Starts  # (fragments + 1,)
    head: Heads  # (candidates,)
    facts: IntegerTable  # (candidates, 3): fragments between, steps down the spine; first, last, only or inner


@kernel
def find_attachments(heads: Heads) -> Attachments:
    """The candidates of every fragment of a vine parse."""
    n = len(heads) - 1
    outermost = np.full((n + 1, 2), -1, dtype=np.int32)  # the last child to the left, to the right
    count = 0
    for m in range(1, n + 1):
        h = heads[m]
        if h == 0:
            count += 1
        elif m > h:
            outermost[h, 1] = m
        elif outermost[h, 0] < 0:
            outermost[h, 0] = m
    top, filled = np.empty(count, dtype=np.int32), 0
    for m in range(1, n + 1):
        if heads[m] == 0:
            top[filled] = m
            filled += 1
    start = np.zeros(count + 1, dtype=np.int64)
    most = count * (1 + 2 * WINDOW * (DEPTH + 1))
    head, facts = np.empty(most, dtype=np.int32), np.zeros((most, 3), dtype=np.int32)
    found = 0
    for i in range(count):
        place = (i == 0) + 2 * (i == count - 1)
        head[found], facts[found, PLACE] = 0, place
        found += 1
        for gap in range(WINDOW):
            for side in range(2):
                j = i + gap + 1 if side == 1 else i - gap - 1
                if j < 0 or j >= count:
                    continue
                word, down = top[j], 0
                while word >= 0 and down < (DEPTH if gap == 0 else DEPTH // 2):
                    head[found] = word
                    facts[found, GAP], facts[found, DEPTH_DOWN], facts[found, PLACE] = gap + 1, down, place
                    found += 1
                    word, down = outermost[word, 1 - side], down + 1
        start[i + 1] = found
    return Attachments(top, start, head[:found].copy(), facts[:found].copy())


@kernel
def _leader(leaders: Numbers, i: int) -> int:
    """The fragment that stands for all that are joined with this one."""
    while leaders[i] != i:
        leaders[i] = leaders[leaders[i]]
        i = leaders[i]
    return i


@kernel
def join_fragments(found: Attachments, scores: Scores, single_root: bool, fixed: Heads, heads: Heads) -> bool:
    """Attach the fragments in `heads` to each other by the logarithms of probabilities in `scores`.

    Heads in `fixed` (-1: free) are given to the tops of fragments first; whether that leads to a tree is returned.
    """
    count, n = len(found.top), len(heads) - 1
    fragment = np.full(n + 1, -1, dtype=np.int64)
    for i in range(count):
        fragment[found.top[i]] = i
    for m in range(1, n + 1):
        word = m
        while fragment[word] < 0:
            word = heads[word]
        known = fragment[word]
        word = m
        while fragment[word] < 0:
            fragment[word] = known
            word = heads[word]
    leaders = np.arange(count)
    free = np.ones(count, dtype=np.bool_)
    rooted = False
    for i in range(count):
        h = fixed[found.top[i]]
        if h == 0:
            free[i], rooted = False, True
        elif h > 0:
            other, own = _leader(leaders, fragment[h]), _leader(leaders, i)
            if other == own:
                return False
            leaders[own] = other
            heads[found.top[i]], free[i] = h, False
    owner = np.empty(len(scores), dtype=np.int64)
    for i in range(count):
        owner[found.start[i] : found.start[i + 1]] = i
    for place in np.argsort(-scores, kind="mergesort"):
        i, h = owner[place], found.head[place]
        if not free[i]:
            continue
        if h == 0:
            if single_root and rooted:
                continue
            rooted = True
        else:
            other, own = _leader(leaders, fragment[h]), _leader(leaders, i)
            if other == own:
                continue
            leaders[own] = other
            heads[found.top[i]] = h
        free[i] = False
    if not rooted:
        for i in range(count):
            if free[i] and not rooted:
                free[i], rooted = False, True
    main = 0
    while main < count - 1 and (free[main] or heads[found.top[main]] != 0):
        main += 1
    for i in range(count):
        if free[i]:
            heads[found.top[i]] = found.top[main]
    return True
