"""The vine chart: projective trees without long arcs, in time that grows with the sentence and no faster.

Eisner and N. Smith (2005), "Parsing with soft and hard constraints on dependency length": a word may be headed by a
word nearby, as near as the bounds of that head say, or hang from the root, however far away. So a tree is a row of
*fragments*, and the root holds them like a vine. As in `second_order`, each child is scored after the one before it.

Within an arc all spans are short. Only a fragment as a whole can be long, and that is read off from left to right:
up the left spine of the fragment, child by child, to its top, which the root takes, and down its right spine. Which
word the fragment began with need not be remembered, so there are only three such items a word.
"""

from typing import NamedTuple

import numba
import numpy as np
from numba import types

from arcwalk.arrays import Heads, Integers, Scores, Starts
from arcwalk.compiled import kernel
from arcwalk.trees.forest import FOREST_TYPE, NOTHING, Forest


class VineArcs(NamedTuple):
    """The arcs within bounds: those of each head to one side, in runs, nearest first.

    The run of head h starts at `start[2 h]` to its left, at `start[2 h + 1]` to its right, and that of the root has
    all words. The child at place p of another head's run follows none of those before it or one of them: p + 1
    *pairs*, from `pair[run] + p (p + 1) / 2` on, first the one with no child before.
    """

    start: Starts  # (2 n + 3,)
    pair: Starts  # (2 n + 3,)
    head: Heads  # (arcs,)
    modifier: Heads  # (arcs,)


class VineScores(NamedTuple):
    """The scores of all parts that trees are made of."""

    root: Scores  # (n + 1,): a word under the root
    pair: Scores  # (pairs,): a child of another head, after the one before it
    last: Scores  # (arcs,): no child after this one; -inf where the arc is not wanted at all
    childless: Scores  # (n + 1, 2): no child to the left of a word, to the right


VINE_ARCS_TYPE = types.NamedTuple([numba.int64[::1], numba.int64[::1], numba.int32[::1], numba.int32[::1]], VineArcs)
VINE_SCORES_TYPE = types.NamedTuple(
    [numba.float64[::1], numba.float64[::1], numba.float64[::1], numba.float64[:, ::1]], VineScores
)


@kernel(VINE_ARCS_TYPE(numba.int32[:, ::1]))
def vine_arcs(bounds: Integers) -> VineArcs:
    """The arcs of a sentence: `bounds[h]` is how far the children of h may be, to the left and to the right."""
    n = len(bounds) - 1
    start, pair = np.zeros(2 * n + 3, dtype=np.int64), np.zeros(2 * n + 3, dtype=np.int64)
    start[2] = n
    for run in range(2, 2 * n + 2):
        h, side = run // 2, run % 2
        length = max(0, min(bounds[h, side], n - h if side == 1 else h - 1))
        start[run + 1] = start[run] + length
        pair[run + 1] = pair[run] + length * (length + 1) // 2
    head, modifier = np.empty(start[-1], dtype=np.int32), np.empty(start[-1], dtype=np.int32)
    for run in range(1, 2 * n + 2):
        h, step = run // 2, 1 if run % 2 == 1 else -1
        for place in range(start[run + 1] - start[run]):
            head[start[run] + place] = h
            modifier[start[run] + place] = h + step * (place + 1)
    return VineArcs(start, pair, head, modifier)


@kernel(numba.int64[::1](numba.int64[::1], numba.float64[::1]))
def _wanted(start: Starts, last: Scores) -> Starts:
    """Of each run, how many arcs there are up to the furthest one that is wanted."""
    wanted = np.zeros(len(start) - 1, dtype=np.int64)
    for run in range(2, len(wanted)):
        length = start[run + 1] - start[run]
        while length > 0 and last[start[run] + length - 1] == -np.inf:
            length -= 1
        wanted[run] = length
    return wanted


@kernel(types.Tuple((numba.int64[::1], numba.int64[::1]))(numba.int64[::1]))
def _reaches(wanted: Starts) -> tuple[Starts, Starts]:
    """For each word, how far right arcs of heads up to it reach, and how far left those of heads from it on."""
    n = (len(wanted) - 2) // 2
    right, left = np.zeros(n + 2, dtype=np.int64), np.full(n + 2, n + 1, dtype=np.int64)
    for h in range(1, n + 1):
        right[h] = max(right[h - 1], h + wanted[2 * h + 1])
    for h in range(n, 0, -1):
        left[h] = min(left[h + 1], h - wanted[2 * h])
    return right, left


@kernel(numba.int64(VINE_ARCS_TYPE, numba.int64[::1], numba.int64[::1], numba.int64[::1], numba.int64))
def _most_edges(arcs: VineArcs, wanted: Starts, right: Starts, left: Starts, widest: int) -> int:
    """An upper bound on the number of edges."""
    n = (len(arcs.start) - 3) // 2
    bound = 8 * n + 8
    for run in range(2, len(wanted)):
        bound += wanted[run] * (wanted[run] + 1) // 2 + 2 * wanted[run]
    for i in range(1, n + 1):
        for j in range(i + 1, min(i + widest, n) + 1):
            if j <= right[i] or i >= left[j]:
                bound += 3 * (j - i)
    return bound


