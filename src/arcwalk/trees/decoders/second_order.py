"""The second-order projective chart: arcs and pairs of adjacent siblings (McDonald and Pereira, 2006).

A tree's score is that of its arcs plus, for each side of each head, that of the sequence of children there, nearest
first: its beginning, each child after the one before, and its end (the end alone if there are no children). Without
sibling scores it is the first-order chart of Eisner (1996).

Items are *complete* spans, headed by one end and with all children of the head on that side; *open* spans, one per
candidate arc, from a head to its outermost child so far; and pairs of complete spans *between* siblings. Only candidate
arcs and what can be built from them become items, so the cost of a sentence is the size of the pruned chart rather than
n³. For first-order scores and all arcs of a sentence, `eisner` needs far less memory.
"""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import BooleanTable, Heads, Numbers, Scores, ScoreTable, Starts
from arcwalk.compiled import inline, kernel
from arcwalk.trees.decoders.forest import NOTHING, Forest


class Siblings(NamedTuple):
    """Which candidate arcs can be adjacent: those of one head to one side form a run, nearest first."""

    start: Starts  # (2 n + 3,): run 2 h is to the left of head h, run 2 h + 1 to its right
    arc: Numbers  # (arcs,): run after run
    rank: Numbers  # (arcs,): of each arc in its run
    modifier: Heads  # (arcs,)
    part: Starts  # (arcs + 1,): the pairs of each arc: as nearest child, then with each nearer sibling in its run


class PartScores(NamedTuple):
    """The scores of all parts of trees."""

    arc: Scores  # (arcs,)
    sibling: Scores  # (pairs,), see `Siblings.part`
    last: Scores  # (arcs,): no child after this one
    childless: ScoreTable  # (n + 1, 2): no child to the left of a word, none to the right


@kernel
def find_siblings(start: Starts, head: Heads) -> Siblings:
    """Candidate arcs by head and side."""
    n = len(start) - 2
    runs = np.zeros(2 * n + 3, dtype=np.int64)
    modifier = np.empty(len(head), dtype=np.int32)
    for m in range(1, n + 1):
        for arc in range(start[m], start[m + 1]):
            modifier[arc] = m
            runs[2 * head[arc] + (m > head[arc]) + 1] += 1
    for run in range(2 * n + 2):
        runs[run + 1] += runs[run]
    filled = np.zeros(2 * n + 2, dtype=np.int64)
    arcs, rank = np.empty(len(head), dtype=np.int64), np.empty(len(head), dtype=np.int64)
    for side in range(2):
        for step in range(1, n + 1):
            m = step if side == 1 else n + 1 - step
            for arc in range(start[m], start[m + 1]):
                if (m > head[arc]) == side:
                    run = 2 * head[arc] + side
                    rank[arc] = filled[run]
                    arcs[runs[run] + filled[run]] = arc
                    filled[run] += 1
    part = np.zeros(len(head) + 1, dtype=np.int64)
    for arc in range(len(head)):
        part[arc + 1] = part[arc] + rank[arc] + 1
    return Siblings(runs, arcs, rank, modifier, part)


