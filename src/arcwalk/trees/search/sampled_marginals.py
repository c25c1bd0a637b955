"""The probability of each choice, estimated by sampling: scores of whole trees allow no closed form."""

import numpy as np

from arcwalk.arrays import Codes, RandomState, Scores
from arcwalk.compiled import inline
from arcwalk.scoring.choices import Candidates
from arcwalk.scoring.moves import most_moves
from arcwalk.scoring.scorer import Model, Scorer
from arcwalk.trees.search.climb import climb
from arcwalk.trees.search.gibbs import gibbs_step
from arcwalk.trees.search.random_walk import make_walk, random_walk_step
from arcwalk.trees.search.tree_search import scorer_of


@inline
def sampled_marginals(
    scorer: Scorer,
    by_walk: bool,
    single_root: bool,
    projective: bool,
    temperature: float,
    burn_in: int,
    sweeps: int,
    words_to_change: int,
    state: RandomState,
    marginals: Scores,
) -> None:
    """The share of sampled trees that make each choice, over `sweeps` sweeps after those of `burn_in`.

    Trees are counted once a sweep: those in between are nearly the same.
    """
    n = len(scorer.chosen) - 1
    size = most_moves(scorer)
    moves, gains = np.empty((size, 2), dtype=np.int64), np.empty(size, dtype=np.float64)
    walk = make_walk(scorer.start, scorer.choice_score, temperature)
    marginals[:] = 0.0
    for sweep in range(burn_in + sweeps):
        for _ in range(n):
            if by_walk:
                random_walk_step(scorer, walk, words_to_change, single_root, projective, temperature, np.inf, state)
            else:
                gibbs_step(scorer, single_root, projective, temperature, state, moves, gains)
        if sweep >= burn_in:
            for m in range(1, n + 1):
                marginals[scorer.chosen[m]] += 1.0
    marginals /= max(sweeps, 1)


@inline
def choice_marginals(
    sentence: Codes,
    model: Model,
    candidates: Candidates,
    single_root: bool,
    projective: bool,
    temperature: float,
    burn_in: int,
    sweeps: int,
    words_to_change: int,
    state: RandomState,
) -> Scores:
    """The probability of each choice among the candidates, estimated by random walks from where a climb ends."""
    scorer = scorer_of(sentence, model, candidates, np.inf)
    climb(scorer, single_root, projective)
    marginals = np.empty(len(candidates.prior), dtype=np.float64)
    sampled_marginals(
        scorer, True, single_root, projective, temperature, burn_in, sweeps, words_to_change, state, marginals
    )
    return marginals
