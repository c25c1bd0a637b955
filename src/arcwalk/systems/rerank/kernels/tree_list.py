"""Scores of the trees in a k-best list: each tree is reached by moves from the one before, and only changes are scored.

Neighbors in a k-best list differ in a few words, and most of what is new in one tree was already scored for another.
"""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Codes, Heads, Labelings, NumberTable, Scores, Starts, Trees
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.arc_features import ArcParts, arc_parts
from arcwalk.features.kernels.structure_features import word_contributions
from arcwalk.scoring.choices import Choices
from arcwalk.scoring.moves import start_from, try_moves
from arcwalk.scoring.scorer import Model, Scorer, make_scorer, score_choices


class TreeList(NamedTuple):
    """Some trees of a sentence, and their scores by the model that listed them."""

    start: Starts  # their arcs, see `arcwalk.trees.candidates`
    head: Heads
    choices: Choices  # the same with labels
    trees: NumberTable  # (trees, n + 1): what each word chooses
    prior: Scores  # (trees,): weighted score by that model, relative to the first tree


@kernel
def list_trees(heads: Trees, labels: Labelings, prior: Scores) -> TreeList:
    """A list of trees from the heads and labels of each, (trees, n + 1)."""
    n = heads.shape[1] - 1
    trees = np.full(heads.shape, -1, dtype=np.int64)
    start, choice_start = np.zeros(n + 2, dtype=np.int64), np.zeros(n + 2, dtype=np.int64)
    arcs, choices = 0, 0
    arc_head, head = np.empty(heads.size, dtype=np.int32), np.empty(heads.size, dtype=np.int32)
    label, arc = np.empty(heads.size, dtype=np.int32), np.empty(heads.size, dtype=np.int32)
    for m in range(1, n + 1):
        pairs = heads[:, m].astype(np.int64) << 32 | labels[:, m].astype(np.int64)
        distinct = np.unique(pairs)
        trees[:, m] = choices + np.searchsorted(distinct, pairs)
        for pair in distinct:
            h = pair >> 32
            if arcs == start[m] or arc_head[arcs - 1] != h:
                arc_head[arcs] = h
                arcs += 1
            head[choices], label[choices], arc[choices] = h, pair & 0xFFFFFFFF, arcs - 1
            choices += 1
        start[m + 1], choice_start[m + 1] = arcs, choices
    chosen = Choices(choice_start, head[:choices].copy(), label[:choices].copy(), arc[:choices].copy())
    return TreeList(start, arc_head[:arcs].copy(), chosen, trees, prior)


@inline
def list_scorer(sentence: Codes, model: Model, arcs: ArcParts, listed: TreeList) -> Scorer:
    """A scorer for the trees of a list, not set to any of them yet."""
    words = word_contributions(sentence, model.structure)
    scorer = make_scorer(sentence, model, words, listed.choices)
    score_choices(arcs, model, words, listed.start, listed.head, listed.choices, scorer.choice_score)
    return scorer


@kernel
def score_list(scorer: Scorer, listed: TreeList) -> Scores:
    """The score of every tree in a list, including the prior."""
    trees = listed.trees
    scores = listed.prior.copy()
    movers, choices = np.empty(trees.shape[1], dtype=np.int64), np.empty(trees.shape[1], dtype=np.int64)
    score = start_from(scorer, trees[0])
    scores[0] += score
    for rank in range(1, len(trees)):
        count = 0
        for m in range(1, trees.shape[1]):
            if trees[rank, m] != scorer.chosen[m]:
                movers[count], choices[count] = m, trees[rank, m]
                count += 1
        score += try_moves(scorer, movers, choices, count, False, -np.inf)
        scores[rank] += score
    return scores


@inline
def score_trees(sentence: Codes, model: Model, listed: TreeList) -> Scores:
    """The scores of a list of trees."""
    return score_list(list_scorer(sentence, model, arc_parts(sentence, model.arcs), listed), listed)
