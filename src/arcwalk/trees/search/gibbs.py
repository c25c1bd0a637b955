"""One word chooses anew, by the exact probabilities of what it may choose (the paper, section 3.2.1)."""

import math

import numpy as np

from arcwalk.arrays import Heads, NumberTable, RandomState, Scores, Starts
from arcwalk.compiled import kernel
from arcwalk.scoring.moves import root_word, score_moves, try_move
from arcwalk.scoring.scorer import Scorer
from arcwalk.trees.search.random_numbers import below, draw, uniform
from arcwalk.trees.search.random_walk import make_walk, random_walk_step

WORDS_TO_CHANGE = 4  # in the walks that lead where single words cannot


@kernel
def log_total(gains: Scores, count: int, temperature: float) -> float:
    """The logarithm of the sum of exp(gain / temperature)."""
    best = -np.inf
    for i in range(count):
        best = max(best, gains[i])
    total = 0.0
    for i in range(count):
        total += math.exp((gains[i] - best) / temperature)
    return best / temperature + math.log(total)


@kernel
def has_root_labels(start: Starts, head: Heads, m: int) -> bool:
    """Whether word m may hang from the root by several labels."""
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
    """A step of a chain that samples p ∝ exp(score / temperature); return what it gained.

    Any word is as likely to choose anew. Where there may be only one root, the root changes its label only, and
    another word that takes its place moves it too. The way back is then open to the old root, with the same
    probability, unless labels of the root differ: the trees that each has to choose from are not quite the
    same, and a Metropolis-Hastings step corrects for that.

    Among pruned choices, single words cannot reach all projective trees, nor all with one root. About once a sweep a
    random walk takes their place. A chain of projective trees must start from one. `moves` and `gains` are
    room for `most_moves`.
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
        ahead = log_total(gains, count, temperature)
        count = score_moves(scorer, root, single_root, projective, moves, gains)
        back = gain / temperature + log_total(gains, count, temperature)
        if math.log(1.0 - uniform(state)) > ahead - back:
            try_move(scorer, root, old_root_choice, m, old, projective, True)
            return 0.0
    return gain
