"""Online learning of second-order weights.

The perceptron adds the features of the gold tree and subtracts those of the best tree. MIRA takes the smallest step
after which the gold tree leads each tree of the k-best list by the margin for every wrong head (McDonald, Crammer and
Pereira, 2005), by a few rounds of Hildreth's algorithm.
"""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Codes, Heads, Keys, KeyTable, Scores, Starts, Weights
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.arc_features import ArcParts, arc_indices, arc_parts, most_indices, tags_between
from arcwalk.features.kernels.hashing import index_shift
from arcwalk.features.kernels.sentence_rows import word_count
from arcwalk.features.kernels.structure_features import STRUCTURE_KINDS, part_indices, word_contributions
from arcwalk.learning.kernels.feature_difference import (
    Difference,
    add_up,
    cancel,
    table_size,
    without_zeros,
)
from arcwalk.learning.kernels.updates import lead, squared_length
from arcwalk.systems.mst.kernels.second_order_search import best_second_order, decode_second_order, score_parts
from arcwalk.systems.mst.kernels.sibling_parts import GROUP, SecondOrderTable, sibling_parts
from arcwalk.trees.decoders.second_order import find_siblings

ROUNDS = 10  # of Hildreth's algorithm


class PrunedTreebank(NamedTuple):
    """The candidate heads of all sentences; `start` has the same rows as the treebank."""

    start: Starts  # (all rows,): relative to the first arc of the sentence
    arcs: Starts  # (sentences + 1,): where the arcs of each sentence start in `head`
    head: Heads


class Update(NamedTuple):
    """How weights are updated."""

    margin: float  # added to the score of wrong heads before decoding
    aggressiveness: float  # MIRA's C; 0: perceptron
    trees: int  # length of the k-best list that gold must lead


@inline
def second_order_difference(
    arcs: ArcParts, words: KeyTable, table: SecondOrderTable, shift: np.uint32, gold: Heads, predicted: Heads
) -> Difference:
    """f(gold) - f(predicted)."""
    groups = table.siblings.groups
    rows = groups[GROUP, STRUCTURE_KINDS] - groups[GROUP, 0]
    of_gold, of_predicted = sibling_parts(gold), sibling_parts(predicted)
    parts = np.empty((len(of_gold) + len(of_predicted), 2), dtype=np.int64)
    counts = np.empty(len(parts), dtype=np.int64)
    kept = cancel(of_gold, of_predicted, parts, counts) if rows > 0 else 0
    most = most_indices(table.arcs)
    total = kept * rows + 2 * most * np.count_nonzero(gold != predicted)
    slot = np.full(table_size(total), -1, dtype=np.int64)
    indices, values = np.empty(total, dtype=np.uint32), np.zeros(total, dtype=np.float32)
    room = np.empty(max(most, rows), dtype=np.uint32)
    entries = 0
    for i in range(kept):
        count = part_indices(parts[i, 0], parts[i, 1], groups, words, words, shift, room)
        entries = add_up(room, count, np.float32(counts[i]), slot, indices, values, entries)
    for m in range(1, len(gold)):
        if gold[m] != predicted[m]:
            for side in range(2):
                h, sign = (np.int64(gold[m]), 1.0) if side == 0 else (np.int64(predicted[m]), -1.0)
                between = tags_between(arcs.sentence, min(h, m), max(h, m))
                count = arc_indices(arcs, table.arcs, h, m, between, shift, room)
                entries = add_up(room, count, np.float32(sign), slot, indices, values, entries)
    return without_zeros(indices, values, entries)


@inline
def add(difference: Difference, size: float, step: int, weights: Weights, totals: Weights) -> None:
    """A step along the difference, also added to the totals for averaging."""
    for i in range(len(difference.indices)):
        change = np.float32(size) * difference.values[i]
        weights[difference.indices[i]] += change
        totals[difference.indices[i]] += change * np.float32(step)


@inline
def hildreth(
    starts: Starts,
    indices: Keys,
    values: Weights,
    needed: Scores,
    aggressiveness: float,
    step: int,
    weights: Weights,
    totals: Weights,
) -> None:
    """The smallest step after which each of several differences leads by as much as needed.

    Difference k is in `indices` and `values` from `starts[k]` to `starts[k + 1]`. No multiplier exceeds
    `aggressiveness`.
    """
    sizes = np.zeros(len(needed), dtype=np.float64)
    for _ in range(ROUNDS if len(needed) > 1 else 1):
        for k in range(len(needed)):
            begin, end = starts[k], starts[k + 1]
            difference = Difference(indices[begin:end], values[begin:end])
            length = squared_length(difference)
            if length > 0.0:
                wanted = sizes[k] + (needed[k] - lead(difference, weights)) / length
                size = min(max(wanted, 0.0), aggressiveness)
                if size != sizes[k]:
                    add(difference, size - sizes[k], step, weights, totals)
                    sizes[k] = size


@kernel
def second_order_epoch(
    codes: Codes,
    rows: Starts,
    golds: Heads,
    order: Starts,
    pruned: PrunedTreebank,
    table: SecondOrderTable,
    projective: bool,
    single_root: bool,
    update: Update,
    step: int,
    weights: Weights,
    totals: Weights,
) -> int:
    """One pass over the sentences in the given order; returns the number of wrong heads in the best trees.

    Sentence i is `codes[rows[i]:rows[i + 1]]`; its gold heads are in the same rows of `golds`.
    """
    shift = index_shift(len(weights))
    errors = 0
    for i in order:
        sentence = codes[rows[i] : rows[i + 1]]
        n = word_count(sentence)
        gold = golds[rows[i] : rows[i] + n + 1]
        start = pruned.start[rows[i] : rows[i] + n + 2]
        head = pruned.head[pruned.arcs[i] : pruned.arcs[i + 1]]
        siblings = find_siblings(start, head)
        arcs, words = arc_parts(sentence, table.arcs), word_contributions(sentence, table.siblings)
        scores = score_parts(arcs, words, start, head, siblings, table, weights)
        for arc in range(len(head)):
            if head[arc] != gold[siblings.modifier[arc]]:
                scores.arc[arc] += update.margin
        if update.trees == 1:
            trees = np.empty((1, n + 1), dtype=np.int32)
            decode_second_order(start, head, siblings, scores, projective, single_root, trees[0])
        else:
            trees, _ = best_second_order(start, head, siblings, scores, projective, single_root, update.trees)
        errors += np.count_nonzero(gold != trees[0])
        if update.aggressiveness == 0.0:
            add(second_order_difference(arcs, words, table, shift, gold, trees[0]), 1.0, step, weights, totals)
        else:
            needed = np.zeros(len(trees), dtype=np.float64)
            for k in range(len(trees)):
                needed[k] = update.margin * np.count_nonzero(trees[k] != gold)
            starts = np.zeros(len(trees) + 1, dtype=np.int64)
            indices, values = np.empty(0, dtype=np.uint32), np.empty(0, dtype=np.float32)
            for k in range(len(trees)):
                difference = second_order_difference(arcs, words, table, shift, gold, trees[k])
                indices = np.concatenate((indices, difference.indices))
                values = np.concatenate((values, difference.values))
                starts[k + 1] = len(indices)
            hildreth(starts, indices, values, needed, update.aggressiveness, step, weights, totals)
        step += 1
    return errors
