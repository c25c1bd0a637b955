"""The vine chart: projective trees under bounds on arc length, in O(n).

Eisner and N. Smith (2005), "Parsing with soft and hard constraints on dependency length": the head of a word is either
within the length bounds of that head's tag, or the root, at any distance. A tree is thus a sequence of *fragments*
hanging from the root like leaves from a vine. As in `second_order`, each child is scored with its inner sibling.

All spans under an arc are short; only whole fragments can be long, and those are built from left to right: up the left
spine to the fragment's top, which the root takes, then down the right spine. The item need not remember where the
fragment began, so three items per word suffice.
"""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Booleans, Heads, IntegerTable, Scores, ScoreTable, Starts
from arcwalk.compiled import inline, kernel
from arcwalk.trees.decoders.forest import NOTHING, Forest

WANTED = -2  # an item that is needed but not built yet


class VineArcs(NamedTuple):
    """Arcs within bounds, in one run per head and side, nearest modifier first.

    The run of head h starts at `start[2 h]` on its left, at `start[2 h + 1]` on its right; that of the root has all
    words. The modifier at rank p of any other run is the first child, or follows one of the p nearer ones: p + 1
    *pairs*, starting at `pair[run] + p (p + 1) / 2` with the one for the first child.
    """

    start: Starts  # (2 n + 3,)
    pair: Starts  # (2 n + 3,)
    head: Heads  # (arcs,)
    modifier: Heads  # (arcs,)


class VineScores(NamedTuple):
    """The scores of the parts of a tree."""

    root: Scores  # (n + 1,): a word attached to the root
    pair: Scores  # (pairs,): a child of a word, with its inner sibling
    last: Scores  # (arcs,): no child beyond this one
    childless: ScoreTable  # (n + 1, 2): no child on the left of a word, on the right


@inline
def vine_arcs(bounds: IntegerTable) -> VineArcs:
    """All arcs of a sentence; `bounds[h]` are the longest arcs from h to the left and to the right."""
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
        for rank in range(start[run + 1] - start[run]):
            head[start[run] + rank] = h
            modifier[start[run] + rank] = h + step * (rank + 1)
    return VineArcs(start, pair, head, modifier)


@inline
def arcs_allowed(arcs: VineArcs, fixed: Heads) -> Booleans:
    """Which arcs agree with the `fixed` heads (-1: free). All arcs from the root stay, see `forbid_root`."""
    allowed = np.empty(len(arcs.head), dtype=np.bool_)
    for arc in range(len(allowed)):
        h = fixed[arcs.modifier[arc]]
        allowed[arc] = h < 0 or arcs.head[arc] == 0 or arcs.head[arc] == h
    return allowed


@inline
def forbid_root(arcs: VineArcs, fixed: Heads, scores: VineScores) -> None:
    """Keep words off the root whose fixed head is within bounds; the others wait there for fragments to be joined."""
    for arc in range(len(fixed) - 1, len(arcs.head)):
        if fixed[arcs.modifier[arc]] == arcs.head[arc]:
            scores.root[arcs.modifier[arc]] = -np.inf


@inline
def select_arcs(arcs: VineArcs, kept: Booleans) -> VineArcs:
    """A subset of the arcs, which must include all arcs from the root."""
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


@inline
def _reaches(arcs: VineArcs) -> tuple[Starts, Starts]:
    """For each word, how far right the arcs of heads up to it reach, and how far left those of heads from it on."""
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


@inline
def _want_between(arcs: VineArcs, between: IntegerTable) -> int:
    """Mark the spans between siblings, by left end and width; return an upper bound on the edges that build them."""
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


@inline
def _add(edges: IntegerTable, edge_scores: Scores, count: int, left: int, right: int, arc: int, score: float) -> int:
    """Join two items if both exist, otherwise leave the slot to the next edge; return the new number of edges."""
    edges[count, 0], edges[count, 1], edges[count, 2] = left, right, arc
    edge_scores[count] = score
    return count + int(left >= 0 and right >= 0)


@inline
def _extend(edges: IntegerTable, edge_scores: Scores, count: int, item: int, arc: int, score: float) -> int:
    """Build on a single item, or on nothing; return the new number of edges."""
    edges[count, 0], edges[count, 1], edges[count, 2] = item, NOTHING, arc
    edge_scores[count] = score
    return count + 1


@kernel
def vine_forest(arcs: VineArcs, scores: VineScores) -> Forest:
    """All projective trees over these arcs."""
    start, pair, head, modifier = arcs
    n = (len(start) - 3) // 2
    right, left = _reaches(arcs)
    widest = bound = 0
    for h in range(1, n + 1):
        for run, reach in ((2 * h, h - left[h]), (2 * h + 1, right[h] - h)):
            length = start[run + 1] - start[run]
            widest = max(widest, reach)
            bound += length * (reach + 2)
    # Items, -1 for none: complete spans by head, width and side; spans between siblings by left end and width.
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
            count = _extend(edges, edge_scores, count, NOTHING, NOTHING, scores.childless[i, side])
            items += 1
    ahead = start.copy()  # of each run, the first arc longer than all spans so far
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
                rank = arc - start[run]
                part = pair[run] + rank * (rank + 1) // 2
                inner = complete[m, width - 1, 1 - side]
                if inner >= 0:
                    count = _extend(edges, edge_scores, count, inner, arc, scores.pair[part])
                for nearer in range(rank):
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
    # Along the vine, the words so far: with a word on the left spine, on the right spine, at the end of a fragment.
    first, following = np.full(n + 1, NOTHING), np.full(len(head), NOTHING)  # chains of arcs to a word from its left
    for arc in range(len(head) - 1, n - 1, -1):
        if head[arc] < modifier[arc]:
            following[arc], first[modifier[arc]] = first[modifier[arc]], arc
    rising, falling = np.empty(n + 1, dtype=np.int32), np.empty(n + 1, dtype=np.int32)
    finished = NOTHING
    for word in range(1, n + 1):
        item_start[items] = count
        rising[word] = items
        count = _extend(edges, edge_scores, count, finished, NOTHING, scores.childless[word, 0])
        for arc in range(start[2 * word], start[2 * word + 1]):
            below = rising[modifier[arc]]
            count = _add(edges, edge_scores, count, below, opened[arc], NOTHING, scores.last[arc])
        items += 1
        item_start[items] = count
        falling[word] = items
        count = _extend(edges, edge_scores, count, rising[word], start[1] + word - 1, scores.root[word])
        arc = first[word]
        while arc >= 0:
            count = _add(edges, edge_scores, count, falling[head[arc]], opened[arc], NOTHING, scores.last[arc])
            arc = following[arc]
        items += 1
        item_start[items] = count
        count = _extend(edges, edge_scores, count, falling[word], NOTHING, scores.childless[word, 1])
        finished = items
        items += 1
    item_start[items] = count
    return Forest(item_start[: items + 1].copy(), edges[:count].copy(), edge_scores[:count].copy(), head, modifier)
