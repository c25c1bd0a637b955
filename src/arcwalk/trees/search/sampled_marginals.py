"""How probable each choice is, estimated by a chain: for scores of whole trees there is no formula."""

import numpy as np

from arcwalk.arrays import RandomState, Scores
from arcwalk.compiled import kernel
from arcwalk.scoring.moves import most_moves
from arcwalk.scoring.scorer import Scorer
from arcwalk.trees.search.gibbs import gibbs_step
from arcwalk.trees.search.random_walk import make_walk, random_walk_step


@kernel
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
    """The share of the trees in which each choice is made, over some sweeps after those of `burn_in`.

    Trees are counted once a sweep: those in between are nearly the same, and so it costs a step only one addition.
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
