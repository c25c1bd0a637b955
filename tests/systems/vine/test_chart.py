"""The vine chart against every tree within bounds, and fragments made one tree."""

import numba
import numpy as np
import pytest
from brute_force import all_trees, is_tree
from numpy.typing import NDArray

from arcwalk.systems.vine.kernels.chart import (
    VineArcs,
    VineScores,
    arcs_allowed,
    forbid_root,
    select_arcs,
    vine_arcs,
    vine_forest,
)
from arcwalk.systems.vine.kernels.fragments import find_attachments, join_fragments
from arcwalk.trees.decoders.forest import arc_marginals, best_tree, max_marginals
from arcwalk.trees.decoders.k_best import k_best
from arcwalk.trees.shape import is_single_rooted

CASES = 20 if numba.config.DISABLE_JIT else 60
lengths = pytest.mark.parametrize("n", [1, 2, 3, 4, 5])


def random_scores(random: np.random.Generator, arcs: VineArcs) -> VineScores:
    n = (len(arcs.start) - 3) // 2
    sizes = (n + 1, arcs.pair[-1], len(arcs.head), (n + 1, 2))
    if random.random() < 0.3:  # with ties
        return VineScores(*(random.integers(-1, 2, size).astype(float) for size in sizes))
    return VineScores(*(random.normal(size=size) for size in sizes))


def some_arcs(random: np.random.Generator, n: int) -> VineArcs:
    """Arcs within random bounds; sometimes not all of them."""
    arcs = vine_arcs(random.integers(0, n + 1, (n + 1, 2)).astype(np.int32))
    kept = (arcs.head == 0) | (random.random(len(arcs.head)) < random.choice([0.6, 1.0]))
    return select_arcs(arcs, kept)


