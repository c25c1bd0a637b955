"""The averaged perceptron for the labels of arcs, on gold trees."""

import numpy as np

from arcwalk.arrays import Codes, Heads, Keys, Labels, Starts, Weights
from arcwalk.compiled import inline, kernel
from arcwalk.components.labeler.kernels.labeling import (
    children_of,
    label_children,
    label_keys,
    most_keys,
    transition_key,
    transition_keys,
)
from arcwalk.features.kernels.hashing import index_shift
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.features.kernels.sentence_rows import word_count


@inline
def add_label(
    keys: Keys, count: int, label: int, change: float, step: float, weights: Weights, totals: Weights
) -> None:
    """Add `change` to the weights of the features of a label, and to the totals for averaging."""
    shift, mask = index_shift(len(weights)), len(weights) - 1
    for i in range(count):
        index = (np.int64(keys[i] >> shift) + label) & mask
        weights[index] += change
        totals[index] += change * step


@kernel
def label_epoch(
    codes: Codes,
    rows: Starts,
    heads: Heads,
    golds: Labels,
    order: Starts,
    label_start: Starts,
    label_list: Labels,
    table: PartTable,
    margin: float,
    step: int,
    weights: Weights,
    totals: Weights,
) -> int:
    """One pass over the sentences in the given order; returns the number of label errors.

    Sentence i is `codes[rows[i]:rows[i + 1]]`; its heads and gold labels are in the same rows.
    """
    words, structure = np.empty(6, dtype=np.int64), np.empty(7, dtype=np.int64)
    errors = 0
    for i in order:
        sentence = codes[rows[i] : rows[i + 1]]
        n = word_count(sentence)
        tree = heads[rows[i] : rows[i] + n + 1]
        gold = golds[rows[i] : rows[i] + n + 1]
        predicted = gold.copy()
        free = np.full(n + 1, -1, dtype=np.int32)
        start, child = children_of(tree)
        keys = np.empty(most_keys(n + 1, table), dtype=np.uint32)
        for h in range(n + 1):
            if start[h] == start[h + 1]:
                continue
            label_children(
                sentence, tree, start, child, h, label_start, label_list, free, table, weights, margin, predicted
            )
            wrong = 0
            for position in range(start[h], start[h + 1]):
                wrong += predicted[child[position]] != gold[child[position]]
            if wrong == 0:
                continue
            errors += wrong
            gold_before, predicted_before = -1, -1
            for position in range(start[h], start[h + 1]):
                m = child[position]
                count = label_keys(sentence, tree, start, child, position, gold[h], table, words, structure, keys)
                if gold[m] != predicted[m]:
                    add_label(keys, count, gold[m], 1.0, step, weights, totals)
                    add_label(keys, count, predicted[m], -1.0, step, weights, totals)
                if gold[m] != predicted[m] or gold_before != predicted_before:
                    count = transition_keys(sentence, table, words, structure, keys)
                    bare = keys[:count].copy()
                    for k in range(count):
                        keys[k] = transition_key(bare[k], gold_before)
                    add_label(keys, count, gold[m], 1.0, step, weights, totals)
                    for k in range(count):
                        keys[k] = transition_key(bare[k], predicted_before)
                    add_label(keys, count, predicted[m], -1.0, step, weights, totals)
                gold_before, predicted_before = gold[m], predicted[m]
            for position in range(start[h], start[h + 1]):
                predicted[child[position]] = gold[child[position]]
        step += 1
    return errors
