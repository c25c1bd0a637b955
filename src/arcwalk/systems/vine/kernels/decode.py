"""Vine parsing in one call: score, find the best tree, join its fragments, label its arcs."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Codes, Heads, IntegerTable, Labels, Scores, Weights
from arcwalk.compiled import kernel
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.systems.vine.kernels.attachment_scores import attachment_scores
from arcwalk.systems.vine.kernels.chart import VineArcs, arcs_kept, vine_arcs, vine_forest
from arcwalk.systems.vine.kernels.fragments import find_attachments, join_fragments
from arcwalk.systems.vine.kernels.head_model import head_scores, likely_arcs
from arcwalk.systems.vine.kernels.label_model import LabelMixture, best_labels, label_scores
from arcwalk.systems.vine.kernels.mixture import Mixture, arcs_left, forbid_root, mixture_scores
from arcwalk.trees.decoders.forest import Forest, best_tree


class VineModel(NamedTuple):
    """All that a sentence is parsed with."""

    bounds: IntegerTable  # (coarse tags, 2)
    mixture: Mixture
    heads: PartTable
    head_weights: Weights  # empty: there is no such model
    joined: bool  # whether fragments are joined
    single_root: bool
    attachments: PartTable
    attachment_weights: Weights
    labels: LabelMixture


@kernel
def sentence_arcs(sentence: Codes, bounds: IntegerTable) -> VineArcs:
    """The arcs within the bounds of the coarse tags of their heads."""
    n = len(sentence) - 3
    of_words = np.zeros((n + 1, 2), dtype=np.int32)
    for h in range(1, n + 1):
        of_words[h] = bounds[sentence[h, 0]]
    return vine_arcs(of_words)


@kernel
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


@kernel
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


@kernel
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


@kernel
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
