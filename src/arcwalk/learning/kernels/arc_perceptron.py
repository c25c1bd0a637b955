"""Online learning of arc weights: decode a sentence, update on its wrong arcs, repeat.

The perceptron adds the features of every gold arc that was missed and subtracts those of the arc predicted in its place
(the Bayes point paper, section 5). MIRA takes the smallest step, at most `aggressiveness`, after which the gold tree
leads the predicted one by the margin.

Weights are averaged without touching each one at every step: `totals` holds each change times the number of steps
before it, so the average over all steps is `weights - totals / steps`.
"""

import numpy as np

from arcwalk.arrays import Codes, Heads, Keys, Scores, Starts, Weights
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.arc_features import (
    ArcParts,
    ArcTable,
    arc_indices,
    arc_parts,
    most_indices,
    score_arcs,
    tags_between,
)
from arcwalk.features.kernels.hashing import index_shift
from arcwalk.features.kernels.sentence_rows import word_count
from arcwalk.trees.candidates import all_heads, arc_index
from arcwalk.trees.decoders.first_order import decode


@inline
def add_difference(
    parts: ArcParts, table: ArcTable, gold: Heads, predicted: Heads, size: float, indices: Keys, vector: Weights
) -> float:
    """vector += size · (f(gold) - f(predicted)); returns the increase of its squared length."""
    shift = index_shift(len(vector))
    growth = 0.0
    for m in range(1, len(gold)):
        if gold[m] != predicted[m]:
            for side in range(2):
                h, change = (np.int64(gold[m]), size) if side == 0 else (np.int64(predicted[m]), -size)
                between = tags_between(parts.sentence, min(h, m), max(h, m))
                for i in range(arc_indices(parts, table, h, m, between, shift, indices)):
                    value = np.float64(vector[indices[i]])
                    growth += change * (2.0 * value + change)
                    vector[indices[i]] = value + change
    return growth


@inline
def arc_lead(start: Starts, head: Heads, scores: Scores, gold: Heads, predicted: Heads) -> float:
    """The score of the gold tree minus that of the predicted one; only over differing arcs: equal trees give 0."""
    total = 0.0
    for m in range(1, len(gold)):
        if gold[m] != predicted[m]:
            total += scores[arc_index(start, head, m, gold[m])] - scores[arc_index(start, head, m, predicted[m])]
    return total


@kernel
def arc_epoch(
    codes: Codes,
    rows: Starts,
    golds: Heads,
    order: Starts,
    table: ArcTable,
    projective: bool,
    single_root: bool,
    margin: float,
    aggressiveness: float,
    step: int,
    weights: Weights,
    totals: Weights,
) -> int:
    """Learn from the sentences in the given order; returns the number of wrong arcs.

    Sentence i is `codes[rows[i]:rows[i + 1]]`, with its gold heads in the same rows of `golds`. See `ArcLearner` for
    `margin` and `aggressiveness`.
    """
    indices = np.empty(most_indices(table), dtype=np.uint32)
    difference = np.zeros(len(weights) if aggressiveness > 0 else 0, dtype=np.float32)
    errors = 0
    for i in order:
        sentence = codes[rows[i] : rows[i + 1]]
        n = word_count(sentence)
        gold = golds[rows[i] : rows[i] + n + 1]
        predicted = np.empty(n + 1, dtype=np.int32)
        start, head = all_heads(n)
        scores = np.empty(len(head), dtype=np.float64)
        parts = arc_parts(sentence, table)
        score_arcs(parts, start, head, table, weights, scores)
        for m in range(1, n + 1):
            for arc in range(start[m], start[m + 1]):
                if head[arc] != gold[m]:
                    scores[arc] += margin
        decode(start, head, scores, projective, single_root, predicted)
        wrong = np.int64(0)
        for m in range(1, n + 1):
            wrong += gold[m] != predicted[m]
        errors += wrong
        size = 1.0
        if aggressiveness > 0 and wrong > 0:
            squared_length = add_difference(parts, table, gold, predicted, 1.0, indices, difference)
            add_difference(parts, table, gold, predicted, -1.0, indices, difference)
            lead = arc_lead(start, head, scores, gold, predicted)
            size = min(aggressiveness, max(0.0, -lead / max(squared_length, 1.0)))
        add_difference(parts, table, gold, predicted, size, indices, weights)
        add_difference(parts, table, gold, predicted, size * step, indices, totals)
        step += 1
    return errors
