"""The vine chart: projective trees without long arcs, in time that grows with the sentence and no faster.

Eisner and N. Smith (2005), "Parsing with soft and hard constraints on dependency length": a word may be headed by a
word nearby, as near as the bounds of that head say, or hang from the root, however far away. So a tree is a row of
*fragments*, and the root holds them like a vine. As in `second_order`, each child is scored after the one before it.

Within an arc all spans are short. Only a fragment as a whole can be long, and that is read off from left to right:
up the left spine of the fragment, child by child, to its top, which the root takes, and down its right spine. Which
word the fragment began with need not be remembered, so there are only three such items a word.
"""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Booleans, Heads, Integers, IntegerTable, Scores, ScoreTable, Starts
from arcwalk.compiled import kernel
from arcwalk.trees.decoders.forest import NOTHING, Forest

WANTED = -2  # an item that may be built


class VineArcs(NamedTuple):
    """Arcs within bounds, those of each head to one side, in runs, nearest first.

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
    last: Scores  # (arcs,): no child after this one
    childless: ScoreTable  # (n + 1, 2): no child to the left of a word, to the right


@kernel
def vine_arcs(bounds: IntegerTable) -> VineArcs:
    """All arcs of a sentence: `bounds[h]` is how far the children of h may be, to the left and to the right."""
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


@kernel
def arcs_kept(arcs: VineArcs, kept: Booleans) -> VineArcs:
    """Some of the arcs; all those of the root have to be among them."""
    start, pair = np.zeros_like(arcs.start), np.zeros_like(arcs.pair)
    count = kept.sum()
    head, modifier = np.empty(count, dtype=np.int32), np.empty(count, dtype=np.int32)
    count = 0
    for run in range(len(start) - 1):
        for arc in range(arcs.start[run], arcs.start[run + 1]):
            if kept[arc]:
                head[count], modifier[count] = arcs.head[arc], arcs.modifier[arc]
                count += 1
        start[run + 1] = count
        length = count - start[run] if run > 1 else 0
        pair[run + 1] = pair[run] + length * (length + 1) // 2
    return VineArcs(start, pair, head, modifier)


@kernel
def _reaches(arcs: VineArcs) -> tuple[Starts, Starts]:
    """For each word, how far right arcs of heads up to it reach, and how far left those of heads from it on."""
    start, modifier = arcs.start, arcs.modifier
    n = (len(start) - 3) // 2
    right, left = np.zeros(n + 2, dtype=np.int64), np.full(n + 2, n + 1, dtype=np.int64)
    for h in range(1, n + 1):
        first, last = start[2 * h + 1], start[2 * h + 2]
        right[h] = max(right[h - 1], modifier[last - 1] if last > first else h)
    for h in range(n, 0, -1):
        first, last = start[2 * h], start[2 * h + 1]
        left[h] = min(left[h + 1], modifier[last - 1] if last > first else h)
    return right, left


@kernel
def _arcs_from_the_left(arcs: VineArcs) -> tuple[Starts, Integers]:
    """The arcs to each word m from words before it, from `first[m]` on, the furthest head first."""
    n = (len(arcs.start) - 3) // 2
    first = np.zeros(n + 2, dtype=np.int64)
    for h in range(1, n + 1):
        for arc in range(arcs.start[2 * h + 1], arcs.start[2 * h + 2]):
            first[arcs.modifier[arc] + 1] += 1
    for m in range(n + 1):
        first[m + 1] += first[m]
    found, filled = np.empty(first[n + 1], dtype=np.int32), first.copy()
    for h in range(1, n + 1):
        for arc in range(arcs.start[2 * h + 1], arcs.start[2 * h + 2]):
            m = arcs.modifier[arc]
            found[filled[m]] = arc
            filled[m] += 1
    return first, found


@kernel
def _want_between(arcs: VineArcs, between: IntegerTable) -> int:
    """Mark what lies between children of a head, by left end and width; return how many ways there are to build it."""
    ways = 0
    for run in range(2, len(arcs.start) - 1):
        for outer in range(arcs.start[run], arcs.start[run + 1]):
            for inner in range(arcs.start[run], outer):
                a, b = arcs.modifier[inner], arcs.modifier[outer]
                i, width = min(a, b), abs(a - b)
                if between[i, width] == NOTHING:
                    between[i, width] = WANTED
                    ways += width
    return ways


@kernel
def _add(edges: IntegerTable, edge_scores: Scores, count: int, left: int, right: int, arc: int, score: float) -> int:
    """Join two items, if there are both; return the new number of edges. The next one overwrites one that is none."""
    edges[count, 0], edges[count, 1], edges[count, 2] = left, right, arc
    edge_scores[count] = score
    return count + int(left >= 0 and right >= 0)


@kernel
def vine_forest(arcs: VineArcs, scores: VineScores) -> Forest:
    """All projective trees of these arcs."""
    start, pair, head, modifier = arcs
    n = (len(start) - 3) // 2
    right, left = _reaches(arcs)
    widest = bound = 0
    for h in range(1, n + 1):
        for run, reach in ((2 * h, h - left[h]), (2 * h + 1, right[h] - h)):
            length = start[run + 1] - start[run]
            widest = max(widest, reach)
            bound += length * (reach + 2)
    # Items, -1 for none. Complete spans by head, width and side; those between siblings by left end and width.
    complete = np.full((n + 2, widest + 1, 2), NOTHING, dtype=np.int32)
    between = np.full((n + 2, widest + 1), NOTHING, dtype=np.int32)
    opened = np.full(len(head), NOTHING, dtype=np.int32)
    bound += _want_between(arcs, between) + pair[-1] + 8 * n + 8
    edges, edge_scores = np.empty((bound, 3), dtype=np.int32), np.empty(bound, dtype=np.float64)
    item_start = np.empty(bound + 1, dtype=np.int64)
    items = count = 0
    for i in range(1, n + 1):
        for side in range(2):
            item_start[items] = count
            complete[i, 0, side] = items
            edges[count, 0], edges[count, 1], edges[count, 2] = NOTHING, NOTHING, NOTHING
            edge_scores[count] = scores.childless[i, side]
            items, count = items + 1, count + 1
    ahead = start.copy()  # of each run, the first arc that is longer than all spans so far
    for width in range(1, widest + 1):
        for i in range(1, n + 1 - width):
            j = i + width
            if j > right[i] and i < left[j]:
                continue
            if between[i, width] == WANTED:
                item_start[items] = count
                for k in range(width):
                    parts = complete[i, k, 1], complete[j, width - 1 - k, 0]
                    count = _add(edges, edge_scores, count, parts[0], parts[1], NOTHING, 0.0)
                if count > item_start[items]:
                    between[i, width] = items
                    items += 1
            for side in range(2):
                h, m = (i, j) if side == 1 else (j, i)
                run = 2 * h + side
                arc = ahead[run]
                if arc == start[run + 1] or modifier[arc] != m:
                    continue
                ahead[run] += 1
                item_start[items] = count
                place = arc - start[run]
                part = pair[run] + place * (place + 1) // 2
                inner = complete[m, width - 1, 1 - side]
                if inner >= 0:
                    edges[count, 0], edges[count, 1], edges[count, 2] = inner, NOTHING, arc
                    edge_scores[count] = scores.pair[part]
                    count += 1
                for nearer in range(place):
                    sibling = modifier[start[run] + nearer]
                    facing = between[min(m, sibling), abs(m - sibling)]
                    other = opened[start[run] + nearer]
                    count = _add(edges, edge_scores, count, other, facing, arc, scores.pair[part + 1 + nearer])
                if count > item_start[items]:
                    opened[arc] = items
                    items += 1
            for side in range(2):
                h, end = (i, j) if side == 1 else (j, i)
                item_start[items] = count
                for arc in range(start[2 * h + side], ahead[2 * h + side]):
                    m = modifier[arc]
                    rest = complete[m, abs(end - m), side]
                    count = _add(edges, edge_scores, count, opened[arc], rest, NOTHING, scores.last[arc])
                if count > item_start[items]:
                    complete[h, width, side] = items
                    items += 1
    # Along the vine: words so far with the left spine at a word, with the right spine at it, with it as the end.
    first, from_left = _arcs_from_the_left(arcs)
    rising, falling = np.empty(n + 1, dtype=np.int32), np.empty(n + 1, dtype=np.int32)
    finished = NOTHING
    for word in range(1, n + 1):
        item_start[items] = count
        rising[word] = items
        edges[count, 0], edges[count, 1], edges[count, 2] = finished, NOTHING, NOTHING
        edge_scores[count] = scores.childless[word, 0]
        count += 1
        for arc in range(start[2 * word], start[2 * word + 1]):
            below = rising[modifier[arc]]
            count = _add(edges, edge_scores, count, below, opened[arc], NOTHING, scores.last[arc])
        items += 1
        item_start[items] = count
        falling[word] = items
        edges[count, 0], edges[count, 1], edges[count, 2] = rising[word], NOTHING, start[1] + word - 1
        edge_scores[count] = scores.root[word]
        count += 1
        for place in range(first[word], first[word + 1]):
            arc = from_left[place]
            count = _add(edges, edge_scores, count, falling[head[arc]], opened[arc], NOTHING, scores.last[arc])
        items += 1
        item_start[items] = count
        edges[count, 0], edges[count, 1], edges[count, 2] = falling[word], NOTHING, NOTHING
        edge_scores[count] = scores.childless[word, 1]
        finished = items
        items, count = items + 1, count + 1
    item_start[items] = count
    return Forest(item_start[: items + 1].copy(), edges[:count].copy(), edge_scores[:count].copy(), head, modifier)
