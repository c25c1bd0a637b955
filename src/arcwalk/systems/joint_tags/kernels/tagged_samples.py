"""SampleRank over trees and tags together (the paper, section 3.4): a word draws its head and its analysis at once.

As in `samplerank`, every step is to meet two constraints; wrong tags are errors, too. Steps are those of the search, so
without learning they sample tagged trees by their scores.
"""

import numpy as np

from arcwalk.arrays import Codes, Numbers, RandomState, Scores, Weights
from arcwalk.compiled import kernel
from arcwalk.learning.kernels.feature_difference import subtract
from arcwalk.learning.kernels.samplerank import SampleRank, prior_lead, total_error
from arcwalk.learning.kernels.updates import take_step
from arcwalk.scoring.choices import Candidates
from arcwalk.scoring.moves import most_moves
from arcwalk.scoring.scorer import Model, score_choices
from arcwalk.scoring.unit_scores import begin_generation
from arcwalk.systems.joint_tags.kernels.joint_search import draw_step, go_to, tagged_tree
from arcwalk.systems.joint_tags.kernels.tagged_tree import Analyses, most_analyses
from arcwalk.systems.joint_tags.kernels.tagged_violation import all_features


@kernel
def learn_from_tagged_samples(
    sentence: Codes,
    model: Model,
    candidates: Candidates,
    analyses: Analyses,
    gold: Numbers,
    errors: Scores,
    gold_analyses: Numbers,
    tag_errors: Scores,
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
    """Learn from some sweeps over a sentence, always by Gibbs; return the error of the last tagged tree.

    `gold` and `gold_analyses` are the gold choice and analysis of every word, `errors` and `tag_errors` the cost of
    each. `sample` holds the choices, then the analyses to start from, and in the end the last ones.
    """
    n = len(gold) - 1
    prior, tag_prior, temperature = candidates.prior, analyses.score, sampling.temperature
    tagged = tagged_tree(sentence, model, candidates, analyses, np.inf)
    scorer = tagged.scorer
    size = most_analyses(tagged)
    moves, gains = np.empty((size, 3), dtype=np.int64), np.empty(size, dtype=np.float64)
    head_moves = np.empty((most_moves(scorer), 2), dtype=np.int64)
    go_to(tagged, gold, gold_analyses)
    gold_features = all_features(tagged)
    chosen, taken = sample[: n + 1].copy(), sample[n + 1 :].copy()
    go_to(tagged, chosen, taken)
    features, error = all_features(tagged), total_error(errors, chosen) + total_error(tag_errors, taken)
    for turn in range(sampling.sweeps * 2 * n):
        m = turn % (2 * n) - n + 1
        if m > 0 and analyses.start[m + 1] - analyses.start[m] == 1:
            continue
        draw_step(tagged, turn % (2 * n), single_root, projective, temperature, random, moves, head_moves, gains)
        learned = False
        if (scorer.chosen != chosen).any() or (tagged.taken != taken).any():
            drawn, drawn_error = all_features(tagged), total_error(errors, scorer.chosen)
            drawn_error += total_error(tag_errors, tagged.taken)
            if sampling.neighbor_constraint and drawn_error != error:
                lead = prior_lead(prior, chosen, scorer.chosen) + prior_lead(tag_prior, taken, tagged.taken)
                if error < drawn_error:
                    difference, needed = subtract(features, drawn), drawn_error - error - lead
                else:
                    difference, needed = subtract(drawn, features), error - drawn_error + lead
                learned |= take_step(difference, needed, aggressiveness, step, model.weights, squares, totals)
            chosen[:], taken[:] = scorer.chosen, tagged.taken
            features, error = drawn, drawn_error
        if sampling.gold_constraint and error > 0.0:
            lead = prior_lead(prior, gold, chosen) + prior_lead(tag_prior, gold_analyses, taken)
            difference = subtract(gold_features, features)
            learned |= take_step(difference, error - lead, aggressiveness, step, model.weights, squares, totals)
        if learned:
            begin_generation(scorer.counters)
            arcs, words, choices = tagged.arcs, scorer.words, candidates.choices
            score_choices(arcs, model, words, candidates.start, candidates.head, choices, scorer.choice_score)
            scorer.choice_score[:] += prior
    sample[: n + 1], sample[n + 1 :] = chosen, taken
    return error
