"""Labels one by one: mixed probabilities, given an arc and the child before (the paper, section 4)."""

import math
from typing import NamedTuple

import numba
import numpy as np
from numba import types

from arcwalk.arrays import Codes, Heads, Keys, Labels, Scores, Starts
from arcwalk.compiled import kernel
from arcwalk.features.conditional_kernels import LOOKUP_TYPE, Lookup, look_up
from arcwalk.features.part_kernels import PART_TABLE_TYPE, PartTable, part_keys
from arcwalk.trees.forest import FOREST_TYPE, NOTHING, Forest
from arcwalk.trees.labeling import candidate_labels
from arcwalk.trees.vine_scores import (
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


class LabelMixture(NamedTuple):
    """The labels a word of each coarse tag may bear, and the models that choose among them."""

    start: Starts  # see `candidate_labels`
    labels: Labels
    templates: PartTable
    label_keys: Keys  # (labels, models): what each label contributes to keys, less what label 0 does
    table: Lookup  # labels with their contexts: how likely; contexts: how far to be trusted
    chained: bool  # whether a model counts for what those before it leave; else all count the same


LABEL_MIXTURE_TYPE = types.NamedTuple(
    [
        numba.int64[::1],
        numba.int32[::1],
        PART_TABLE_TYPE,
        numba.uint32[:, ::1],
        LOOKUP_TYPE,
        numba.boolean,
    ],
    LabelMixture,
)


@kernel(
    types.Tuple((numba.int64[::1], numba.int32[::1], numba.float64[::1]))(
        numba.int32[:, ::1], numba.int32[::1], numba.int32[::1], LABEL_MIXTURE_TYPE
    )
)
def label_scores(sentence: Codes, heads: Heads, fixed: Labels, model: LabelMixture) -> tuple[Starts, Labels, Scores]:
    """The labels of word m, from `start[m]` on, with the logarithms of their probabilities.

    `fixed` labels are the only ones of their words; -1 leaves a word free.
    """
    n = len(heads) - 1
    widest = 1
    for tag in range(len(model.start) - 1):
        widest = max(widest, model.start[tag + 1] - model.start[tag])
    start = np.zeros(n + 2, dtype=np.int64)
    labels, scores = np.empty(n * widest, dtype=np.int32), np.empty(n * widest, dtype=np.float64)
    words, structure = np.empty(3, dtype=np.int64), np.zeros(3, dtype=np.int64)
    models = model.label_keys.shape[1]
    keys, weights = np.empty(models, dtype=np.uint32), np.ones(models, dtype=np.float64)
    before = siblings_before(heads)
    for m in range(1, n + 1):
        words[HEAD], words[MODIFIER], words[SIBLING] = heads[m], m, before[m]
        structure[DIRECTION] = heads[m] < m
        structure[DISTANCE] = vine_distance(abs(heads[m] - m)) if heads[m] > 0 else 0
        if model.chained:
            part_keys(sentence, model.templates, CONTEXT, words, structure, 0, keys)
            for k in range(models - 1):
                weights[k + 1] = weights[k] * (1.0 - look_up(model.table, keys[k]))
        part_keys(sentence, model.templates, JOINT, words, structure, 0, keys)
        first, last = candidate_labels(sentence, model.start, fixed, m)
        place = start[m]
        for i in range(first, last):
            label = model.labels[i]
            total = 0.0
            for k in range(models):
                total += weights[k] * look_up(model.table, keys[k] + model.label_keys[label, k])
            labels[place], scores[place] = label, math.log(max(total, LEAST))
            place += 1
        start[m + 1] = place
    return start, labels[: start[n + 1]].copy(), scores[: start[n + 1]].copy()


@kernel(numba.void(numba.int64[::1], numba.int32[::1], numba.float64[::1], numba.int32[::1]))
def best_labels(start: Starts, labels: Labels, scores: Scores, labels_out: Labels) -> None:
    """Write the best label of every word."""
    labels_out[0] = -1
    for m in range(1, len(start) - 1):
        labels_out[m] = labels[start[m] + np.argmax(scores[start[m] : start[m + 1]])]


@kernel(FOREST_TYPE(numba.int64[::1], numba.int32[::1], numba.float64[::1]))
def label_forest(start: Starts, labels: Labels, scores: Scores) -> Forest:
    """All labelings, word after word, so that `k_best` finds the best ones: labels stand where trees have heads."""
    n = len(start) - 2
    edges = np.full((len(labels), 3), NOTHING, dtype=np.int32)
    modifier = np.empty(len(labels), dtype=np.int32)
    for m in range(1, n + 1):
        for place in range(start[m], start[m + 1]):
            edges[place, 0], edges[place, 2], modifier[place] = m - 2, place, m
    return Forest(start[1:].copy(), edges, scores, labels, modifier)
