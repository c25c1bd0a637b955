"""Simulated annealing: sample while the temperature falls, and remember the best tree (the paper, Figure 1)."""

import numpy as np

from arcwalk.arrays import RandomState
from arcwalk.compiled import kernel
from arcwalk.scoring.moves import LEAST_GAIN, most_moves, start_from
from arcwalk.scoring.scorer import Scorer
from arcwalk.trees.search.gibbs import gibbs_step
from arcwalk.trees.search.random_walk import make_walk, random_walk_step, weigh_choices

SHORTEST_SWEEP = 10
PATIENCE = 3  # sweeps in which the score does not change, before the search ends


@kernel
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
    """Search from the committed tree, leave the scorer at the best one seen, and return what was gained.

    A step is one of the random walk, which changes some `words_to_change`, or of Gibbs. For every n steps, as
    many as there are words, the temperature is multiplied by `cooling`: after each sweep, which for a short sentence
    is more steps than that. Ends after `most_steps`, or when the score no longer changes.
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
                enough = best_lead - lead + LEAST_GAIN  # better than all seen: taken, lest it be forgotten
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
