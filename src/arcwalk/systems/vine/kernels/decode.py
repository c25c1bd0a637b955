"""Decoding: all vine parses of a sentence, the best tree with its labels, and the k-best list for the reranker."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Codes, Heads, IntegerTable, Labelings, Labels, Scores, ScoreTable, Trees, Weights
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.features.kernels.sentence_rows import word_count
from arcwalk.systems.vine.kernels.chart import (
    VineArcs,
    arcs_allowed,
    forbid_root,
    select_arcs,
    vine_arcs,
    vine_forest,
)
from arcwalk.systems.vine.kernels.fragments import attachment_scores, find_attachments, join_fragments
from arcwalk.systems.vine.kernels.head_model import head_scores, likely_arcs, log_softmax
from arcwalk.systems.vine.kernels.label_model import LabelModel, best_labels, label_forest, label_scores
from arcwalk.systems.vine.kernels.mixture import AutomatonMixture, mixture_scores
from arcwalk.trees.decoders.forest import Forest, best_tree
from arcwalk.trees.decoders.k_best import k_best


class VineModel(NamedTuple):
    """Everything a sentence is parsed with, before reranking."""

    bounds: IntegerTable  # (coarse tags, 2): the longest arcs from a head to the left and to the right
    mixture: AutomatonMixture
    heads: PartTable
    head_weights: Weights  # empty: no log-linear model of heads
    joined: bool  # whether fragments are joined
    single_root: bool
    attachments: PartTable
    attachment_weights: Weights
    labels: LabelModel


class KBestList(NamedTuple):
    """Labeled trees of one sentence."""

    heads: Trees
    labels: Labelings
    log_probabilities: ScoreTable  # (trees, 2): of the tree, of its labeling


@inline
def sentence_arcs(sentence: Codes, bounds: IntegerTable) -> VineArcs:
    """The arcs within the bounds of their heads' coarse tags."""
    n = word_count(sentence)
    word_bounds = np.zeros((n + 1, 2), dtype=np.int32)
    for h in range(1, n + 1):
        word_bounds[h] = bounds[sentence[h, 0]]
    return vine_arcs(word_bounds)


@kernel
def sentence_forest(sentence: Codes, fixed: Heads, model: VineModel) -> Forest:
    """All vine parses of a sentence that agree with the `fixed` heads (-1: free)."""
    arcs = sentence_arcs(sentence, model.bounds)
    added = head_scores(sentence, arcs, model.heads, model.head_weights)
    kept = likely_arcs(arcs, added) if (fixed < 0).all() else arcs_allowed(arcs, fixed)
    arcs = select_arcs(arcs, kept)
    scores = mixture_scores(sentence, arcs, model.mixture, added[kept])
    forbid_root(arcs, fixed, scores)
    return vine_forest(arcs, scores)


@kernel
def scored_arcs(sentence: Codes, model: VineModel) -> tuple[VineArcs, Scores]:
    """All arcs within bounds, each scored as the first child of its head."""
    arcs = sentence_arcs(sentence, model.bounds)
    added = head_scores(sentence, arcs, model.heads, model.head_weights)
    part_scores = mixture_scores(sentence, arcs, model.mixture, added)
    scores = np.empty(len(arcs.head), dtype=np.float64)
    for run in range(1, len(arcs.start) - 1):
        for rank in range(arcs.start[run + 1] - arcs.start[run]):
            arc = arcs.start[run] + rank
            first = arcs.pair[run] + rank * (rank + 1) // 2
            scores[arc] = part_scores.root[arcs.modifier[arc]] if arcs.head[arc] == 0 else part_scores.pair[first]
    return arcs, scores


@kernel
def join_tree(sentence: Codes, fixed: Heads, model: VineModel, heads: Heads) -> bool:
    """Join the fragments of a vine parse; false if `fixed` heads leave no tree."""
    top = roots = 0
    for m in range(1, len(heads)):
        if heads[m] == 0:
            top, roots = m, roots + 1
    if roots == 1 and fixed[top] <= 0:
        return True
    attachments = find_attachments(heads)
    if model.joined:
        scores = attachment_scores(sentence, attachments, model.attachments, model.attachment_weights)
        return join_fragments(attachments, scores, model.single_root, fixed, heads)
    for m in range(1, len(heads)):
        if fixed[m] > 0 and heads[m] == 0:
            scores = np.zeros(len(attachments.head), dtype=np.float64)
            return join_fragments(attachments, scores, False, fixed, heads)
    return True


@inline
def parse_vine(
    sentence: Codes, fixed: Heads, fixed_labels: Labels, model: VineModel, heads: Heads, labels: Labels
) -> bool:
    """Write the best tree and its labels; false if `fixed` heads leave no tree."""
    if best_tree(sentence_forest(sentence, fixed, model), heads) == -np.inf:
        return False
    if not join_tree(sentence, fixed, model, heads):
        return False
    best_labels(*label_scores(sentence, heads, fixed_labels, model.labels), labels)
    return True


@kernel
def joined_trees(sentence: Codes, fixed: Heads, model: VineModel, most: int) -> tuple[Trees, Scores]:
    """The distinct trees that the best vine parses become once joined, and the log probabilities of those parses.

    None if `fixed` heads leave no vine parse.
    """
    n = word_count(sentence)
    trees, scores = k_best(sentence_forest(sentence, fixed, model), n, most)
    count = 0
    for i in range(len(trees)):
        known = not join_tree(sentence, fixed, model, trees[i])
        for other in range(count):
            known = known or np.array_equal(trees[other], trees[i])
        if not known:
            trees[count], scores[count] = trees[i], scores[i]
            count += 1
    return trees[:count].copy(), scores[:count].copy()


@kernel
def k_best_list(
    sentence: Codes, fixed: Heads, fixed_labels: Labels, model: VineModel, trees: int, labelings: int, k: int
) -> KBestList:
    """The `labelings` best labelings of each of the best `trees`, cut down to `k` labeled trees.

    The best labeling of each tree always stays, then those with the highest joint probability. Ordered by tree, then by
    labeling, best first; empty if `fixed` heads leave no vine parse.
    """
    n = word_count(sentence)
    joined, tree_scores = joined_trees(sentence, fixed, model, trees)
    heads = np.empty((len(joined) * labelings, n + 1), dtype=np.int32)
    labels, scores = np.empty_like(heads), np.empty((len(heads), 2), dtype=np.float64)
    rank = np.empty(len(heads), dtype=np.float64)
    count = 0
    for i in range(len(joined)):
        start, possible, word_scores = label_scores(sentence, joined[i], fixed_labels, model.labels)
        if len(model.labels.weights) > 0:
            log_softmax(start, word_scores)
        best, best_scores = k_best(label_forest(start, possible, word_scores), n, labelings)
        for j in range(len(best)):
            heads[count], labels[count] = joined[i], best[j]
            scores[count, 0], scores[count, 1] = tree_scores[i], best_scores[j]
            rank[count] = np.inf if j == 0 else tree_scores[i] + best_scores[j]
            count += 1
    order = np.sort(np.argsort(-rank[:count], kind="mergesort")[: max(k, len(joined))])
    return KBestList(heads[order], labels[order], scores[order])