def score(tree: NDArray[np.int32], arcs: VineArcs, scores: VineScores) -> float:
    """The score of a tree child by child, -inf where there is no such arc."""
    words = range(1, len(tree))
    total = sum(scores.root[m] for m in words if tree[m] == 0)
    for h in words:
        for side in range(2):
            run, before = 2 * h + side, 0
            children = arcs.modifier[arcs.start[run] : arcs.start[run + 1]].tolist()
            for m in sorted((m for m in words if tree[m] == h and (m > h) == side), key=lambda m: abs(m - h)):
                if m not in children:
                    return -np.inf
                rank = children.index(m)
                total += scores.pair[arcs.pair[run] + rank * (rank + 1) // 2 + before]
                before = rank + 1
            total += scores.last[arcs.start[run] + before - 1] if before else scores.childless[h, side]
    return float(total)


def scores_of(some: VineArcs, arcs: VineArcs, scores: VineScores) -> VineScores:
    """The scores of some of the arcs."""
    some_scores = VineScores(scores.root.copy(), np.empty(some.pair[-1]), np.empty(len(some.head)), scores.childless)
    for run in range(1, len(some.start) - 1):
        children = arcs.modifier[arcs.start[run] : arcs.start[run + 1]].tolist()
        ranks = [children.index(m) for m in some.modifier[some.start[run] : some.start[run + 1]]]
        for p, rank in enumerate(ranks):
            some_scores.last[some.start[run] + p] = scores.last[arcs.start[run] + rank]
            for nearer, before in enumerate([0, *(rank + 1 for rank in ranks[:p])] if run > 1 else []):
                pair = arcs.pair[run] + rank * (rank + 1) // 2 + before
                some_scores.pair[some.pair[run] + p * (p + 1) // 2 + nearer] = scores.pair[pair]
    return some_scores


@lengths
def test_the_chart_equals_brute_force(n: int) -> None:
    random = np.random.default_rng(n)
    trees = all_trees(n, True, False)
    for _ in range(CASES):
        arcs = some_arcs(random, n)
        scores = random_scores(random, arcs)
        every = np.array([score(tree, arcs, scores) for tree in trees])
        order = np.argsort(-every, kind="stable")
        expected = every[order][every[order] > -np.inf]
        forest = vine_forest(arcs, scores)
        listed, their_scores = k_best(forest, n, len(expected) + 3)
        np.testing.assert_allclose(their_scores, expected, atol=1e-9)
        assert {tuple(tree) for tree in listed} == {tuple(tree) for tree in trees[every > -np.inf]}
        best = np.empty(n + 1, np.int32)
        assert best_tree(forest, best) == their_scores[0]
        assert (best == listed[0]).all()
        marginals, best_with = np.empty(len(arcs.head)), np.empty(len(arcs.head))
        assert arc_marginals(forest, marginals) == pytest.approx(np.logaddexp.reduce(expected))
        max_marginals(forest, best_with)
        uses = listed[:, arcs.modifier] == arcs.head
        weights = np.exp(expected - np.logaddexp.reduce(expected))
        np.testing.assert_allclose(marginals, weights @ uses, atol=1e-9)
        np.testing.assert_allclose(best_with, np.where(uses, their_scores[:, None], -np.inf).max(axis=0), atol=1e-9)


@lengths
def test_fixed_heads_leave_no_others(n: int) -> None:
    random = np.random.default_rng(n + 10)
    trees = all_trees(n, True, False)
    for _ in range(CASES):
        arcs = some_arcs(random, n)
        scores = random_scores(random, arcs)
        fixed = np.where(random.random(n + 1) < 0.4, random.choice(trees), -1).astype(np.int32)
        wanted = fixed.copy()  # too far away: under the root
        for m in range(1, n + 1):
            h = fixed[m]
            if h > 0 and not ((arcs.head == h) & (arcs.modifier == m)).any():
                wanted[m] = 0
        kept = [tree for tree in trees if all(tree[m] == wanted[m] for m in range(1, n + 1) if wanted[m] >= 0)]
        expected = max((score(tree, arcs, scores) for tree in kept), default=-np.inf)
        left = select_arcs(arcs, arcs_allowed(arcs, fixed))
        its_scores = scores_of(left, arcs, scores)
        forbid_root(left, fixed, its_scores)
        assert best_tree(vine_forest(left, its_scores), np.empty(n + 1, np.int32)) == pytest.approx(expected)


def test_items_grow_with_the_sentence_only() -> None:
    sizes = []
    for n in (100, 200, 400):
        arcs = vine_arcs(np.full((n + 1, 2), 4, dtype=np.int32))
        forest = vine_forest(arcs, random_scores(np.random.default_rng(0), arcs))
        sizes.append(len(forest.edges))
    assert sizes[2] - sizes[1] == 2 * (sizes[1] - sizes[0])


@pytest.mark.slow
def test_fragments_become_one_tree() -> None:
    random = np.random.default_rng(3)
    for n in (1, 2, 5, 8, 30):
        for _ in range(CASES):
            heads = np.array([-1, *(max(0, random.integers(-3, 1) + m) for m in range(n))], dtype=np.int32)
            heads[1:][random.random(n) < 0.4] = 0
            before = heads.copy()
            attachments = find_attachments(heads)
            assert (attachments.top == np.flatnonzero(heads == 0)).all()
            scores = random.normal(size=len(attachments.head))
            free = np.full(n + 1, -1, dtype=np.int32)
            assert join_fragments(attachments, scores, True, free, heads)
            assert is_tree(heads)
            assert is_single_rooted(heads)
            assert (heads[before > 0] == before[before > 0]).all()


def test_fixed_attachments_come_first() -> None:
    heads = np.array([-1, 0, 1, 0, 3, 0], dtype=np.int32)
    fixed = np.array([-1, 4, -1, -1, -1, -1], dtype=np.int32)
    attachments = find_attachments(heads)
    assert join_fragments(attachments, np.zeros(len(attachments.head)), True, fixed, heads)
    assert heads[1] == 4
    assert is_single_rooted(heads)
    heads = np.array([-1, 0, 1, 0, 3, 0], dtype=np.int32)
    assert not join_fragments(
        attachments, np.zeros(len(attachments.head)), True, np.array([-1, 2, -1, -1, -1, -1], np.int32), heads
    )
