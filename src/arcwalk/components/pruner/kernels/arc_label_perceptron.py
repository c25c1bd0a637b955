"""The averaged perceptron for labels of single arcs, which see nothing of the tree around them."""

import numpy as np

from arcwalk.arrays import Codes, Heads, Labels, Starts, Weights
from arcwalk.compiled import kernel
from arcwalk.features.kernels.hashing import index_shift
from arcwalk.features.kernels.sentence_rows import word_count
from arcwalk.features.kernels.structure_features import (
    StructureTable,
    arc_label_indices,
    score_arc_labels,
    word_contributions,
)
from arcwalk.trees.candidate_labels import candidate_labels


@kernel
def arc_label_epoch(
    codes: Codes,
    rows: Starts,
    heads: Heads,
    golds: Labels,
    order: Starts,
    label_start: Starts,
    label_list: Labels,
    table: StructureTable,
    margin: float,
    step: int,
    weights: Weights,
    totals: Weights,
) -> int:
    """One pass over the gold arcs of the sentences in the given order; returns the number of label errors."""
    shift = index_shift(len(weights))
    indices = np.empty(len(table.templates.row_salts), dtype=np.uint32)
    scores = np.empty(len(label_list), dtype=np.float64)
    errors = 0
    for i in order:
        sentence = codes[rows[i] : rows[i + 1]]
        words = word_contributions(sentence, table)
        for m in range(1, word_count(sentence) + 1):
            h, gold = np.int64(heads[rows[i] + m]), np.uint32(golds[rows[i] + m])
            begin, end = candidate_labels(label_start, sentence[m, 0], h, -1)
            labels = label_list[begin:end]
            score_arc_labels(table.groups, words, h, m, labels, weights, indices, scores)
            best = 0
            for c in range(len(labels)):
                if labels[c] != gold:
                    scores[c] += margin
                if scores[c] > scores[best]:
                    best = c
            predicted = np.uint32(labels[best])
            if predicted != gold:
                errors += 1
                count = arc_label_indices(table.groups, words, h, m, shift, indices)
                for j in range(count):
                    weights[indices[j] ^ gold] += 1.0
                    totals[indices[j] ^ gold] += step
                    weights[indices[j] ^ predicted] -= 1.0
                    totals[indices[j] ^ predicted] -= step
        step += 1
    return errors
