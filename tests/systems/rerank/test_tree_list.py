"""Trees of a list are scored one from the other; each must score what it does from scratch."""

import numpy as np
import pytest
from tiny_scorers import LABELS, from_scratch, random_choices, random_scorer, valid_trees

from arcwalk.scoring.scorer import Scorer
from arcwalk.systems.rerank.kernels.tree_list import TreeList, list_trees, score_list


def random_list(random: np.random.Generator, n: int) -> tuple[Scorer, TreeList, np.ndarray]:
    """A scorer, some trees of its sentence, and what each word chooses in each of them."""
    scorer = random_scorer(random, random_choices(random, n, 3, 6))
    trees = valid_trees(scorer, False, False)
    trees = random.permutation(trees)[:20]
    heads, labels = (np.where(trees < 0, -1, values[trees]).astype(np.int32) for values in (scorer.head, scorer.label))
    return scorer, list_trees(heads, labels, random.normal(size=len(trees))), trees


@pytest.mark.parametrize("seed", range(5))
def test_a_list_keeps_its_trees(seed: int) -> None:
    scorer, listed, trees = random_list(np.random.default_rng(seed), 4)
    choices = listed.choices
    for m in range(1, trees.shape[1]):
        np.testing.assert_array_equal(choices.head[listed.trees[:, m]], scorer.head[trees[:, m]])
        np.testing.assert_array_equal(choices.label[listed.trees[:, m]], scorer.label[trees[:, m]])
        own = slice(choices.start[m], choices.start[m + 1])
        pairs = choices.head[own] * LABELS + choices.label[own]
        assert set(pairs.tolist()) == set((scorer.head[trees[:, m]] * LABELS + scorer.label[trees[:, m]]).tolist())
        assert (np.diff(pairs) > 0).all()
    np.testing.assert_array_equal(listed.head[choices.arc], choices.head)
    heads = [listed.head[listed.start[m] : listed.start[m + 1]].tolist() for m in range(1, trees.shape[1])]
    assert all(own == sorted(set(own)) for own in heads)


@pytest.mark.parametrize("seed", range(10))
def test_scores_are_those_from_scratch(seed: int) -> None:
    scorer, listed, trees = random_list(np.random.default_rng(seed), 5 if seed else 1)
    same_choices = listed._replace(trees=trees)
    expected = listed.prior + [from_scratch(scorer, chosen) for chosen in trees]
    np.testing.assert_allclose(score_list(scorer, same_choices), expected, atol=1e-6)
