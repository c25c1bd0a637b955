"""Lists for the reranker: the best trees of the vine parser, tree by tree, with the best labelings of each."""

import numpy as np

from arcwalk.arrays import Codes, Heads, Labelings, Labels, Scores, ScoreTable, Trees
from arcwalk.compiled import kernel
from arcwalk.systems.vine.kernels.decode import VineModel, join_tree, sentence_forest
from arcwalk.systems.vine.kernels.label_model import label_forest, label_scores
from arcwalk.systems.vine.kernels.normalise import normalise
from arcwalk.trees.decoders.k_best import k_best


@kernel
def joined_trees(sentence: Codes, fixed: Heads, model: VineModel, most: int) -> tuple[Trees, Scores]:
    """What the best vine parses are once their fragments are joined, each tree once, with their log probabilities.

    There is none where fixed heads leave no vine parse.
    """
    n = len(sentence) - 3
    trees, scores = k_best(sentence_forest(sentence, fixed, model), n, most)
    count = 0
    for i in range(len(trees)):
        known = not join_tree(sentence, fixed, model, trees[i])
        for other in range(count):
            known = known or np.array_equal(trees[other], trees[i])
        if not known:
            trees[count], scores[count] = trees[i], scores[i]
            count += 1
    return trees[:count].copy(), scores[:count].copy()


@kernel
def labeled_candidates(
    sentence: Codes, trees: Trees, tree_scores: Scores, fixed: Labels, model: VineModel, labelings: int, most: int
) -> tuple[Trees, Labelings, ScoreTable]:
    """The best labelings of each tree: heads, labels, and the log probabilities of tree and labeling.

    Every tree's best labeling is there, and of all others the best by both probabilities, so that there are at most
    `most`, or as many as trees. They stand tree by tree in the order of `trees`, and of each the best labeling first.
    """
    n = len(sentence) - 3
    heads = np.empty((len(trees) * labelings, n + 1), dtype=np.int32)
    labels, scores = np.empty_like(heads), np.empty((len(heads), 2), dtype=np.float64)
    rank = np.empty(len(heads), dtype=np.float64)
    count = 0
    for i in range(len(trees)):
        start, of_words, their_scores = label_scores(sentence, trees[i], fixed, model.labels)
        if len(model.labels.choice_weights) > 0:
            normalise(start, their_scores)
        forest = label_forest(start, of_words, their_scores)
        found, found_scores = k_best(forest, n, labelings)
        for j in range(len(found)):
            heads[count], labels[count] = trees[i], found[j]
            scores[count, 0], scores[count, 1] = tree_scores[i], found_scores[j]
            rank[count] = np.inf if j == 0 else tree_scores[i] + found_scores[j]
            count += 1
    order = np.sort(np.argsort(-rank[:count], kind="mergesort")[: max(most, len(trees))])
    return heads[order], labels[order], scores[order]