@kernel("int64(int32[:, ::1], float64[::1], int64, int64, int64, float64)")
def _add(edges: Integers, edge_scores: Scores, count: int, left: int, right: int, score: float) -> int:
    """Join two items, if there are both; return the new number of edges."""
    if left < 0 or right < 0:
        return count
    edges[count, 0], edges[count, 1], edges[count, 2] = left, right, NOTHING
    edge_scores[count] = score
    return count + 1


@kernel(FOREST_TYPE(VINE_ARCS_TYPE, VINE_SCORES_TYPE))
def vine_forest(arcs: VineArcs, scores: VineScores) -> Forest:
    """All projective trees within the bounds."""
    start, pair, head, modifier = arcs
    n = (len(start) - 3) // 2
    wanted = _wanted(start, scores.last)
    right, left = _reaches(wanted)
    widest = wanted.max()
    bound = _most_edges(arcs, wanted, right, left, widest)
    edges, edge_scores = np.empty((bound, 3), dtype=np.int32), np.empty(bound, dtype=np.float64)
    item_start = np.empty(bound + 1, dtype=np.int64)
    # Items, -1 for none. Complete spans by head, width and side; those between siblings by left end and width.
    complete = np.full((n + 2, widest + 1, 2), NOTHING, dtype=np.int32)
    between = np.full((n + 2, widest + 1), NOTHING, dtype=np.int32)
    opened = np.full(len(head), NOTHING, dtype=np.int32)
    items = count = 0
    for width in range(widest + 1):
        for i in range(1, n + 1 - width):
            j = i + width
            if width == 0:
                for side in range(2):
                    item_start[items] = count
                    complete[i, 0, side] = items
                    edges[count] = NOTHING
                    edge_scores[count] = scores.childless[i, side]
                    items, count = items + 1, count + 1
                continue
            if j > right[i] and i < left[j]:
                continue
            item_start[items] = count
            if j <= right[i - 1] or i >= left[j + 1]:
                for k in range(width):
                    count = _add(edges, edge_scores, count, complete[i, k, 1], complete[j, width - 1 - k, 0], 0.0)
                if count > item_start[items]:
                    between[i, width] = items
                    items += 1
            for side in range(2):
                h, m = (i, j) if side == 1 else (j, i)
                run, place = 2 * h + side, width - 1
                arc = start[run] + place
                if place >= wanted[run] or scores.last[arc] == -np.inf:
                    continue
                item_start[items] = count
                part = pair[run] + place * (place + 1) // 2
                inner = complete[m, place, 1 - side]
                if inner >= 0:
                    edges[count, 0], edges[count, 1] = inner, NOTHING
                    edge_scores[count] = scores.pair[part]
                    count += 1
                for nearer in range(place):
                    other, facing = (
                        opened[start[run] + nearer],
                        between[i + nearer + 1 if side == 1 else i, place - nearer],
                    )
                    count = _add(edges, edge_scores, count, other, facing, scores.pair[part + 1 + nearer])
                edges[item_start[items] : count, 2] = arc
                if count > item_start[items]:
                    opened[arc] = items
                    items += 1
            for side in range(2):
                h = i if side == 1 else j
                run = 2 * h + side
                item_start[items] = count
                for place in range(min(width, wanted[run])):
                    arc = start[run] + place
                    rest = complete[modifier[arc], width - 1 - place, side]
                    count = _add(edges, edge_scores, count, opened[arc], rest, scores.last[arc])
                if count > item_start[items]:
                    complete[h, width, side] = items
                    items += 1
    # Along the vine: words so far with the left spine at a word, with the right spine at it, with it as the end.
    rising, falling = np.empty(n + 1, dtype=np.int32), np.empty(n + 1, dtype=np.int32)
    finished = NOTHING
    for word in range(1, n + 1):
        item_start[items] = count
        rising[word] = items
        edges[count, 0], edges[count, 1], edges[count, 2] = finished, NOTHING, NOTHING
        edge_scores[count] = scores.childless[word, 0]
        count += 1
        for arc in range(start[2 * word], start[2 * word] + wanted[2 * word]):
            count = _add(edges, edge_scores, count, rising[modifier[arc]], opened[arc], scores.last[arc])
        items += 1
        item_start[items] = count
        falling[word] = items
        edges[count, 0], edges[count, 1], edges[count, 2] = rising[word], NOTHING, start[1] + word - 1
        edge_scores[count] = scores.root[word]
        count += 1
        for h in range(max(1, word - widest), word):
            arc = start[2 * h + 1] + word - h - 1
            if word - h <= wanted[2 * h + 1]:
                count = _add(edges, edge_scores, count, falling[h], opened[arc], scores.last[arc])
        items += 1
        item_start[items] = count
        edges[count, 0], edges[count, 1], edges[count, 2] = falling[word], NOTHING, NOTHING
        edge_scores[count] = scores.childless[word, 1]
        finished = items
        items, count = items + 1, count + 1
    item_start[items] = count
    return Forest(item_start[: items + 1].copy(), edges[:count].copy(), edge_scores[:count].copy(), head, modifier)
