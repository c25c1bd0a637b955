"""The second-order chart and all that is computed over it, against every tree of short sentences."""

import numba
import numpy as np
import pytest
from brute_force import all_trees
from numpy.typing import NDArray
from second_order_problems import first_order_scores, random_second_order

from arcwalk.trees.candidates import all_heads
from arcwalk.trees.decoders.eisner import eisner
from arcwalk.trees.decoders.forest import arc_marginals, best_tree, max_marginals
from arcwalk.trees.decoders.inside_outside import projective_marginals
from arcwalk.trees.decoders.k_best import k_best
from arcwalk.trees.decoders.second_order import (
    PartScores,
    find_siblings,
    second_order_forest,
    second_order_score,
)

roots = pytest.mark.parametrize("single_root", [True, False])
lengths = pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
CASES = 60 if numba.config.DISABLE_JIT else 400


def as_set(trees: NDArray[np.int32]) -> set[tuple[int, ...]]:
    return {tuple(tree.tolist()) for tree in trees}


@roots
@lengths
def test_best_trees_equal_brute_force(n: int, single_root: bool) -> None:
    random = np.random.default_rng(n)
    infeasible = 0
    for _ in range(CASES // n):
        case = random_second_order(random, n)
        forest, facts = case.forest(single_root), case.facts(single_root)
        heads = np.full(n + 1, -7, np.int32)
        score = best_tree(forest, heads)
        trees, scores = k_best(forest, n, len(facts.trees) + 5)
        assert len(trees) == len(facts.trees)
        assert as_set(trees) == as_set(facts.trees)
        np.testing.assert_allclose(scores, facts.scores, atol=1e-9)
        np.testing.assert_allclose([case.score(tree) for tree in trees], scores, atol=1e-9)
        if len(facts.trees) == 0:
            infeasible += 1
            assert score == -np.inf
            continue
        assert (heads == trees[0]).all()
        assert score == scores[0]
        for fewer in (1, 2, 7):
            some, their_scores = k_best(forest, n, fewer)
            assert (some == trees[:fewer]).all()
            assert (their_scores == scores[:fewer]).all()
    assert infeasible > 0 or n == 5


@roots
@lengths
def test_marginals_equal_brute_force(n: int, single_root: bool) -> None:
    random = np.random.default_rng(n + 10)
    for _ in range(CASES // n):
        case = random_second_order(random, n)
        forest, facts = case.forest(single_root), case.facts(single_root)
        arcs = len(case.problem.head)
        marginals, best_with = np.empty(arcs), np.empty(arcs)
        log_sum, best = arc_marginals(forest, marginals), max_marginals(forest, best_with)
        if len(facts.trees) == 0:
            assert (log_sum, best) == (-np.inf, -np.inf)
            assert not marginals.any()
            assert (best_with == -np.inf).all()
            continue
        uses = facts.trees[:, case.problem.modifiers()] == case.problem.head
        weights = np.exp(facts.scores - facts.scores[0])
        assert log_sum == pytest.approx(facts.scores[0] + np.log(weights.sum()))
        np.testing.assert_allclose(marginals, weights @ uses / weights.sum(), atol=1e-9)
        assert best == pytest.approx(facts.scores[0])
        expected = np.where(uses, facts.scores[:, None], -np.inf).max(axis=0)
        np.testing.assert_allclose(best_with, expected, atol=1e-9)


def test_any_tree_can_be_scored() -> None:
    random = np.random.default_rng(30)
    for _ in range(CASES // 8):
        case = random_second_order(random, 4)
        siblings, scores = case.siblings, case.part_scores()
        for tree in all_trees(4, False, False):
            found = second_order_score(case.problem.head, siblings, scores, tree)
            assert found == pytest.approx(case.score(tree))


@roots
def test_without_siblings_it_is_the_first_order_chart(single_root: bool) -> None:
    random = np.random.default_rng(40)
    n = 6 if numba.config.DISABLE_JIT else 25
    start, head = all_heads(n)
    scores = random.normal(size=len(head))
    siblings = find_siblings(start, head)
    forest = second_order_forest(start, head, siblings, first_order_scores(scores, siblings), single_root)
    found, expected = np.empty(n + 1, np.int32), np.empty(n + 1, np.int32)
    assert best_tree(forest, found) == pytest.approx(eisner(start, head, scores, single_root, expected))
    assert (found == expected).all()
    marginals, right = np.empty(len(head)), np.empty(len(head))
    assert arc_marginals(forest, marginals) == pytest.approx(
        projective_marginals(start, head, scores, single_root, right)
    )
    np.testing.assert_allclose(marginals, right, atol=1e-9)


def test_equal_trees_come_in_the_same_order_every_time() -> None:
    start, head = all_heads(5)
    siblings = find_siblings(start, head)
    parts = first_order_scores(np.zeros(len(head)), siblings)
    lists = [k_best(second_order_forest(start, head, siblings, parts, True), 5, 100)[0] for _ in range(3)]
    assert len(as_set(lists[0])) == 100
    assert (lists[0] == lists[1]).all()
    assert (lists[0] == lists[2]).all()


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="long sentences need compiled kernels")
def test_a_thousand_distinct_trees_of_a_long_sentence() -> None:
    random = np.random.default_rng(50)
    start, head = all_heads(40)
    siblings = find_siblings(start, head)
    parts = PartScores(
        random.normal(size=len(head)),
        random.normal(size=siblings.part[-1]),
        random.normal(size=len(head)),
        random.normal(size=(41, 2)),
    )
    trees, scores = k_best(second_order_forest(start, head, siblings, parts, True), 40, 1000)
    assert len(as_set(trees)) == 1000
    assert (np.diff(scores) <= 0).all()
    found = [second_order_score(head, siblings, parts, tree) for tree in trees]
    np.testing.assert_allclose(found, scores)
