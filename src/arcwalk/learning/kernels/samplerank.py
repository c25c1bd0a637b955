"""SampleRank (the paper, Figure 4): learn from every step of the sampler.

A step proposes a tree: one word draws a new head and label from their exact conditional (Gibbs), or several do by a
random walk, whose proposal may be rejected. Of the trees before and after, the one with fewer errors must lead by the
difference in errors (the *neighbor* constraint), whether the proposal is accepted or not, and the gold tree must lead
the tree where the sampler then is by its errors (the *gold* constraint). Each violated constraint causes a step of
learning. (The figure has the sign of the error difference reversed.)
"""

import math
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Codes, Numbers, NumberTable, RandomState, Scores, Weights
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.arc_features import arc_parts
from arcwalk.features.kernels.structure_features import word_contributions
from arcwalk.learning.kernels.feature_difference import feature_difference
from arcwalk.learning.kernels.updates import take_step
from arcwalk.scoring.choices import Candidates
from arcwalk.scoring.moves import most_moves, root_word, score_moves, start_from, try_move, try_moves
from arcwalk.scoring.scorer import Model, Scorer, all_parts, make_scorer, score_choices
from arcwalk.scoring.unit_scores import begin_generation
from arcwalk.trees.random_numbers import below, draw, uniform
from arcwalk.trees.search.random_walk import drawn_lead, make_walk, propose, weigh_choices


class SampleRank(NamedTuple):
    """How trees are sampled, and which constraints they must meet."""

    by_walk: bool  # or by Gibbs
    words_to_change: int  # in a walk
    temperature: float
    sweeps: int  # over each sentence in an epoch, of as many steps as it has words
    neighbor_constraint: bool
    gold_constraint: bool


@inline
def prior_lead(prior: Scores, plus: Numbers, minus: Numbers) -> float:
    """By how much the prior prefers one tree to another."""
    total = 0.0
    for m in range(1, len(plus)):
        total += prior[plus[m]] - prior[minus[m]]
    return total


@inline
def total_error(errors: Scores, chosen: Numbers) -> float:
    """The total cost of a tree's choices."""
    total = 0.0
    for m in range(1, len(chosen)):
        total += errors[chosen[m]]
    return total


@inline
def draw_move(
    scorer: Scorer,
    m: int,
    single_root: bool,
    projective: bool,
    temperature: float,
    random: RandomState,
    moves: NumberTable,
    gains: Scores,
) -> bool:
    """Word m draws its head and label from their exact conditional; returns whether they change."""
    count = score_moves(scorer, m, single_root, projective, moves, gains)
    drawn = draw(random, gains, count, temperature)
    changes = moves[drawn, 0] != scorer.chosen[m]
    if changes:
        root = root_word(scorer) if moves[drawn, 1] >= 0 else 0
        try_move(scorer, m, moves[drawn, 0], root, moves[drawn, 1], projective, True)
    return changes


@kernel
def learn_from_samples(
    sentence: Codes,
    model: Model,
    candidates: Candidates,
    gold: Numbers,
    errors: Scores,
    single_root: bool,
    projective: bool,
    sampling: SampleRank,
    aggressiveness: float,
    step: float,
    random: RandomState,
    sample: Numbers,
    squares: Weights,
    totals: Weights,
) -> float:
    """Learn from some sweeps over a sentence; return the error of the last tree.

    `gold` holds the gold choice of every word, `errors` the cost of each choice; `sample` is the tree to start from and
    is replaced by the last one, where the next epoch continues.
    """
    n = len(gold) - 1
    choices, prior, temperature = candidates.choices, candidates.prior, sampling.temperature
    arcs = arc_parts(sentence, model.arcs)
    words = word_contributions(sentence, model.structure)
    scorer = make_scorer(sentence, model, words, choices)
    room = most_moves(scorer)
    moves, gains = np.empty((room, 2), dtype=np.int64), np.empty(room, dtype=np.float64)
    start_from(scorer, gold)
    gold_parts = all_parts(scorer)
    score_choices(arcs, model, words, candidates.start, candidates.head, choices, scorer.choice_score)
    scorer.choice_score[:] += prior
    start_from(scorer, sample)
    walk = make_walk(scorer.start, scorer.choice_score, temperature)
    chosen, proposed = sample.copy(), sample.copy()
    parts, error = all_parts(scorer), total_error(errors, chosen)
    for _ in range(sampling.sweeps * n):
        accepted, changed = True, np.int64(0)
        if sampling.by_walk:
            changed = propose(scorer, walk, sampling.words_to_change, single_root, random)
            least_gain = temperature * (drawn_lead(scorer, walk, changed) + math.log(1.0 - uniform(random)))
            gain = try_moves(scorer, walk.movers, walk.choices, changed, projective, -np.inf)
            moved = changed > 0 and gain > -np.inf
            accepted = gain >= least_gain
        else:
            m = 1 + below(random, n)
            if choices.start[m + 1] - choices.start[m] == 1:
                continue
            moved = draw_move(scorer, m, single_root, projective, temperature, random, moves, gains)
        learned = False
        if moved:
            proposed[:] = scorer.chosen
            proposed_parts, proposed_error = all_parts(scorer), total_error(errors, proposed)
            if not accepted:
                try_moves(scorer, walk.movers, walk.choices, changed, False, -np.inf)
            if sampling.neighbor_constraint and proposed_error != error:
                lead = prior_lead(prior, chosen, proposed)
                if error < proposed_error:
                    difference = feature_difference(scorer, model, arcs, parts, chosen, proposed_parts, proposed)
                    needed = proposed_error - error - lead
                else:
                    difference = feature_difference(scorer, model, arcs, proposed_parts, proposed, parts, chosen)
                    needed = error - proposed_error + lead
                learned |= take_step(difference, needed, aggressiveness, step, model.weights, squares, totals)
            if accepted:
                chosen[:], parts, error = proposed, proposed_parts, proposed_error
        if sampling.gold_constraint and error > 0.0:
            difference = feature_difference(scorer, model, arcs, gold_parts, gold, parts, chosen)
            needed = error - prior_lead(prior, gold, chosen)
            learned |= take_step(difference, needed, aggressiveness, step, model.weights, squares, totals)
        if learned:
            begin_generation(scorer.counters)
            score_choices(arcs, model, words, candidates.start, candidates.head, choices, scorer.choice_score)
            scorer.choice_score[:] += prior
            if sampling.by_walk:
                weigh_choices(scorer.start, scorer.choice_score, temperature, walk.log_weight, walk.cumulative)
    sample[:] = chosen
    return error
