"""Learning to rerank: the tree with the least cost must lead the one that violates the margin most.

The cost of each tree is added to its score, and one step (MIRA or adaptive) leads away from the tree that then scores
highest (cost-augmented decoding).
"""

import numpy as np

from arcwalk.arrays import Codes, Scores, Weights
from arcwalk.compiled import kernel
from arcwalk.features.kernels.arc_features import arc_parts
from arcwalk.learning.kernels.feature_difference import feature_difference
from arcwalk.learning.kernels.updates import take_step
from arcwalk.scoring.moves import start_from
from arcwalk.scoring.scorer import Model, all_parts
from arcwalk.systems.rerank.kernels.tree_list import TreeList, list_scorer, score_list


@kernel
def learn_from_list(
    sentence: Codes,
    model: Model,
    listed: TreeList,
    errors: Scores,
    aggressiveness: float,
    step: float,
    squares: Weights,
    totals: Weights,
) -> float:
    """Learn from the trees of one sentence and the cost of each (`errors`); return the cost of the tree found."""
    best = np.argmin(errors)
    if len(errors) == 1:
        return errors[best]
    arcs = arc_parts(sentence, model.arcs)
    scorer = list_scorer(sentence, model, arcs, listed)
    worst = np.argmax(score_list(scorer, listed) + errors)
    if errors[worst] > errors[best]:
        start_from(scorer, listed.trees[worst])
        minus = all_parts(scorer)
        start_from(scorer, listed.trees[best])
        difference = feature_difference(
            scorer, model, arcs, all_parts(scorer), listed.trees[best], minus, listed.trees[worst]
        )
        needed = errors[worst] - errors[best] - (listed.prior[best] - listed.prior[worst])
        take_step(difference, needed, aggressiveness, step, model.weights, squares, totals)
    return errors[worst]
