"""SampleRank (the paper, Figure 4): learn from every step of the sampler.

A word draws a new head and label. Of the trees before and after, the one with fewer errors must lead by the difference
in errors (the *neighbor* constraint), and the gold tree must lead the tree after by its errors (the *gold* constraint).
Each violated constraint causes a step. (The figure has the sign of the error difference reversed.)
"""

import numpy as np

from arcwalk.arrays import Codes, Numbers, RandomState, Scores, Weights
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.arc_features import arc_parts
from arcwalk.features.kernels.structure_features import word_contributions
from arcwalk.learning.kernels.feature_difference import feature_difference
from arcwalk.learning.kernels.updates import take_step
from arcwalk.scoring.choices import Candidates
from arcwalk.scoring.moves import most_moves, root_word, score_moves, start_from, try_move
from arcwalk.scoring.scorer import Model, all_parts, make_scorer, score_choices
from arcwalk.scoring.unit_scores import begin_generation
from arcwalk.trees.random_numbers import below, draw


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


@kernel
def learn_from_samples(
    sentence: Codes,
    model: Model,
    candidates: Candidates,
    gold: Numbers,
    errors: Scores,
    single_root: bool,
    projective: bool,
    neighbor_constraint: bool,
    gold_constraint: bool,
    samples: int,
    aggressiveness: float,
    step: float,
    random: RandomState,
    sample: Numbers,
    squares: Weights,
    totals: Weights,
) -> float:
    """Learn from `samples` sweeps over a sentence; return the error of the last tree.

    `gold` holds the gold choice of every word, `errors` the cost of each choice; `sample` is the tree to start from and
    is replaced by the last one, where the next epoch continues.
    """
    n = len(gold) - 1
    choices, prior = candidates.choices, candidates.prior
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
    before, after = sample.copy(), scorer.chosen
    parts, error = all_parts(scorer), total_error(errors, after)
    for _ in range(samples * n):
        m = 1 + below(random, n)
        if choices.start[m + 1] - choices.start[m] == 1:
            continue
        count = score_moves(scorer, m, single_root, projective, moves, gains)
        drawn = draw(random, gains, count, 1.0)
        before_parts, before_error = parts, error
        if moves[drawn, 0] != after[m]:
            before[:] = after
            root = root_word(scorer) if moves[drawn, 1] >= 0 else 0
            try_move(scorer, m, moves[drawn, 0], root, moves[drawn, 1], projective, True)
            parts, error = all_parts(scorer), total_error(errors, after)
        learned = False
        if neighbor_constraint and error != before_error:
            lead = prior_lead(prior, before, after)
            if before_error < error:
                difference = feature_difference(scorer, model, arcs, before_parts, before, parts, after)
                needed = error - before_error - lead
            else:
                difference = feature_difference(scorer, model, arcs, parts, after, before_parts, before)
                needed = before_error - error + lead
            learned |= take_step(difference, needed, aggressiveness, step, model.weights, squares, totals)
        if gold_constraint and error > 0.0:
            difference = feature_difference(scorer, model, arcs, gold_parts, gold, parts, after)
            needed = error - prior_lead(prior, gold, after)
            learned |= take_step(difference, needed, aggressiveness, step, model.weights, squares, totals)
        if learned:
            begin_generation(scorer.counters)
            score_choices(arcs, model, words, candidates.start, candidates.head, choices, scorer.choice_score)
            scorer.choice_score[:] += prior
    sample[:] = after
    return error
