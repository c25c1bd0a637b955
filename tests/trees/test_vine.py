"""The vine chart against every tree within bounds, and fragments made one tree."""

import numba
import numpy as np
import pytest
from brute_force import all_trees
from numpy.typing import NDArray

from arcwalk.trees.forest import arc_marginals, best_tree, max_marginals
from arcwalk.trees.fragments import find_attachments, join_fragments
from arcwalk.trees.k_best import k_best
from arcwalk.trees.shape import is_single_rooted, is_tree
from arcwalk.trees.vine import VineArcs, VineScores, vine_arcs, vine_forest
from arcwalk.trees.vine_scores import forbid_others

CASES = 20 if numba.config.DISABLE_JIT else 60
lengths = pytest.mark.parametrize("n", [1, 2, 3, 4, 5])


def random_scores(random: np.random.Generator, arcs: VineArcs) -> VineScores:
    n = (len(arcs.start) - 3) // 2
    sizes = (n + 1, arcs.pair[-1], len(arcs.head), (n + 1, 2))
    if random.random() < 0.3:  # with ties
        return VineScores(*(random.integers(-1, 2, size).astype(float) for size in sizes))
    return VineScores(*(random.normal(size=size) for size in sizes))


def score(tree: NDArray[np.int32], bounds: NDArray[np.int32], arcs: VineArcs, scores: VineScores) -> float:
    """The score of a tree child by child, -inf where an arc is too long."""
    words = range(1, len(tree))
    total = sum(scores.root[m] for m in words if tree[m] == 0)
    for h in words:
        for side in range(2):
            run, before = 2 * h + side, 0
            for distance in sorted(abs(m - h) for m in words if tree[m] == h and (m > h) == side):
                if distance > bounds[h, side]:
                    return -np.inf
                total += scores.pair[arcs.pair[run] + (distance - 1) * distance // 2 + before]
                before = distance
            total += scores.last[arcs.start[run] + before - 1] if before else scores.childless[h, side]
    return float(total)


@lengths
def test_the_chart_equals_brute_force(n: int) -> None:
    random = np.random.default_rng(n)
    trees = all_trees(n, True, False)
    for _ in range(CASES):
        bounds = random.integers(0, n + 1, (n + 1, 2)).astype(np.int32)
        arcs = vine_arcs(bounds)
        scores = random_scores(random, arcs)
        every = np.array([score(tree, bounds, arcs, scores) for tree in trees])
        order = np.argsort(-every, kind="stable")
        expected = every[order][every[order] > -np.inf]
        forest = vine_forest(arcs, scores)
        found, their_scores = k_best(forest, n, len(expected) + 3)
        np.testing.assert_allclose(their_scores, expected, atol=1e-9)
        assert {tuple(tree) for tree in found} == {tuple(tree) for tree in trees[every > -np.inf]}
        best = np.empty(n + 1, np.int32)
        assert best_tree(forest, best) == their_scores[0]
        assert (best == found[0]).all()
        marginals, best_with = np.empty(len(arcs.head)), np.empty(len(arcs.head))
        assert arc_marginals(forest, marginals) == pytest.approx(np.logaddexp.reduce(expected))
        max_marginals(forest, best_with)
        uses = found[:, arcs.modifier] == arcs.head
        weights = np.exp(expected - np.logaddexp.reduce(expected))
        np.testing.assert_allclose(marginals, weights @ uses, atol=1e-9)
        np.testing.assert_allclose(best_with, np.where(uses, their_scores[:, None], -np.inf).max(axis=0), atol=1e-9)


@lengths
def test_fixed_heads_leave_no_others(n: int) -> None:
    random = np.random.default_rng(n + 10)
    trees = all_trees(n, True, False)
    for _ in range(CASES):
        bounds = random.integers(0, n + 1, (n + 1, 2)).astype(np.int32)
        arcs = vine_arcs(bounds)
        scores = random_scores(random, arcs)
        fixed = np.where(random.random(n + 1) < 0.4, random.choice(trees), -1).astype(np.int32)
        wanted = fixed.copy()  # too far away: under the root
        for m in range(1, n + 1):
            h = fixed[m]
            if h > 0 and abs(h - m) > bounds[h, int(m > h)]:
                wanted[m] = 0
        kept = [tree for tree in trees if all(tree[m] == wanted[m] for m in range(1, n + 1) if wanted[m] >= 0)]
        expected = max((score(tree, bounds, arcs, scores) for tree in kept), default=-np.inf)
        forbid_others(arcs, fixed, scores)
        assert best_tree(vine_forest(arcs, scores), np.empty(n + 1, np.int32)) == pytest.approx(expected)


def test_items_grow_with_the_sentence_only() -> None:
    sizes = []
    for n in (100, 200, 400):
        arcs = vine_arcs(np.full((n + 1, 2), 4, dtype=np.int32))
        forest = vine_forest(arcs, random_scores(np.random.default_rng(0), arcs))
        sizes.append(len(forest.edges))
    assert sizes[2] - sizes[1] == 2 * (sizes[1] - sizes[0])


def test_fragments_become_one_tree() -> None:
    random = np.random.default_rng(3)
    for n in (1, 2, 5, 8, 30):
        for _ in range(CASES):
            heads = np.array([-1, *(max(0, random.integers(-3, 1) + m) for m in range(n))], dtype=np.int32)
            heads[1:][random.random(n) < 0.4] = 0
            before = heads.copy()
            found = find_attachments(heads)
            assert (found.top == np.flatnonzero(heads == 0)).all()
            scores = random.normal(size=len(found.head))
            free = np.full(n + 1, -1, dtype=np.int32)
            assert join_fragments(found, scores, True, free, heads)
            assert is_tree(heads)
            assert is_single_rooted(heads)
            assert (heads[before > 0] == before[before > 0]).all()


def test_fixed_attachments_come_first() -> None:
    heads = np.array([-1, 0, 1, 0, 3, 0], dtype=np.int32)
    fixed = np.array([-1, 4, -1, -1, -1, -1], dtype=np.int32)
    found = find_attachments(heads)
    assert join_fragments(found, np.zeros(len(found.head)), True, fixed, heads)
    assert heads[1] == 4
    assert is_single_rooted(heads)
    heads = np.array([-1, 0, 1, 0, 3, 0], dtype=np.int32)
    assert not join_fragments(
        found, np.zeros(len(found.head)), True, np.array([-1, 2, -1, -1, -1, -1], np.int32), heads
    )
