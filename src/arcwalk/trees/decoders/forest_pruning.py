"""Pruned forests, for decoding the same sentence again and again with other arc scores."""

import numpy as np

from arcwalk.arrays import Heads, Scores
from arcwalk.compiled import inline, kernel
from arcwalk.trees.decoders.forest import ARC, NOTHING, Forest, best_tree, best_with_edges, inside


@kernel
def pruned_forest(forest: Forest, slack: float) -> Forest:
    """Only the edges of trees that score at most `slack` less than the best one: pruning by max-marginals."""
    start, edges, scores = forest.start, forest.edges, forest.scores
    values = inside(forest, False)
    kept = best_with_edges(forest, values, values[len(values) - 1] - slack) > -np.inf
    new_items = np.full(len(values), NOTHING, dtype=np.int32)
    items = 0
    for item in range(len(values)):
        for edge in range(start[item], start[item + 1]):
            for side in range(2):  # an edge's items are kept if the edge is, except for rounding
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


@inline
def best_adjusted(forest: Forest, adjustments: Scores, heads_out: Heads) -> float:
    """Write the best tree when `adjustments` are added to the arc scores; return its score, -inf for none."""
    scores = forest.scores.copy()
    for edge in range(len(scores)):
        arc = forest.edges[edge, ARC]
        if arc >= 0:
            scores[edge] += adjustments[arc]
    return best_tree(Forest(forest.start, forest.edges, scores, forest.head, forest.modifier), heads_out)
