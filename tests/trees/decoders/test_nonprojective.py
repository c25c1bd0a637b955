"""Rearranging against trees scored from scratch."""

import numba
import numpy as np
import pytest
from brute_force import Problem, all_trees, is_tree
from second_order_problems import SecondOrderProblem, first_order_scores, random_second_order

from arcwalk.trees.candidates import all_heads
from arcwalk.trees.decoders.forest import best_tree
from arcwalk.trees.decoders.nonprojective import rearrange
from arcwalk.trees.decoders.second_order import find_siblings, second_order_score
from arcwalk.trees.shape import is_projective, is_single_rooted

roots = pytest.mark.parametrize("single_root", [True, False])
CASES = 20 if numba.config.DISABLE_JIT else 300


def one_head_away(case: SecondOrderProblem, tree: np.ndarray, single_root: bool) -> list[float]:
    """The scores of all trees with one other head."""
    scores = []
    for m in range(1, len(tree)):
        for h in range(len(tree)):
            other = tree.copy()
            other[m] = h
            if h != m and is_tree(other) and (is_single_rooted(other) or not single_root):
                scores.append(case.score(other))
    return scores


@roots
@pytest.mark.parametrize("n", [2, 3, 5])
def test_no_other_head_gains_any_more(n: int, single_root: bool) -> None:
    random = np.random.default_rng(n)
    crossing = 0
    for _ in range(CASES // n):
        case = random_second_order(random, n)
        tree = np.empty(n + 1, np.int32)
        before = best_tree(case.forest(single_root), tree)
        if before == -np.inf:
            continue
        start, head = case.problem.start, case.problem.head
        gained = rearrange(start, head, case.siblings, case.part_scores(), single_root, tree)
        assert (tree == all_trees(n, False, single_root)).all(axis=1).any()
        assert case.score(tree) == pytest.approx(before + gained)
        assert gained >= 0
        assert max(one_head_away(case, tree, single_root), default=-np.inf) <= before + gained + 1e-6
        crossing += not is_projective(tree)
    assert crossing > 0 or n < 4


def test_a_crossing_arc_is_found() -> None:
    """1 ← 3 crosses 2 → 4; the best projective tree gives up one of them."""
    start, head = all_heads(4)
    problem = Problem(start, head, np.zeros(len(head)))
    wanted = np.array([-1, 3, 0, 2, 2], np.int32)
    problem.scores[wanted[problem.modifiers()] == head] = 1.0
    siblings = find_siblings(start, head)
    parts = first_order_scores(problem.scores, siblings)
    tree = np.array([-1, 2, 0, 2, 2], np.int32)
    assert rearrange(start, head, siblings, parts, True, tree) == 1.0
    assert (tree == wanted).all()
    assert second_order_score(head, siblings, parts, tree) == 4.0
