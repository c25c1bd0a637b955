"""Packed forests: all trees of a chart, and the algorithms over them, whatever the chart.

A chart is a list of *items*, each after the items it is built from. An item can be built in several ways, its *edges*
(a hypergraph); an edge joins at most two items, may add an arc to the tree, and has a score. The items of a chart are
defined in a file of its own (`second_order`); the best tree, sums over all trees, arc marginals and max-marginals are
computed here, the k best trees in `k_best`.

Where every tree has exactly one derivation, as in Eisner's charts, sums over derivations are sums over trees.
"""

import math
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Heads, IntegerTable, Scores, Starts
from arcwalk.compiled import inline, kernel

LEFT, RIGHT, ARC = range(3)
NOTHING = -1


class Forest(NamedTuple):
    """Edges, item by item; the last item is the whole sentence, and has no edges if there is no tree."""

    start: Starts  # (items + 1,): where the edges of each item start
    edges: IntegerTable  # (edges, 3): the items that each joins and the arc it adds, -1 for none
    scores: Scores  # (edges,)
    head: Heads  # (arcs,)
    modifier: Heads  # (arcs,)


@inline
def joined(edges: IntegerTable, scores: Scores, values: Scores, edge: int) -> float:
    """The score of an edge plus the values of the items it joins."""
    left, right = edges[edge, LEFT], edges[edge, RIGHT]
    of_left, of_right = values[max(left, 0)], values[max(right, 0)]  # always read: a branch would cost more
    return scores[edge] + (of_left if left >= 0 else 0.0) + (of_right if right >= 0 else 0.0)


@kernel
def inside(forest: Forest, sums: bool) -> Scores:
    """For each item, the best score over all ways to build it; with `sums`, the log-sum-exp of these scores."""
    start, edges, scores = forest.start, forest.edges, forest.scores
    values = np.empty(len(start) - 1, dtype=np.float64)
    for item in range(len(values)):
        best = -np.inf
        for edge in range(start[item], start[item + 1]):
            best = max(best, joined(edges, scores, values, edge))
        if sums and best > -np.inf:
            total = 0.0
            for edge in range(start[item], start[item + 1]):
                total += math.exp(joined(edges, scores, values, edge) - best)
            best += math.log(total)
        values[item] = best
    return values


@inline
def best_edge(start: Starts, edges: IntegerTable, scores: Scores, values: Scores, item: int) -> int:
    """The first of the best edges of an item, -1 if there is none."""
    best = NOTHING
    for edge in range(start[item], start[item + 1]):
        if joined(edges, scores, values, edge) == values[item]:
            best = edge
            break
    return best


@kernel
def best_tree(forest: Forest, heads_out: Heads) -> float:
    """Write the best tree and return its score, -inf if there is none."""
    start, edges, scores = forest.start, forest.edges, forest.scores
    values = inside(forest, False)
    goal = len(values) - 1
    if values[goal] == -np.inf:
        return -np.inf
    heads_out[0] = -1
    stack = np.empty(2 * len(heads_out) + 2, dtype=np.int64)
    stack[0] = goal
    size = 1
    while size > 0:
        size -= 1
        edge = best_edge(start, edges, scores, values, stack[size])
        arc = edges[edge, ARC]
        if arc >= 0:
            heads_out[forest.modifier[arc]] = forest.head[arc]
        for side in range(2):
            if edges[edge, side] >= 0:
                stack[size] = edges[edge, side]
                size += 1
    return values[goal]


@kernel
def arc_marginals(forest: Forest, marginals_out: Scores) -> float:
    """Write the probability of each arc over all trees, weighted by exp(score); return the log partition function.

    As in `inside_outside`, the probability of an item is divided among its edges. If there is no tree, the result is
    -inf and all marginals are 0.
    """
    start, edges, scores = forest.start, forest.edges, forest.scores
    values = inside(forest, True)
    probabilities = np.zeros(len(values), dtype=np.float64)
    goal = len(values) - 1
    marginals_out[:] = 0.0
    if values[goal] == -np.inf:
        return -np.inf
    probabilities[goal] = 1.0
    for item in range(goal, -1, -1):
        if probabilities[item] > 0.0:
            for edge in range(start[item], start[item + 1]):
                share = probabilities[item] * math.exp(joined(edges, scores, values, edge) - values[item])
                for side in range(2):
                    if edges[edge, side] >= 0:
                        probabilities[edges[edge, side]] += share
                if edges[edge, ARC] >= 0:
                    marginals_out[edges[edge, ARC]] += share
    return values[goal]


@kernel
def best_with_edges(forest: Forest, values: Scores, least: float) -> Scores:
    """For each edge, the best score of a tree with that edge, given `inside` values; -inf if below `least`."""
    start, edges, scores = forest.start, forest.edges, forest.scores
    outside = np.full(len(values), -np.inf)  # the best score of what can be built around an item
    best = np.full(len(edges), -np.inf)
    goal = len(values) - 1
    outside[goal] = 0.0
    for item in range(goal, -1, -1):
        if outside[item] > -np.inf and values[item] > -np.inf:
            for edge in range(start[item], start[item + 1]):
                whole = outside[item] + joined(edges, scores, values, edge)
                if whole < least or whole == -np.inf:
                    continue
                best[edge] = whole
                for side in range(2):
                    part = edges[edge, side]
                    if part >= 0:
                        outside[part] = max(outside[part], whole - values[part])
    return best


@kernel
def max_marginals(forest: Forest, scores_out: Scores) -> float:
    """Write the score of the best tree with each arc, -inf for none; return that of the best tree."""
    values = inside(forest, False)
    best = best_with_edges(forest, values, -np.inf)
    scores_out[:] = -np.inf
    for edge in range(len(best)):
        arc = forest.edges[edge, ARC]
        if arc >= 0:
            scores_out[arc] = max(scores_out[arc], best[edge])
    return values[len(values) - 1]
