"""Smaller forests, for searching the same trees again and again with other scores of arcs."""

import numpy as np

from arcwalk.arrays import Heads, Scores
from arcwalk.compiled import kernel
from arcwalk.trees.decoders.forest import ARC, NOTHING, Forest, best_tree, inside, joined


@kernel
def pruned_forest(forest: Forest, slack: float) -> Forest:
    """Only what is part of a tree that scores at most `slack` less than the best one: pruning by max-marginals."""
    start, edges, scores = forest.start, forest.edges, forest.scores
    values = inside(forest, False)
    outside = np.full(len(values), -np.inf)
    goal = len(values) - 1
    outside[goal] = 0.0
    least = values[goal] - slack
    kept = np.zeros(len(edges), dtype=np.bool_)
    new_items = np.full(len(values), NOTHING, dtype=np.int32)
    for item in range(goal, -1, -1):
        if outside[item] > -np.inf and values[item] > -np.inf:
            for edge in range(start[item], start[item + 1]):
                whole = outside[item] + joined(edges, scores, values, edge)
                if whole < least or whole == -np.inf:
                    continue
                kept[edge] = True
                for side in range(2):
                    part = edges[edge, side]
                    if part >= 0:
                        outside[part] = max(outside[part], whole - values[part])
    items = 0
    for item in range(len(values)):
        for edge in range(start[item], start[item + 1]):
            for side in range(2):  # what an edge joins is kept if the edge is, unless rounding has come in between
                part = edges[edge, side]
                kept[edge] &= part < 0 or new_items[part] >= 0
            if kept[edge] and new_items[item] < 0:
                new_items[item] = items
                items += 1
    new_start = np.zeros(items + 1, dtype=np.int64)
    new_edges, new_scores = np.empty((np.count_nonzero(kept), 3), dtype=np.int32), scores[kept]
    count = 0
    for item in range(len(values)):
        if new_items[item] < 0:
            continue
        for edge in range(start[item], start[item + 1]):
            if kept[edge]:
                for side in range(2):
                    part = edges[edge, side]
                    new_edges[count, side] = new_items[part] if part >= 0 else NOTHING
                new_edges[count, ARC] = edges[edge, ARC]
                count += 1
        new_start[new_items[item] + 1] = count
    return Forest(new_start, new_edges, new_scores, forest.head, forest.modifier)


@kernel
def best_adjusted(forest: Forest, adjustments: Scores, heads_out: Heads) -> float:
    """Write the best tree when something is added to the score of each arc; return its score, -inf for none."""
    scores = forest.scores.copy()
    for edge in range(len(scores)):
        arc = forest.edges[edge, ARC]
        if arc >= 0:
            scores[edge] += adjustments[arc]
    return best_tree(Forest(forest.start, forest.edges, scores, forest.head, forest.modifier), heads_out)
