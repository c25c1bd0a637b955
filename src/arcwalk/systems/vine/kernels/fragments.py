"""Joining the fragments of a vine parse into one tree.

A vine parse attaches several words to the root: real roots, and words whose head is out of bounds. The top of each
fragment may be attached to words of a few neighboring fragments, along the spine that faces it; their number does not
grow with the sentence. A log-linear model scores them. Attachments are made in the order of their probability, except
those that would close a cycle or add a second root where only one is allowed; whatever is left then goes under the
word that is attached to the root.
"""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Codes, Heads, IntegerTable, Scores, Starts, Weights
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.bins import distance_bin
from arcwalk.features.kernels.hashing import index_shift
from arcwalk.features.kernels.part_keys import PartTable, part_keys
from arcwalk.systems.vine.kernels.head_model import log_softmax

WINDOW = 4  # fragments on each side
DEPTH = 6  # words on the spine of the nearest fragment; half as many on others
GAP, DEPTH_DOWN, PLACE = range(3)  # columns of `Attachments.structure`


class Attachments(NamedTuple):
    """Where the top of each fragment may be attached: first the root, then words of fragments nearby."""

    top: Heads  # (fragments,)
    start: Starts  # (fragments + 1,)
    head: Heads  # (attachments,)
    structure: IntegerTable  # (attachments, 3): fragments between, steps down the spine; first, last, only or inner


@kernel
def find_attachments(heads: Heads) -> Attachments:
    """The possible attachments of all fragments of a vine parse."""
    n = len(heads) - 1
    outermost = np.full((n + 1, 2), -1, dtype=np.int32)  # child on the left, on the right
    for m in range(1, n + 1):
        h = heads[m]
        if 0 < h < m:
            outermost[h, 1] = m
        elif h > m and outermost[h, 0] < 0:
            outermost[h, 0] = m
    top = (np.flatnonzero(heads[1:] == 0) + 1).astype(np.int32)
    count = len(top)
    start = np.zeros(count + 1, dtype=np.int64)
    most = count * (1 + 2 * WINDOW * (DEPTH + 1))
    head, structure = np.empty(most, dtype=np.int32), np.zeros((most, 3), dtype=np.int32)
    entry = 0
    for i in range(count):
        place = (i == 0) + 2 * (i == count - 1)
        head[entry], structure[entry, PLACE] = 0, place
        entry += 1
        for gap in range(WINDOW):
            for side in range(2):
                j = i + gap + 1 if side == 1 else i - gap - 1
                if j < 0 or j >= count:
                    continue
                word, down = top[j], 0
                while word >= 0 and down < (DEPTH if gap == 0 else DEPTH // 2):
                    head[entry] = word
                    structure[entry, GAP], structure[entry, DEPTH_DOWN], structure[entry, PLACE] = gap + 1, down, place
                    entry += 1
                    word, down = outermost[word, 1 - side], down + 1
        start[i + 1] = entry
    return Attachments(top, start, head[:entry].copy(), structure[:entry].copy())


@kernel
def attachment_indices(sentence: Codes, attachments: Attachments, table: PartTable, size: int) -> IntegerTable:
    """The indices of each attachment's features among `size` weights, a power of 2."""
    shift = index_shift(size)
    width = len(table.row_salts)
    indices = np.empty((len(attachments.head), width), dtype=np.int32)
    words, structure = np.empty(2, dtype=np.int64), np.empty(5, dtype=np.int64)
    keys = np.empty(width, dtype=np.uint32)
    for i in range(len(attachments.top)):
        m = attachments.top[i]
        for attachment in range(attachments.start[i], attachments.start[i + 1]):
            h = attachments.head[attachment]
            words[0], words[1] = h, m
            structure[0] = 2 if h == 0 else np.int64(h < m)
            structure[1] = 0 if h == 0 else distance_bin(abs(h - m))
            structure[2:] = attachments.structure[attachment]
            part_keys(sentence, table, 0, words, structure, 0, keys)
            for k in range(width):
                indices[attachment, k] = keys[k] >> shift
    return indices


@inline
def attachment_scores(sentence: Codes, attachments: Attachments, table: PartTable, weights: Weights) -> Scores:
    """The log probability of each attachment among those of its fragment."""
    indices = attachment_indices(sentence, attachments, table, len(weights))
    scores = np.zeros(len(attachments.head), dtype=np.float64)
    for attachment in range(len(scores)):
        for k in range(indices.shape[1]):
            scores[attachment] += weights[indices[attachment, k]]
    log_softmax(attachments.start, scores)
    return scores


@inline
def _leader(leaders: Heads, i: int) -> int:
    """The word that represents all those joined with this one (union-find)."""
    while leaders[i] != i:
        leaders[i] = leaders[leaders[i]]
        i = leaders[i]
    return i


@inline
def join_fragments(attachments: Attachments, scores: Scores, single_root: bool, fixed: Heads, heads: Heads) -> bool:
    """Join the fragments in `heads`, likeliest attachment first; false if `fixed` heads (-1: free) leave no tree."""
    count = len(attachments.top)
    leaders = heads.copy()
    leaders[attachments.top] = attachments.top
    free = np.ones(count, dtype=np.bool_)
    rooted = False
    for i in range(count):
        m = attachments.top[i]
        h = fixed[m]
        if h == 0:
            free[i], rooted = False, True
        elif h > 0:
            other = _leader(leaders, h)
            if other == m:
                return False
            leaders[m] = other
            heads[m], free[i] = h, False
    owner = np.repeat(np.arange(count), np.diff(attachments.start))
    for attachment in np.argsort(-scores, kind="mergesort"):
        i, h = owner[attachment], attachments.head[attachment]
        m = attachments.top[i]
        if not free[i] or (h == 0 and single_root and rooted):
            continue
        if h == 0:
            rooted = True
        else:
            other = _leader(leaders, h)
            if other == m:
                continue
            leaders[m] = other
            heads[m] = h
        free[i] = False
    if not rooted:
        for i in range(count):
            if free[i] and not rooted:
                free[i], rooted = False, True
    main = 0
    while main < count - 1 and (free[main] or heads[attachments.top[main]] != 0):
        main += 1
    for i in range(count):
        if free[i]:
            heads[attachments.top[i]] = attachments.top[main]
    return True