@kernel
def second_order_score(head: Heads, siblings: Siblings, scores: PartScores, heads: Heads) -> float:
    """The score of any tree, projective or not; -inf if an arc is not a candidate."""
    total = 0.0
    met = 0
    for run in range(1, len(siblings.start) - 1):  # the root has no left side
        before = NOTHING
        for i in range(siblings.start[run], siblings.start[run + 1]):
            arc = siblings.arc[i]
            if heads[siblings.modifier[arc]] == head[arc]:
                nearer = 0 if before < 0 else 1 + siblings.rank[before]
                total += scores.arc[arc] + scores.sibling[siblings.part[arc] + nearer]
                before = arc
                met += 1
        total += scores.childless[run // 2, run % 2] if before < 0 else scores.last[before]
    return total if met == len(heads) - 1 else -np.inf


@inline
def _plan(siblings: Siblings, first: int) -> tuple[BooleanTable, int]:
    """Which pairs of words can be siblings, and an upper bound on the number of edges."""
    n = (len(siblings.start) - 3) // 2
    pairs = np.zeros((n + 1, n + 1), dtype=np.bool_)
    bound = 3 * n + 4 + siblings.part[len(siblings.arc)]
    for run in range(2 * first, len(siblings.start) - 1):
        for i in range(siblings.start[run], siblings.start[run + 1]):
            m = siblings.modifier[siblings.arc[i]]
            bound += n - m + 1 if run % 2 == 1 else m
            for other in range(siblings.start[run], i):
                s = siblings.modifier[siblings.arc[other]]
                left, right = min(s, m), max(s, m)
                if not pairs[left, right]:
                    pairs[left, right] = True
                    bound += right - left
    return pairs, bound


@kernel
def second_order_forest(
    start: Starts, head: Heads, siblings: Siblings, scores: PartScores, single_root: bool
) -> Forest:
    """All projective trees within the candidates; exactly one word is attached to the root if `single_root`."""
    n = len(start) - 2
    first = 1 if single_root else 0
    runs, run_arc, rank, modifier, part = siblings
    of_arc, of_pair, of_last, childless = scores
    pairs, bound = _plan(siblings, first)
    edges, edge_scores = np.empty((bound, 3), dtype=np.int32), np.empty(bound, dtype=np.float64)
    item_start = np.empty(min(bound, 3 * (n + 1) * (n + 1) + len(head)) + 2, dtype=np.int64)
    arcs = np.full((n + 1, n + 1), NOTHING, dtype=np.int32)  # [head, modifier]
    for arc in range(len(head)):
        arcs[head[arc], modifier[arc]] = arc
    # Items, -1 for none. Complete spans are [head, other end, side], those between siblings [left, right].
    complete = np.full((n + 1, n + 1, 2), NOTHING, dtype=np.int32)
    between = np.full((n + 1, n + 1), NOTHING, dtype=np.int32)
    opened = np.full(len(head), NOTHING, dtype=np.int32)
    items = count = 0
    for width in range(n + 1):
        for i in range(first, n + 1 - width):
            j = i + width
            if width == 0:
                for side in range(2):
                    item_start[items] = count
                    complete[i, i, side] = items
                    edges[count] = NOTHING
                    edge_scores[count] = childless[i, side]
                    items, count = items + 1, count + 1
                continue
            item_start[items] = count
            if pairs[i, j]:
                for k in range(i, j):
                    left, right = complete[i, k, 1], complete[j, k + 1, 0]
                    if left >= 0 and right >= 0:
                        edges[count, 0], edges[count, 1], edges[count, 2] = left, right, NOTHING
                        edge_scores[count] = 0.0
                        count += 1
                if count > item_start[items]:
                    between[i, j] = items
                    items += 1
            for side in range(2):
                h, m = (i, j) if side == 1 else (j, i)
                arc = arcs[h, m]
                if arc < 0:
                    continue
                item_start[items] = count
                inner = complete[m, h + 1, 0] if side == 1 else complete[m, h - 1, 1]
                if inner >= 0:
                    edges[count, 0], edges[count, 1], edges[count, 2] = inner, NOTHING, arc
                    edge_scores[count] = of_arc[arc] + of_pair[part[arc]]
                    count += 1
                for nearer in range(rank[arc]):
                    other = run_arc[runs[2 * h + side] + nearer]
                    s = modifier[other]
                    facing = between[s, m] if side == 1 else between[m, s]
                    if facing >= 0 and opened[other] >= 0:
                        edges[count, 0], edges[count, 1], edges[count, 2] = opened[other], facing, arc
                        edge_scores[count] = of_arc[arc] + of_pair[part[arc] + 1 + nearer]
                        count += 1
                if count > item_start[items]:
                    opened[arc] = items
                    items += 1
            for side in range(2):
                h, end = (i, j) if side == 1 else (j, i)
                item_start[items] = count
                for place_in_run in range(runs[2 * h + side], runs[2 * h + side + 1]):
                    arc = run_arc[place_in_run]
                    m = modifier[arc]
                    if (m > end) if side == 1 else (m < end):
                        break
                    if opened[arc] >= 0 and complete[m, end, side] >= 0:
                        edges[count, 0], edges[count, 1], edges[count, 2] = opened[arc], complete[m, end, side], NOTHING
                        edge_scores[count] = of_last[arc]
                        count += 1
                if count > item_start[items]:
                    complete[h, end, side] = items
                    items += 1
    item_start[items] = count
    if single_root:
        for i in range(runs[1], runs[2]):
            arc = run_arc[i]
            m = modifier[arc]
            left, right = complete[m, 1, 0], complete[m, n, 1]
            if left >= 0 and right >= 0:
                edges[count, 0], edges[count, 1], edges[count, 2] = left, right, arc
                edge_scores[count] = of_arc[arc] + of_pair[part[arc]] + of_last[arc]
                count += 1
    elif complete[0, n, 1] >= 0:
        edges[count, 0], edges[count, 1], edges[count, 2] = complete[0, n, 1], NOTHING, NOTHING
        edge_scores[count] = 0.0
        count += 1
    item_start[items + 1] = count
    return Forest(item_start[: items + 2].copy(), edges[:count].copy(), edge_scores[:count].copy(), head, modifier)
