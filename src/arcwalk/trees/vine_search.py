"""Vine parsing in one call: score, find the best tree, join its fragments, label its arcs."""

from typing import NamedTuple

import numba
import numpy as np
from numba import types

from arcwalk.arrays import Codes, Heads, Integers, Labels, Scores, Weights
from arcwalk.compiled import kernel
from arcwalk.features.part_kernels import PART_TABLE_TYPE, PartTable
from arcwalk.trees.forest import FOREST_TYPE, Forest, best_tree
from arcwalk.trees.fragment_scores import attachment_scores
from arcwalk.trees.fragments import find_attachments, join_fragments
from arcwalk.trees.head_scores import head_scores, likely_arcs
from arcwalk.trees.label_mixture import LABEL_MIXTURE_TYPE, LabelMixture, best_labels, label_scores
from arcwalk.trees.vine import VINE_ARCS_TYPE, VineArcs, arcs_kept, vine_arcs, vine_forest
from arcwalk.trees.vine_scores import MIXTURE_TYPE, Mixture, arcs_left, forbid_root, mixture_scores


class VineModel(NamedTuple):
    """All that a sentence is parsed with."""

    bounds: Integers  # (coarse tags, 2)
    mixture: Mixture
    heads: PartTable
    head_weights: Weights  # empty: there is no such model
    joined: bool  # whether fragments are joined
    single_root: bool
    attachments: PartTable
    attachment_weights: Weights
    labels: LabelMixture


VINE_MODEL_TYPE = types.NamedTuple(
    [
        numba.int32[:, ::1],
        MIXTURE_TYPE,
        PART_TABLE_TYPE,
        numba.float32[::1],
        numba.boolean,
        numba.boolean,
        PART_TABLE_TYPE,
        numba.float32[::1],
        LABEL_MIXTURE_TYPE,
    ],
    VineModel,
)


@kernel(VINE_ARCS_TYPE(numba.int32[:, ::1], numba.int32[:, ::1]))
def sentence_arcs(sentence: Codes, bounds: Integers) -> VineArcs:
    """The arcs within the bounds of the coarse tags of their heads."""
    n = len(sentence) - 3
    of_words = np.zeros((n + 1, 2), dtype=np.int32)
    for h in range(1, n + 1):
        of_words[h] = bounds[sentence[h, 0]]
    return vine_arcs(of_words)


@kernel(FOREST_TYPE(numba.int32[:, ::1], numba.int32[::1], VINE_MODEL_TYPE))
def sentence_forest(sentence: Codes, fixed: Heads, model: VineModel) -> Forest:
    """All vine parses of a sentence, those that `fixed` heads (-1: free) leave."""
    arcs = sentence_arcs(sentence, model.bounds)
    added = np.zeros(len(arcs.head), dtype=np.float64)
    kept = arcs_left(arcs, fixed)
    if len(model.head_weights) > 0:
        added = head_scores(sentence, arcs, model.heads, model.head_weights)
        if (fixed < 0).all():
            kept = likely_arcs(arcs, added)
    arcs = arcs_kept(arcs, kept)
    scores = mixture_scores(sentence, arcs, model.mixture, added[kept])
    forbid_root(arcs, fixed, scores)
    return vine_forest(arcs, scores)


@kernel(types.Tuple((VINE_ARCS_TYPE, numba.float64[::1]))(numba.int32[:, ::1], VINE_MODEL_TYPE))
def scored_arcs(sentence: Codes, model: VineModel) -> tuple[VineArcs, Scores]:
    """All arcs within bounds, each scored as the first child of its head."""
    arcs = sentence_arcs(sentence, model.bounds)
    added = np.zeros(len(arcs.head), dtype=np.float64)
    if len(model.head_weights) > 0:
        added = head_scores(sentence, arcs, model.heads, model.head_weights)
    found = mixture_scores(sentence, arcs, model.mixture, added)
    scores = np.empty(len(arcs.head), dtype=np.float64)
    for run in range(1, len(arcs.start) - 1):
        for place in range(arcs.start[run + 1] - arcs.start[run]):
            arc = arcs.start[run] + place
            first = arcs.pair[run] + place * (place + 1) // 2
            scores[arc] = found.root[arcs.modifier[arc]] if arcs.head[arc] == 0 else found.pair[first]
    return arcs, scores


@kernel(numba.boolean(numba.int32[:, ::1], numba.int32[::1], VINE_MODEL_TYPE, numba.int32[::1]))
def join_tree(sentence: Codes, fixed: Heads, model: VineModel, heads: Heads) -> bool:
    """Join the fragments of a vine parse; whether fixed heads could be kept in that."""
    top = roots = 0
    for m in range(1, len(heads)):
        if heads[m] == 0:
            top, roots = m, roots + 1
    if roots == 1 and fixed[top] <= 0:
        return True
    found = find_attachments(heads)
    if model.joined:
        scores = attachment_scores(sentence, found, model.attachments, model.attachment_weights)
        return join_fragments(found, scores, model.single_root, fixed, heads)
    for m in range(1, len(heads)):
        if fixed[m] > 0 and heads[m] == 0:
            scores = np.zeros(len(found.head), dtype=np.float64)
            return join_fragments(found, scores, False, fixed, heads)
    return True


@kernel(
    numba.boolean(
        numba.int32[:, ::1],
        numba.int32[::1],
        numba.int32[::1],
        VINE_MODEL_TYPE,
        numba.int32[::1],
        numba.int32[::1],
    )
)
def parse_vine(
    sentence: Codes, fixed: Heads, fixed_labels: Labels, model: VineModel, heads: Heads, labels: Labels
) -> bool:
    """Write the best tree and its labels; false where fixed heads leave no such tree."""
    if best_tree(sentence_forest(sentence, fixed, model), heads) == -np.inf:
        return False
    if not join_tree(sentence, fixed, model, heads):
        return False
    best_labels(*label_scores(sentence, heads, fixed_labels, model.labels), labels)
    return True
