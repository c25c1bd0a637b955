"""The k best trees of a forest, exactly: algorithm 3 of Huang and Chiang (2005), "Better k-best parsing".

The next best way to build an item is computed only when an item above asks for it. A derivation is an edge with one
derivation of each item it joins; the known derivations of an item form a chain, best first. When the chain must grow,
the successors of its last derivation join the queue: the same edge with the next best derivation of either part. The
right part advances from every derivation, the left part only while the right one is still the best, so that each
derivation has one predecessor and is generated once.

Of derivations with equal scores, the one queued first comes first: the order is always the same.
"""

import numpy as np

from arcwalk.arrays import Numbers, NumberTable, Scores, Trees
from arcwalk.compiled import inline, kernel
from arcwalk.trees.decoders.forest import ARC, LEFT, RIGHT, Forest, best_edge, inside

EDGE, NEXT = 2, 3  # columns of a derivation, after LEFT and RIGHT: those of its parts
NONE, UNKNOWN = -1, -2


@inline
def _first_in_line(derivations: NumberTable, scores: Scores, waiting: int) -> int:
    """The best derivation in the queue, a chain from `waiting` on; the earliest of equals."""
    best = waiting
    other = waiting
    while other >= 0:
        if scores[other] > scores[best] or (scores[other] == scores[best] and other < best):
            best = other
        other = derivations[other, NEXT]
    return best


@inline
def _without(derivations: NumberTable, waiting: int, taken: int) -> int:
    """Where the queue starts after one derivation is removed."""
    if taken == waiting:
        return derivations[taken, NEXT]
    before = waiting
    while derivations[before, NEXT] != taken:
        before = derivations[before, NEXT]
    derivations[before, NEXT] = derivations[taken, NEXT]
    return waiting


@kernel
def _derivations(forest: Forest, most: int) -> tuple[NumberTable, Scores, Numbers]:
    """All derivations that were needed, their scores, and which of them are the best of the whole sentence."""
    start, edges, edge_scores = forest.start, forest.edges, forest.scores
    values = inside(forest, False)
    items = len(values)
    goal = items - 1
    if values[goal] == -np.inf:
        return np.empty((0, 4), dtype=np.int64), values, np.empty(0, dtype=np.int64)
    # Derivation i < items is the best one of item i.
    derivations = np.empty((2 * items + 64, 4), dtype=np.int64)
    scores = np.empty(len(derivations), dtype=np.float64)
    scores[:items] = values
    for item in range(items):
        edge = best_edge(start, edges, edge_scores, values, item)
        derivations[item, EDGE], derivations[item, NEXT] = edge, UNKNOWN
        for side in range(2):
            derivations[item, side] = edges[edge, side] if edge >= 0 else NONE
    count = items
    latest = np.arange(items)
    waiting = np.full(items, UNKNOWN, dtype=np.int64)
    stack = np.empty(items + 1, dtype=np.int64)
    chosen = np.empty(most, dtype=np.int64)
    chosen[0] = goal
    rank = 1
    while rank < most:
        stack[0] = goal
        size = 1
        while size > 0:
            item = stack[size - 1]
            last = latest[item]
            edge = derivations[last, EDGE]
            right_is_best = derivations[last, RIGHT] == edges[edge, RIGHT]
            asked = NONE
            for side in range(2):
                part = derivations[last, side]
                if part >= 0 and derivations[part, NEXT] == UNKNOWN and (side == RIGHT or right_is_best):
                    asked = edges[edge, side]
            if asked >= 0:
                stack[size] = asked
                size += 1
                continue
            needed = count + start[item + 1] - start[item] + 2
            if needed > len(scores):
                larger, larger_scores = np.empty((2 * needed, 4), dtype=np.int64), np.empty(2 * needed)
                larger[:count], larger_scores[:count] = derivations[:count], scores[:count]
                derivations, scores = larger, larger_scores
            if waiting[item] == UNKNOWN:
                waiting[item] = NONE
                for other in range(start[item], start[item + 1]):
                    score = edge_scores[other]
                    for side in range(2):
                        derivations[count, side] = edges[other, side]
                        if edges[other, side] >= 0:
                            score += values[edges[other, side]]
                    if other != edge and score > -np.inf:
                        derivations[count, EDGE], derivations[count, NEXT] = other, waiting[item]
                        scores[count], waiting[item] = score, count
                        count += 1
            for side in range(2):
                part = derivations[last, side]
                if part >= 0 and derivations[part, NEXT] >= 0 and (side == RIGHT or right_is_best):
                    derivations[count, LEFT], derivations[count, RIGHT] = (
                        derivations[last, LEFT],
                        derivations[last, RIGHT],
                    )
                    derivations[count, side] = derivations[part, NEXT]
                    derivations[count, EDGE], derivations[count, NEXT] = edge, waiting[item]
                    scores[count], waiting[item] = edge_scores[edge], count
                    for either in range(2):
                        if derivations[count, either] >= 0:
                            scores[count] += scores[derivations[count, either]]
                    count += 1
            following = NONE
            if waiting[item] >= 0:
                following = _first_in_line(derivations, scores, waiting[item])
                waiting[item] = _without(derivations, waiting[item], following)
                derivations[following, NEXT] = UNKNOWN
                latest[item] = following
            derivations[last, NEXT] = following
            size -= 1
        if derivations[chosen[rank - 1], NEXT] < 0:
            break
        chosen[rank] = derivations[chosen[rank - 1], NEXT]
        rank += 1
    return derivations, scores, chosen[:rank].copy()


@kernel
def k_best(forest: Forest, n: int, most: int) -> tuple[Trees, Scores]:
    """The `most` best trees over n words, or all there are, best first, and their scores."""
    derivations, scores, chosen = _derivations(forest, most)
    trees = np.full((len(chosen), n + 1), -1, dtype=np.int32)
    tree_scores = np.empty(len(chosen), dtype=np.float64)
    stack = np.empty(2 * n + 4, dtype=np.int64)
    for rank in range(len(chosen)):
        tree_scores[rank] = scores[chosen[rank]]
        stack[0] = chosen[rank]
        size = 1
        while size > 0:
            size -= 1
            derivation = stack[size]
            arc = forest.edges[derivations[derivation, EDGE], ARC]
            if arc >= 0:
                trees[rank, forest.modifier[arc]] = forest.head[arc]
            for side in range(2):
                if derivations[derivation, side] >= 0:
                    stack[size] = derivations[derivation, side]
                    size += 1
    return trees, tree_scores
