"""Simulated annealing: sample while the temperature falls, and keep the best tree (the paper, Figure 1)."""

import numpy as np

from arcwalk.arrays import RandomState
from arcwalk.compiled import inline
from arcwalk.scoring.moves import LEAST_GAIN, most_moves, start_from
from arcwalk.scoring.scorer import Scorer
from arcwalk.trees.search.gibbs import gibbs_step
from arcwalk.trees.search.random_walk import make_walk, random_walk_step, weigh_choices

SHORTEST_SWEEP = 10
PATIENCE = 3  # the search ends after this many sweeps without a change in score


@inline
def anneal(
    scorer: Scorer,
    by_walk: bool,
    single_root: bool,
    projective: bool,
    start_temperature: float,
    cooling: float,
    most_steps: int,
    words_to_change: int,
    state: RandomState,
) -> float:
    """Search from the current tree, leave the scorer at the best tree seen, and return the gain.

    Steps are random walks that change about `words_to_change` words, or Gibbs steps. The temperature is multiplied by
    `cooling` for every n steps, n being the number of words, at the end of each sweep (longer than n steps in short
    sentences). Ends after `most_steps`, or when the score no longer changes.
    """
    n = len(scorer.chosen) - 1
    size = most_moves(scorer)
    moves, gains = np.empty((size, 2), dtype=np.int64), np.empty(size, dtype=np.float64)
    walk = make_walk(scorer.start, scorer.choice_score, start_temperature)
    best = scorer.chosen.copy()
    lead = best_lead = 0.0
    temperature = start_temperature
    steps = still = 0
    while steps < most_steps and still < PATIENCE:
        still += 1
        sweep = min(max(n, SHORTEST_SWEEP), most_steps - steps)
        for _ in range(sweep):
            if by_walk:
                enough = best_lead - lead + LEAST_GAIN  # the best tree so far is always accepted
                gain = random_walk_step(
                    scorer, walk, words_to_change, single_root, projective, temperature, enough, state
                )
            else:
                gain = gibbs_step(scorer, single_root, projective, temperature, state, moves, gains)
            lead += gain
            if abs(gain) > LEAST_GAIN:
                still = 0
            if lead > best_lead + LEAST_GAIN:
                best_lead = lead
                best[:] = scorer.chosen
        steps += sweep
        temperature *= cooling ** (sweep / n)
        if by_walk:
            weigh_choices(scorer.start, scorer.choice_score, temperature, walk.log_weight, walk.cumulative)
    if lead < best_lead:
        start_from(scorer, best)
    return best_lead
