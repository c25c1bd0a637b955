"""The generative model of trees: a mixture of head automata (the paper, section 3.2).

Each head generates its children outward on either side, given the inner sibling, until it stops.
"""

import math
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Codes, Heads, Integers, Numbers, Scores, ScoreTable
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.features.kernels.sentence_rows import word_count
from arcwalk.systems.vine.kernels.chart import VineArcs, VineScores
from arcwalk.systems.vine.kernels.lookup import Lookup, look_up, number_keys, role_keys

HEAD, MODIFIER, SIBLING = range(3)  # roles of words
DIRECTION, DISTANCE, LABEL = range(3)  # structural atoms
OUTCOME, CONTEXT, JOINT = range(3)  # groups of templates, see `arcwalk.systems.vine.conditionals`
EXACT = 6  # longer distances are binned
MOST_DISTANCE = 10
LEAST = 1e-12  # floor of all probabilities


class AutomatonMixture(NamedTuple):
    """Head automata that differ in what they condition on, and their weights."""

    child: PartTable
    distance: PartTable
    distance_of: Integers  # (models,): the distance template of each model
    has_sibling: Integers  # (models,): whether it conditions on the inner sibling
    table: Lookup  # p(child | context) / p(child), p(STOP | context) and p(distance | context) by key
    weights: ScoreTable  # (buckets, models)
    buckets: Integers  # (word codes,): heads by the frequency of their form
    form: int  # column
    root_cost: float  # -log p(distance) of a word attached to the root


@inline
def vine_distance(distance: int) -> int:
    """The distance in words, binned where it is long."""
    if distance <= EXACT:
        return distance
    return EXACT + 1 + (distance > 8) + (distance > 12) + (distance > 20)


@kernel
def mixture_scores(sentence: Codes, arcs: VineArcs, model: AutomatonMixture, added: Scores) -> VineScores:
    """The log probabilities of all parts of trees (the paper's equation 1), plus `added` for each arc."""
    # Tuple fields are read once and no loop runs over an array: inside these loops both would cost more than the sums.
    n = word_count(sentence)
    start, pairs, modifier = arcs.start, arcs.pair, arcs.modifier
    table, mixed, distance_of = model.table, model.weights, model.distance_of
    models, root_cost = len(distance_of), model.root_cost
    alike, asking = np.flatnonzero(model.has_sibling == 0), np.flatnonzero(model.has_sibling == 1)
    children = role_keys(sentence, model.child, JOINT, 3)
    distances = role_keys(sentence, model.distance, JOINT, 3)
    child_sides = number_keys(model.child, JOINT, DIRECTION, 1)
    distance_sides = number_keys(model.distance, JOINT, DIRECTION, 1)
    distance_keys = number_keys(model.distance, JOINT, DISTANCE, MOST_DISTANCE)
    child_salts = model.child.row_salts[model.child.group_rows[JOINT] :]
    distance_salts = model.distance.row_salts[model.distance.group_rows[JOINT] :]
    none = n + 2
    bucket = np.full(n + 1, len(mixed) - 1, dtype=np.int64)
    for h in range(1, n + 1):
        bucket[h] = model.buckets[sentence[h, model.form]]
    root, childless = np.full(n + 1, -np.inf), np.full((n + 1, 2), -np.inf)
    pair, last = np.empty(pairs[-1]), np.empty(len(modifier))
    side_keys = np.empty(models, dtype=np.uint32)
    far, alone = np.empty(distances.shape[2], dtype=np.float64), np.empty(models, dtype=np.float64)
    stops = np.empty(models, dtype=np.float64)
    for run in range(1, 2 * n + 2):
        h, side = run // 2, run % 2
        for k in range(models):
            side_keys[k] = child_salts[k] + children[HEAD, h, k] + child_sides[side, k]
            key = side_keys[k] + children[MODIFIER, none, k] + children[SIBLING, none, k]
            stops[k] = mixed[bucket[h], k] * look_up(table, key)
        childless[h, side] = math.log(max(stops.sum(), LEAST))
        stop_free = 0.0
        for i in range(len(alike)):
            stop_free += stops[alike[i]]
        for rank in range(start[run + 1] - start[run]):
            arc = start[run] + rank
            m = modifier[arc]
            gap = vine_distance(abs(h - m)) if h > 0 else 0
            for row in range(len(far)):
                key = distance_salts[row] + distances[HEAD, h, row] + distances[MODIFIER, m, row]
                far[row] = look_up(table, key + distance_sides[side, row] + distance_keys[gap, row])
            for k in range(models):
                alone[k] = mixed[bucket[h], k] * far[distance_of[k]]
            without = 0.0
            for i in range(len(alike)):
                k = alike[i]
                if alone[k] > 0.0:
                    without += alone[k] * look_up(table, side_keys[k] + children[MODIFIER, m, k])
            first = pairs[run] + rank * (rank + 1) // 2
            for nearer in range(rank + 1 if h > 0 else 1):
                s = none if nearer == 0 else modifier[start[run] + nearer - 1]
                total = without
                for i in range(len(asking)):
                    k = asking[i]
                    if alone[k] > 0.0:
                        key = side_keys[k] + children[MODIFIER, m, k] + children[SIBLING, s, k]
                        total += alone[k] * look_up(table, key)
                score = math.log(max(total, LEAST))
                if h > 0:
                    pair[first + nearer] = score + added[arc]
                else:
                    root[m] = score - root_cost + added[arc]
            if h > 0:
                total = stop_free
                for i in range(len(asking)):
                    k = asking[i]
                    key = side_keys[k] + children[MODIFIER, none, k] + children[SIBLING, m, k]
                    total += mixed[bucket[h], k] * look_up(table, key)
                last[arc] = math.log(max(total, LEAST))
    return VineScores(root, pair, last, childless)


@kernel
def siblings_before(heads: Heads) -> Numbers:
    """The inner sibling of each word on its side of the head; -1 for none, and for children of the root."""
    n = len(heads) - 1
    before = np.full(n + 1, -1, dtype=np.int64)
    latest = np.full(n + 1, -1, dtype=np.int64)
    for m in range(1, n + 1):
        h = heads[m]
        if 0 < h < m:
            before[m], latest[h] = latest[h], m
    latest[:] = -1
    for m in range(n, 0, -1):
        h = heads[m]
        if h > m:
            before[m], latest[h] = latest[h], m
    return before
