"""Approximate k-best lists: the best tree found for a sentence and the best ones around it."""

import numpy as np

from arcwalk.arrays import Booleans, Codes, Numbers, NumberTable, Scores
from arcwalk.compiled import inline, kernel
from arcwalk.scoring.choices import Candidates
from arcwalk.scoring.moves import most_moves, root_word, score_moves, start_from
from arcwalk.scoring.scorer import Model, Scorer
from arcwalk.trees.search.tree_search import scorer_of


@inline
def offer(trees: NumberTable, scores: Scores, seen: Booleans, count: int, tree: Numbers, score: float) -> int:
    """Insert a tree by its score, unless it is listed already or not good enough; return the number of trees.

    Trees are sorted best first; `seen` moves along with them and is false for a new one.
    """
    most = len(scores)
    if count == most and score <= scores[most - 1]:
        return count
    for rank in range(count):
        if np.array_equal(trees[rank], tree):
            return count
    rank = min(count, most - 1)
    while rank > 0 and scores[rank - 1] < score:
        trees[rank], scores[rank], seen[rank] = trees[rank - 1], scores[rank - 1], seen[rank - 1]
        rank -= 1
    trees[rank], scores[rank], seen[rank] = tree, score, False
    return min(count + 1, most)


@inline
def spread(
    scorer: Scorer, single_root: bool, projective: bool, trees: NumberTable, scores: Scores, seen: Booleans
) -> int:
    """Try all moves from the current tree, then from the best tree found so far, and so on; return their number.

    It ends when all moves from all listed trees have been tried, so a better tree that was missed can only be reached
    through a worse one.
    """
    n = len(scorer.chosen) - 1
    size = most_moves(scorer)
    moves, gains = np.empty((size, 2), dtype=np.int64), np.empty(size, dtype=np.float64)
    count = offer(trees, scores, seen, 0, scorer.chosen, start_from(scorer, scorer.chosen.copy()))
    rank = 0
    while rank < count:
        if seen[rank]:
            rank += 1
            continue
        seen[rank] = True
        here, score = trees[rank].copy(), scores[rank]
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
        rank = 0
    return count


@kernel
def best_trees(
    sentence: Codes, model: Model, candidates: Candidates, single_root: bool, projective: bool, most: int
) -> tuple[NumberTable, Scores]:
    """The best distinct trees around the chosen one, as choices among the candidates, and their scores."""
    scorer = scorer_of(sentence, model, candidates, np.inf)
    trees, scores = np.empty((most, len(scorer.chosen)), dtype=np.int64), np.empty(most, dtype=np.float64)
    count = spread(scorer, single_root, projective, trees, scores, np.zeros(most, dtype=np.bool_))
    return trees[:count].copy(), scores[:count].copy()
