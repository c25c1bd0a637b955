"""The labelings of a tree against all of them, and the parts of candidates against one tree at a time."""

from itertools import product

import numpy as np

from arcwalk.trees.candidate_parts import ATOMS, ROLES, candidate_parts, surroundings
from arcwalk.trees.k_best import k_best
from arcwalk.trees.label_mixture import best_labels, label_forest


def test_the_best_labelings_equal_brute_force() -> None:
    random = np.random.default_rng(0)
    for n in (1, 2, 4):
        for _ in range(10):
            sizes = random.integers(1, 4, n)
            start = np.concatenate(([0, 0], np.cumsum(sizes)))
            labels = np.concatenate([random.permutation(5)[:size] for size in sizes]).astype(np.int32)
            scores = random.normal(size=len(labels))
            every = sorted(
                (
                    (sum(scores[list(places)]), tuple(labels[list(places)]))
                    for places in product(*(range(start[m], start[m + 1]) for m in range(1, n + 1)))
                ),
                reverse=True,
            )
            found, their_scores = k_best(label_forest(start, labels, scores), n, len(every) + 2)
            assert [tuple(labeling[1:]) for labeling in found] == [labeling for _, labeling in every]
            np.testing.assert_allclose(their_scores, [score for score, _ in every])
            best = np.empty(n + 1, dtype=np.int32)
            best_labels(start, labels, scores, best)
            assert tuple(best[1:]) == every[0][1]


def test_parts_are_shared_and_complete() -> None:
    random = np.random.default_rng(1)
    n, candidates = 30, 40
    sentence = random.integers(0, 5, (n + 3, 4)).astype(np.int32)
    heads = np.array([[-1, *(random.integers(0, m) for m in range(1, n + 1))] for _ in range(candidates)], np.int32)
    heads[1::2] = heads[::2]
    labels = random.integers(0, 2, (candidates, n + 1)).astype(np.int32)
    labels[:, 0] = -1
    labels[1::2, :-1] = labels[::2, :-1]
    words, structure, part = candidate_parts(sentence, heads, labels)
    assert len(words) < candidates * n
    assert len(np.unique(np.hstack((words, structure)), axis=0)) == len(words)
    for i in range(candidates):
        of_words, of_structure = np.empty((n + 1, ROLES), np.int64), np.empty((n + 1, ATOMS), np.int64)
        surroundings(sentence, heads[i], labels[i], of_words, of_structure)
        own = part[i * n : (i + 1) * n]
        assert (words[own] == of_words[1:]).all()
        assert (structure[own] == of_structure[1:]).all()
