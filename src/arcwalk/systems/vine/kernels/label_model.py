"""The label of each arc, independent of other labels, given the arc and the inner sibling (the paper, section 4).

A mixture of conditional probabilities, as published, or a log-linear model in its place.
"""

import math
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Codes, Heads, IntegerTable, KeyTable, Labels, Numbers, Scores, Starts, Weights
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.hashing import index_shift
from arcwalk.features.kernels.part_keys import PartTable, part_keys
from arcwalk.systems.vine.kernels.lookup import Lookup, look_up
from arcwalk.systems.vine.kernels.mixture import (
    CONTEXT,
    DIRECTION,
    DISTANCE,
    HEAD,
    JOINT,
    LEAST,
    MODIFIER,
    SIBLING,
    siblings_before,
    vine_distance,
)
from arcwalk.trees.candidate_labels import candidate_labels
from arcwalk.trees.decoders.forest import NOTHING, Forest


class LabelModel(NamedTuple):
    """The labels that arcs may have, and the models that choose among them."""

    start: Starts  # see `candidate_labels`
    labels: Labels
    mixed: PartTable  # templates of the mixture
    label_keys: KeyTable  # (labels, models): what each label contributes to keys, minus what label 0 does
    table: Lookup  # p(label | context), and how far each context is to be trusted
    chained: bool  # whether each model gets the weight that those before it leave; otherwise weights are uniform
    features: PartTable  # templates of the log-linear model
    weights: Weights  # of the log-linear model; empty: use the mixture


@inline
def _describe(heads: Heads, before: Numbers, m: int, words: Numbers, structure: Numbers) -> None:
    """Fill in the words and the structural atoms of the arc to word m."""
    h = int(heads[m])
    words[HEAD], words[MODIFIER], words[SIBLING] = h, m, before[m]
    structure[DIRECTION] = h < m
    structure[DISTANCE] = vine_distance(abs(h - m)) if h > 0 else 0


@kernel
def possible_labels(sentence: Codes, heads: Heads, fixed: Labels, model: LabelModel) -> tuple[Starts, Labels]:
    """The labels to choose from for word m, `labels[start[m]:start[m + 1]]`; only the `fixed` one unless that is -1."""
    n = len(fixed) - 1
    start = np.zeros(n + 2, dtype=np.int64)
    for m in range(1, n + 1):
        first, last = candidate_labels(model.start, sentence[m, 0], heads[m], fixed[m])
        start[m + 1] = start[m] + last - first
    labels = np.empty(start[n + 1], dtype=np.int32)
    for m in range(1, n + 1):
        first, _ = candidate_labels(model.start, sentence[m, 0], heads[m], fixed[m])
        for choice in range(start[m], start[m + 1]):
            labels[choice] = model.labels[first + choice - start[m]]
    return start, labels


@kernel
def label_indices(
    sentence: Codes, heads: Heads, start: Starts, labels: Labels, table: PartTable, size: int
) -> IntegerTable:
    """The indices of each possible label's features among `size` weights, a power of 2."""
    words, structure = np.empty(3, dtype=np.int64), np.zeros(3, dtype=np.int64)
    width = len(table.row_salts)
    keys, indices = np.empty(width, dtype=np.uint32), np.empty((len(labels), width), dtype=np.int32)
    before = siblings_before(heads)
    shift, mask = index_shift(size), size - 1
    for m in range(1, len(heads)):
        _describe(heads, before, m, words, structure)
        part_keys(sentence, table, 0, words, structure, 0, keys)
        for choice in range(start[m], start[m + 1]):
            for k in range(width):
                indices[choice, k] = (np.int64(keys[k] >> shift) + labels[choice]) & mask
    return indices


@inline
def _log_linear_scores(
    sentence: Codes, heads: Heads, start: Starts, labels: Labels, table: PartTable, weights: Weights
) -> Scores:
    """The sum of the weights of each possible label; 0 where there is only one."""
    words, structure = np.empty(3, dtype=np.int64), np.zeros(3, dtype=np.int64)
    keys = np.empty(len(table.row_salts), dtype=np.uint32)
    scores = np.zeros(len(labels), dtype=np.float64)
    before = siblings_before(heads)
    shift, mask = index_shift(len(weights)), len(weights) - 1
    for m in range(1, len(heads)):
        if start[m + 1] - start[m] == 1:
            continue
        _describe(heads, before, m, words, structure)
        part_keys(sentence, table, 0, words, structure, 0, keys)
        for k in range(len(keys)):
            first = np.int64(keys[k] >> shift)
            for choice in range(start[m], start[m + 1]):
                scores[choice] += weights[(first + labels[choice]) & mask]
    return scores


@kernel
def label_scores(sentence: Codes, heads: Heads, fixed: Labels, model: LabelModel) -> tuple[Starts, Labels, Scores]:
    """The possible labels of each word, see `possible_labels`, and their scores.

    Scores of the mixture are log probabilities; those of the log-linear model are not normalized.
    """
    start, labels = possible_labels(sentence, heads, fixed, model)
    if len(model.weights) > 0:
        return start, labels, _log_linear_scores(sentence, heads, start, labels, model.features, model.weights)
    scores = np.zeros(len(labels), dtype=np.float64)
    words, structure = np.empty(3, dtype=np.int64), np.zeros(3, dtype=np.int64)
    models = model.label_keys.shape[1]
    keys, weights = np.empty(models, dtype=np.uint32), np.ones(models, dtype=np.float64)
    before = siblings_before(heads)
    for m in range(1, len(heads)):
        _describe(heads, before, m, words, structure)
        if model.chained:
            part_keys(sentence, model.mixed, CONTEXT, words, structure, 0, keys)
            for k in range(models - 1):
                weights[k + 1] = weights[k] * (1.0 - look_up(model.table, keys[k]))
        part_keys(sentence, model.mixed, JOINT, words, structure, 0, keys)
        for choice in range(start[m], start[m + 1]):
            total = 0.0
            for k in range(models):
                total += weights[k] * look_up(model.table, keys[k] + model.label_keys[labels[choice], k])
            scores[choice] = math.log(max(total, LEAST))
    return start, labels, scores


@inline
def best_labels(start: Starts, labels: Labels, scores: Scores, labels_out: Labels) -> None:
    """Write the best label of each word."""
    labels_out[0] = -1
    for m in range(1, len(start) - 1):
        best = start[m]
        for choice in range(start[m] + 1, start[m + 1]):
            if scores[choice] > scores[best]:
                best = choice
        labels_out[m] = labels[best]


@inline
def label_forest(start: Starts, labels: Labels, scores: Scores) -> Forest:
    """All labelings as a forest for `k_best`, with labels in place of heads."""
    n = len(start) - 2
    edges = np.full((len(labels), 3), NOTHING, dtype=np.int32)
    modifier = np.empty(len(labels), dtype=np.int32)
    for m in range(1, n + 1):
        for choice in range(start[m], start[m + 1]):
            edges[choice, 0], edges[choice, 2], modifier[choice] = m - 2, choice, m
    return Forest(start[1:].copy(), edges, scores, labels, modifier)
