"""First-order parsing in one call: score the candidate arcs of a sentence and find the best tree."""

import numpy as np

from arcwalk.arrays import Codes, Heads, Scores, Starts, Weights
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.arc_features import ArcTable, arc_parts, score_arcs
from arcwalk.trees.decoders.chu_liu_edmonds import chu_liu_edmonds
from arcwalk.trees.decoders.eisner import eisner


@kernel
def decode(start: Starts, head: Heads, scores: Scores, projective: bool, single_root: bool, heads_out: Heads) -> float:
    """The best tree of the requested kind; if the candidates allow none, of the next less constrained kind.

    Only arcs fixed by the user can rule out all projective or all single-rooted trees. Returns -inf if there is no tree
    at all, because fixed arcs form a cycle.
    """
    score = -np.inf
    if projective:
        score = eisner(start, head, scores, single_root, heads_out)
        if score == -np.inf and single_root:
            score = eisner(start, head, scores, False, heads_out)
    if score == -np.inf:
        score = chu_liu_edmonds(start, head, scores, single_root, heads_out)
    if score == -np.inf and single_root:
        score = chu_liu_edmonds(start, head, scores, False, heads_out)
    return score


@inline
def parse_first_order(
    sentence: Codes,
    start: Starts,
    head: Heads,
    table: ArcTable,
    weights: Weights,
    projective: bool,
    single_root: bool,
    heads_out: Heads,
) -> float:
    """Write the best tree's heads and return its score."""
    scores = np.empty(len(head), dtype=np.float64)
    score_arcs(arc_parts(sentence, table), start, head, table, weights, scores)
    return decode(start, head, scores, projective, single_root, heads_out)
