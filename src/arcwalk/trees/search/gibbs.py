"""Gibbs sampling: one word draws its head and label from their exact conditional (the paper, section 3.2.1)."""

import math

import numpy as np

from arcwalk.arrays import Heads, NumberTable, RandomState, Scores, Starts
from arcwalk.compiled import inline, kernel
from arcwalk.scoring.moves import root_word, score_moves, try_move
from arcwalk.scoring.scorer import Scorer
from arcwalk.trees.log_sum import log_sum_exp_at
from arcwalk.trees.random_numbers import below, draw, uniform
from arcwalk.trees.search.random_walk import make_walk, random_walk_step

WORDS_TO_CHANGE = 4  # in random walks, which reach trees that moves of single words do not


@inline
def has_root_labels(start: Starts, head: Heads, m: int) -> bool:
    """Whether word m has several labels to choose from below the root."""
    return start[m + 1] - start[m] > 1 and head[start[m] + 1] == 0


@kernel
def gibbs_step(
    scorer: Scorer,
    single_root: bool,
    projective: bool,
    temperature: float,
    state: RandomState,
    moves: NumberTable,
    gains: Scores,
) -> float:
    """A step of a chain that samples p ∝ exp(score / temperature); return the gain in score.

    A word is drawn uniformly. With a single root, the root changes only its label, and a word that takes its place
    moves it too. The old root can reverse that move with the same probability, unless labels of the root differ: then
    the two choose from slightly different sets of trees, and a Metropolis-Hastings step corrects for that.

    With pruned choices, single words cannot reach all projective or all single-rooted trees; about once a sweep, a
    random walk replaces the step. A chain of projective trees must start from one. `moves` and `gains` are workspaces
    of size `most_moves`.
    """
    n = len(scorer.chosen) - 1
    if (single_root or projective) and below(state, n + 1) == 0:
        walk = make_walk(scorer.start, scorer.choice_score, temperature)
        return random_walk_step(scorer, walk, WORDS_TO_CHANGE, single_root, projective, temperature, np.inf, state)
    m = 1 + below(state, n)
    root = root_word(scorer) if single_root else np.int64(0)
    count = score_moves(scorer, m, single_root, projective, moves, gains)
    drawn = draw(state, gains, count, temperature)
    choice, root_choice = moves[drawn, 0], moves[drawn, 1]
    old = scorer.chosen[m]
    if choice == old:
        return 0.0
    old_root_choice = scorer.chosen[root]
    gain = try_move(scorer, m, choice, root, root_choice, projective, True)
    if root_choice >= 0 and (
        has_root_labels(scorer.start, scorer.head, m) or has_root_labels(scorer.start, scorer.head, root)
    ):
        ahead = log_sum_exp_at(gains, count, temperature)
        count = score_moves(scorer, root, single_root, projective, moves, gains)
        back = gain / temperature + log_sum_exp_at(gains, count, temperature)
        if math.log(1.0 - uniform(state)) > ahead - back:
            try_move(scorer, root, old_root_choice, m, old, projective, True)
            return 0.0
    return gain
