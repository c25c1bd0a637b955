"""Besides the best tree of a sentence: how probable each choice is, and the trees that score next best."""

import numpy as np

from arcwalk.arrays import Booleans, Codes, Numbers, NumberTable, RandomState, Scores
from arcwalk.compiled import kernel
from arcwalk.scoring.choices import Candidates
from arcwalk.scoring.moves import most_moves, root_word, score_moves, start_from
from arcwalk.scoring.scorer import Model, Scorer
from arcwalk.trees.search.climb import climb
from arcwalk.trees.search.sampled_marginals import sampled_marginals
from arcwalk.trees.search.tree_search import WORDS_TO_CHANGE, scorer_of


@kernel
def choice_marginals(
    sentence: Codes,
    model: Model,
    candidates: Candidates,
    single_root: bool,
    projective: bool,
    temperature: float,
    burn_in: int,
    sweeps: int,
    state: RandomState,
) -> Scores:
    """The probability of each choice among the candidates, estimated by a random walk from where a climb ends."""
    scorer = scorer_of(sentence, model, candidates, np.inf)
    climb(scorer, single_root, projective)
    marginals = np.empty(len(candidates.prior), dtype=np.float64)
    sampled_marginals(
        scorer, True, single_root, projective, temperature, burn_in, sweeps, WORDS_TO_CHANGE, state, marginals
    )
    return marginals


@kernel
def offer(trees: NumberTable, scores: Scores, seen: Booleans, count: int, tree: Numbers, score: float) -> int:
    """Put a tree where its score belongs, unless it is there already or not good enough; return how many there are.

    Trees stand best first; `seen` moves along with them and is false for a new one.
    """
    most = len(scores)
    if count == most and score <= scores[most - 1]:
        return count
    for place in range(count):
        if np.array_equal(trees[place], tree):
            return count
    place = min(count, most - 1)
    while place > 0 and scores[place - 1] < score:
        trees[place], scores[place], seen[place] = trees[place - 1], scores[place - 1], seen[place - 1]
        place -= 1
    trees[place], scores[place], seen[place] = tree, score, False
    return min(count + 1, most)


@kernel
def spread(
    scorer: Scorer, single_root: bool, projective: bool, trees: NumberTable, scores: Scores, seen: Booleans
) -> int:
    """Look around the committed tree, then around the best one found so, and so on; return how many were found.

    It ends when all moves from all trees that are kept have been tried, so whatever better tree was missed can
    only be reached by way of a worse one.
    """
    n = len(scorer.chosen) - 1
    size = most_moves(scorer)
    moves, gains = np.empty((size, 2), dtype=np.int64), np.empty(size, dtype=np.float64)
    count = offer(trees, scores, seen, 0, scorer.chosen, start_from(scorer, scorer.chosen.copy()))
    place = 0
    while place < count:
        if seen[place]:
            place += 1
            continue
        seen[place] = True
        here, score = trees[place].copy(), scores[place]
        start_from(scorer, here)
        root = root_word(scorer)
        for m in range(1, n + 1):
            for i in range(score_moves(scorer, m, single_root, projective, moves, gains)):
                if count == len(scores) and score + gains[i] <= scores[count - 1]:
                    continue
                tree = here.copy()
                tree[m] = moves[i, 0]
                if moves[i, 1] >= 0:
                    tree[root] = moves[i, 1]
                count = offer(trees, scores, seen, count, tree, score + gains[i])
        place = 0
    return count


@kernel
def best_trees(
    sentence: Codes, model: Model, candidates: Candidates, single_root: bool, projective: bool, most: int
) -> tuple[NumberTable, Scores]:
    """The best distinct trees around the one that is chosen, as choices among the candidates, and their scores."""
    scorer = scorer_of(sentence, model, candidates, np.inf)
    trees, scores = np.empty((most, len(scorer.chosen)), dtype=np.int64), np.empty(most, dtype=np.float64)
    count = spread(scorer, single_root, projective, trees, scores, np.zeros(most, dtype=np.bool_))
    return trees[:count].copy(), scores[:count].copy()
