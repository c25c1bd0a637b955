"""Second-order parsing: score all parts of a sentence and find the best trees."""

import numpy as np

from arcwalk.arrays import Codes, Heads, Keys, KeyTable, Scores, Starts, Trees, Weights
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.arc_features import ArcParts, arc_parts, score_arcs
from arcwalk.features.kernels.hashing import index_shift
from arcwalk.features.kernels.structure_features import STRUCTURE_KINDS, Groups, part_indices, word_contributions
from arcwalk.systems.mst.kernels.sibling_parts import GROUP, SecondOrderTable, sibling_part
from arcwalk.trees.decoders.chu_liu_edmonds import chu_liu_edmonds
from arcwalk.trees.decoders.forest import best_tree
from arcwalk.trees.decoders.k_best import k_best
from arcwalk.trees.decoders.nonprojective import attachment_score, rearrange
from arcwalk.trees.decoders.second_order import (
    PartScores,
    Siblings,
    find_siblings,
    second_order_forest,
    second_order_score,
)


@inline
def _score_part(
    h: int, side: int, s: int, m: int, groups: Groups, words: KeyTable, weights: Weights, indices: Keys
) -> float:
    """The score of one sibling part."""
    first, second = sibling_part(h, side, s, m)
    total = 0.0
    for i in range(part_indices(first, second, groups, words, words, index_shift(len(weights)), indices)):
        total += weights[indices[i]]
    return total


@kernel
def score_parts(
    arcs: ArcParts,
    words: KeyTable,
    start: Starts,
    head: Heads,
    siblings: Siblings,
    table: SecondOrderTable,
    weights: Weights,
) -> PartScores:
    """The scores of all parts of candidate arcs; `words` are the contributions of words to sibling features."""
    n = len(start) - 2
    groups = table.siblings.groups
    of_arc, of_last = np.empty(len(head), dtype=np.float64), np.empty(len(head), dtype=np.float64)
    of_pair, childless = np.empty(siblings.part[len(head)], dtype=np.float64), np.zeros((n + 1, 2), dtype=np.float64)
    score_arcs(arcs, start, head, table.arcs, weights, of_arc)
    indices = np.empty(groups[GROUP, STRUCTURE_KINDS] - groups[GROUP, 0], dtype=np.uint32)
    for run in range(1, 2 * n + 2):  # the root has no left side
        h, side = run // 2, run % 2
        childless[h, side] = _score_part(h, side, -1, -1, groups, words, weights, indices)
        for i in range(siblings.start[run], siblings.start[run + 1]):
            arc = siblings.arc[i]
            m = np.int64(siblings.modifier[arc])
            of_pair[siblings.part[arc]] = _score_part(h, side, -1, m, groups, words, weights, indices)
            for nearer in range(siblings.rank[arc]):
                s = np.int64(siblings.modifier[siblings.arc[siblings.start[run] + nearer]])
                of_pair[siblings.part[arc] + 1 + nearer] = _score_part(h, side, s, m, groups, words, weights, indices)
            of_last[arc] = _score_part(h, side, m, -1, groups, words, weights, indices)
    return PartScores(of_arc, of_pair, of_last, childless)


@inline
def score_sentence(
    sentence: Codes, start: Starts, head: Heads, table: SecondOrderTable, weights: Weights
) -> tuple[Siblings, PartScores]:
    """All parts of the candidates of a sentence, and their scores."""
    siblings = find_siblings(start, head)
    arcs, words = arc_parts(sentence, table.arcs), word_contributions(sentence, table.siblings)
    return siblings, score_parts(arcs, words, start, head, siblings, table, weights)


@kernel
def decode_second_order(
    start: Starts,
    head: Heads,
    siblings: Siblings,
    scores: PartScores,
    projective: bool,
    single_root: bool,
    heads_out: Heads,
) -> float:
    """Write the best tree and return its score, -inf if the candidates allow none.

    If they allow no projective tree, rearranging starts from the best first-order tree; if no single-rooted one, there
    are several roots.
    """
    for roots in range(2):
        alone = single_root and roots == 0
        score = best_tree(second_order_forest(start, head, siblings, scores, alone), heads_out)
        crossing = score == -np.inf
        if crossing:
            score = chu_liu_edmonds(start, head, scores.arc, alone, heads_out)
        if score > -np.inf:
            if crossing or not projective:
                rearrange(start, head, siblings, scores, alone, heads_out)
                score = second_order_score(head, siblings, scores, heads_out)
            return score
    return -np.inf


@kernel
def best_second_order(
    start: Starts, head: Heads, siblings: Siblings, scores: PartScores, projective: bool, single_root: bool, most: int
) -> tuple[Trees, Scores]:
    """The best distinct trees, best first: exact if projective, else the best projective ones rearranged."""
    n = len(start) - 2
    best = np.empty(n + 1, dtype=np.int32)
    score = decode_second_order(start, head, siblings, scores, projective, single_root, best)
    if score == -np.inf:
        return np.empty((0, n + 1), dtype=np.int32), np.empty(0, dtype=np.float64)
    alone = single_root and np.count_nonzero(best == 0) == 1
    listed, their_scores = k_best(second_order_forest(start, head, siblings, scores, alone), n, most)
    if projective and len(listed) > 0:
        return listed, their_scores
    trees, tree_scores = np.empty((2 * len(listed) + 1, n + 1), dtype=np.int32), np.empty(2 * len(listed) + 1)
    trees[0], tree_scores[0] = best, score
    count = 1
    for i in range(2 * len(listed)):
        tree = listed[i // 2].copy()
        if i % 2 == 1:
            rearrange(start, head, siblings, scores, alone, tree)
        known = False
        for other in range(count):
            known = known or np.array_equal(trees[other], tree)
        if not known:
            trees[count], tree_scores[count] = tree, second_order_score(head, siblings, scores, tree)
            count += 1
    order = np.argsort(-tree_scores[:count], kind="mergesort")[:most]
    return trees[order], tree_scores[order]


@inline
def scores_around(head: Heads, siblings: Siblings, scores: PartScores, heads: Heads) -> Scores:
    """First-order scores that equal the second-order ones if all other words keep their heads."""
    around = np.empty(len(head), dtype=np.float64)
    for arc in range(len(head)):
        around[arc] = attachment_score(head, siblings, scores, arc, heads)
    return around
