"""Max-violation learning: climb to the tree that violates the margin most, then take one step.

While climbing, the cost of every wrong head or label is added to its score, so the climb ends at a tree that scores
high and is wrong: the gold tree must lead it by its errors. There is one step per sentence and epoch, as in the
authors' later parser; `samplerank` takes many smaller ones.
"""

from arcwalk.arrays import Codes, Numbers, Scores, Weights
from arcwalk.compiled import kernel
from arcwalk.features.kernels.arc_features import arc_parts
from arcwalk.features.kernels.structure_features import word_contributions
from arcwalk.learning.kernels.feature_difference import feature_difference
from arcwalk.learning.kernels.updates import take_step
from arcwalk.scoring.choices import Candidates
from arcwalk.scoring.moves import start_from
from arcwalk.scoring.scorer import Model, all_parts, make_scorer, score_choices
from arcwalk.trees.search.climb import climb


@kernel
def learn_from_worst(
    sentence: Codes,
    model: Model,
    candidates: Candidates,
    gold: Numbers,
    errors: Scores,
    single_root: bool,
    projective: bool,
    aggressiveness: float,
    step: float,
    squares: Weights,
    totals: Weights,
) -> float:
    """Learn from one sentence; return the error of the tree found.

    `gold` holds the gold choice of every word, `errors` the cost of each choice.
    """
    n = len(gold) - 1
    choices, prior = candidates.choices, candidates.prior
    arcs = arc_parts(sentence, model.arcs)
    words = word_contributions(sentence, model.structure)
    scorer = make_scorer(sentence, model, words, choices)
    score_choices(arcs, model, words, candidates.start, candidates.head, choices, scorer.choice_score)
    for choice in range(len(errors)):
        scorer.choice_score[choice] += prior[choice] + errors[choice]
    start_from(scorer, candidates.chosen)
    climb(scorer, single_root, projective)
    worst = scorer.chosen.copy()
    error, doubt = 0.0, 0.0
    for m in range(1, n + 1):
        error += errors[worst[m]]
        doubt += prior[gold[m]] - prior[worst[m]]
    if error > 0.0:
        minus = all_parts(scorer)
        start_from(scorer, gold)
        difference = feature_difference(scorer, model, arcs, all_parts(scorer), gold, minus, worst)
        take_step(difference, error - doubt, aggressiveness, step, model.weights, squares, totals)
    return error
