"""Online learning of arc weights: decode a sentence, update on its wrong arcs, go on.

The averaged perceptron adds the features of every gold arc that was missed and takes away those of the arc
found in its place (the Bayes point paper, section 5). MIRA takes the smallest step that separates the gold
tree from the found one by the number of wrong arcs, at most `aggressiveness` long.

Averages are kept without touching every weight at every step: `totals` holds each change times the step it
came at, so the average over all steps is `weights - totals / step`.
"""

import numba
import numpy as np

from arcwalk.compiled import kernel
from arcwalk.features.arc_kernels import (
    PARTS_TYPE,
    TABLE_TYPE,
    arc_indices,
    arc_parts,
    index_shift,
    most_indices,
    score_arcs,
    tags_between,
)
from arcwalk.trees.candidates import all_heads
from arcwalk.trees.chu_liu_edmonds import chu_liu_edmonds
from arcwalk.trees.eisner import eisner


@kernel(numba.int64(PARTS_TYPE, TABLE_TYPE, numba.int64, numba.int64, numba.int64, numba.uint32[::1]))
def indices_of_arc(parts, table, h, m, shift, indices):
    """The features of one arc, when no walk along the sentence has gathered the tags in between."""
    between = tags_between(parts.sentence, min(h, m), max(h, m))
    return arc_indices(parts, table, h, m, between, shift, indices)


@kernel(
    numba.float64(
        PARTS_TYPE, TABLE_TYPE, numba.int32[::1], numba.int32[::1], numba.int64, numba.uint32[::1], numba.float32[::1]
    )
)
def add_difference(parts, table, gold, found, shift, indices, difference):
    """Add f(gold) - f(found) to `difference`; return the squared length of what was added, if it was zero before."""
    squared = 0.0
    for m in range(1, len(gold)):
        if gold[m] != found[m]:
            for side in range(2):
                h, sign = (gold[m], 1.0) if side == 0 else (found[m], -1.0)
                for i in range(indices_of_arc(parts, table, h, m, shift, indices)):
                    value = difference[indices[i]]
                    squared += 1.0 + 2.0 * sign * value
                    difference[indices[i]] = value + sign
    return squared


@kernel(
    numba.void(
        PARTS_TYPE,
        TABLE_TYPE,
        numba.int32[::1],
        numba.int32[::1],
        numba.int64,
        numba.uint32[::1],
        numba.float64,
        numba.float64,
        numba.float32[::1],
        numba.float64[::1],
    )
)
def add_update(parts, table, gold, found, shift, indices, size, step, weights, totals):
    """weights += size · (f(gold) - f(found)), remembered for the average."""
    for m in range(1, len(gold)):
        if gold[m] != found[m]:
            for side in range(2):
                h, change = (gold[m], size) if side == 0 else (found[m], -size)
                for i in range(indices_of_arc(parts, table, h, m, shift, indices)):
                    weights[indices[i]] += change
                    totals[indices[i]] += change * step


@kernel(
    numba.int64(
        numba.int32[:, ::1],
        numba.int64[::1],
        numba.int32[::1],
        numba.int64[::1],
        TABLE_TYPE,
        numba.boolean,
        numba.boolean,
        numba.float64,
        numba.float64,
        numba.int64,
        numba.float32[::1],
        numba.float64[::1],
    )
)
def epoch(codes, rows, golds, order, table, projective, single_root, margin, aggressiveness, step, weights, totals):
    """One pass over the sentences in the given order; returns the number of wrong arcs met on the way.

    Sentence i is `codes[rows[i]:rows[i + 1]]`, its gold heads stand at the same places in `golds`.
    `aggressiveness` zero means the perceptron, otherwise MIRA.
    """
    shift = index_shift(len(weights))
    indices = np.empty(most_indices(table), dtype=np.uint32)
    mira = aggressiveness > 0
    difference = np.zeros(len(weights) if mira else 0, dtype=np.float32)
    errors = 0
    for i in order:
        step += 1
        sentence = codes[rows[i] : rows[i + 1]]
        n = len(sentence) - 3
        gold = golds[rows[i] : rows[i] + n + 1]
        start, head = all_heads(n)
        scores = np.empty(len(head), dtype=np.float64)
        found = np.empty(n + 1, dtype=np.int32)
        parts = arc_parts(sentence, table)
        score_arcs(parts, start, head, table, weights, scores)
        if margin > 0:  # cost-augmented: a wrong arc counts more
            for m in range(1, n + 1):
                for candidate in range(start[m], start[m + 1]):
                    if head[candidate] != gold[m]:
                        scores[candidate] += margin
        if projective:
            eisner(start, head, scores, single_root, found)
        else:
            chu_liu_edmonds(start, head, scores, single_root, found)
        wrong = 0
        lead = 0.0
        for m in range(1, n + 1):
            if gold[m] != found[m]:
                wrong += 1
                for candidate in range(start[m], start[m + 1]):
                    if head[candidate] == gold[m]:
                        lead += scores[candidate]
                    elif head[candidate] == found[m]:
                        lead -= scores[candidate]
        errors += wrong
        if wrong == 0:
            continue
        size = 1.0
        if mira:
            squared = add_difference(parts, table, gold, found, shift, indices, difference)
            add_difference(parts, table, found, gold, shift, indices, difference)
            if lead >= 0.0 or squared <= 0.0:
                continue
            size = min(aggressiveness, -lead / squared)
        add_update(parts, table, gold, found, shift, indices, size, float(step), weights, totals)
    return errors
