"""Samplers against the oracle: trees drawn by their probabilities must, after any number of steps, still be so."""

import numba
import numpy as np
import pytest
from numpy.typing import NDArray
from tiny_scorers import (
    Scorer,
    all_choices,
    choices_of,
    first_order_scores,
    from_scratch,
    full_scores,
    probabilities,
    random_choices,
    random_scorer,
    valid_trees,
)

from arcwalk.arrays import NumberTable, RandomState
from arcwalk.compiled import kernel
from arcwalk.scoring.moves import most_moves, start_from
from arcwalk.trees.search.anneal import anneal
from arcwalk.trees.search.gibbs import gibbs_step
from arcwalk.trees.search.random_walk import make_walk, random_walk_step, sample_tree
from arcwalk.trees.search.sampled_marginals import sampled_marginals

SAMPLES = 50 if numba.config.DISABLE_JIT else 10_000
STEPS = 8
WORDS_TO_CHANGE = 2
CHANCE = 1.4  # what chance explains
roots = pytest.mark.parametrize("single_root", [True, False], ids=["one root", "any roots"])
shapes = pytest.mark.parametrize("projective", [True, False], ids=["projective", "any shape"])
compiled_only = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="long chains need compiled kernels")
samplers = pytest.mark.parametrize("by_walk", [True, False], ids=["walk", "gibbs"])


def seeded(seed: int) -> NDArray[np.uint64]:
    return np.array([seed], np.uint64)


@kernel
def run_chains(
    scorer: Scorer,
    by_walk: bool,
    single_root: bool,
    projective: bool,
    temperature: float,
    state: RandomState,
    trees: NumberTable,
) -> None:
    """Take some steps from each tree, and leave the tree they lead to in its place."""
    size = most_moves(scorer)
    moves, gains = np.empty((size, 2), dtype=np.int64), np.empty(size, dtype=np.float64)
    walk = make_walk(scorer.start, scorer.choice_score, temperature)
    for i in range(len(trees)):
        start_from(scorer, trees[i])
        for _ in range(STEPS):
            if by_walk:
                random_walk_step(scorer, walk, WORDS_TO_CHANGE, single_root, projective, temperature, np.inf, state)
            else:
                gibbs_step(scorer, single_root, projective, temperature, state, moves, gains)
        trees[i] = scorer.chosen


def steps_from(
    starts: NDArray[np.int64],
    scorer: Scorer,
    by_walk: bool,
    single_root: bool,
    projective: bool,
    temperature: float = 1.0,
) -> NDArray[np.int64]:
    """Where some steps from each tree lead."""
    trees = starts.copy()
    run_chains(scorer, by_walk, single_root, projective, temperature, seeded(1), trees)
    return trees


def drawn(trees: NDArray[np.int64], expected: NDArray[np.float64]) -> NDArray[np.int64]:
    return np.random.default_rng(0).choice(trees, SAMPLES, p=expected)


def surprise(seen: NDArray[np.int64], trees: NDArray[np.int64], expected: NDArray[np.float64]) -> float:
    """How far frequencies are from what is expected (total variation), in units of what chance alone explains."""
    place = {tuple(tree): i for i, tree in enumerate(trees.tolist())}
    counts = np.bincount([place[tuple(tree)] for tree in seen.tolist()], minlength=len(trees))
    by_chance = np.sqrt(2 / np.pi * expected * (1 - expected) / len(seen)).sum()
    return float(np.abs(counts / len(seen) - expected).sum() / by_chance)


def interesting_scorer(seed: int, single_root: bool, projective: bool) -> tuple[Scorer, NDArray[np.int64]]:
    """A scorer and its trees, not too many, with several roots to choose from, one of them by several labels."""
    random = np.random.default_rng(seed)
    while True:
        scorer = random_scorer(random, random_choices(random, 4, 2, 5))
        trees = valid_trees(scorer, single_root, projective)
        used = np.unique(trees[:, 1:])
        of_root = np.searchsorted(scorer.start, used[scorer.head[used] == 0], side="right") - 1
        if 12 <= len(trees) <= 150 and len(of_root) > len(set(of_root)) > 1:
            return scorer, trees


@compiled_only
@samplers
@shapes
@roots
def test_chains_sample_trees_by_their_scores(by_walk: bool, projective: bool, single_root: bool) -> None:
    temperature = 0.8
    scorer, trees = interesting_scorer(2, single_root, projective)
    expected = probabilities(full_scores(scorer, trees), temperature)
    after = steps_from(drawn(trees, expected), scorer, by_walk, single_root, projective, temperature)
    assert surprise(after, trees, expected) < CHANCE


@compiled_only
@samplers
def test_labels_of_the_root_do_not_bias_its_choice(by_walk: bool) -> None:
    choices = choices_of([0, 0, 4, 7], [(0, 0), (0, 1), (0, 2), (2, 0), (0, 0), (1, 0), (1, 1)])
    scorer = random_scorer(np.random.default_rng(4), choices)
    trees = valid_trees(scorer, True, False)
    expected = probabilities(full_scores(scorer, trees))
    after = steps_from(drawn(trees, expected), scorer, by_walk, True, False)
    assert surprise(after, trees, expected) < CHANCE


@compiled_only
@samplers
def test_chains_forget_a_wrong_distribution(by_walk: bool) -> None:
    """Trees drawn by first-order scores, as if every proposal of a walk were accepted, look wrong at first."""
    scorer, trees = interesting_scorer(2, True, False)
    expected = probabilities(full_scores(scorer, trees))
    wrong = drawn(trees, probabilities(first_order_scores(scorer, trees)))[::4]
    assert surprise(wrong, trees, expected) > 3 * CHANCE
    for _ in range(10):
        wrong = steps_from(wrong, scorer, by_walk, True, False)
    assert surprise(wrong, trees, expected) < CHANCE


@samplers
def test_chains_change_roots_even_where_all_words_have_to_move(by_walk: bool) -> None:
    choices = choices_of([0, 0, 2, 4, 6], [(0, 0), (3, 0), (0, 0), (3, 0), (1, 0), (2, 0)])
    scorer = random_scorer(np.random.default_rng(5), choices)
    trees = valid_trees(scorer, True, False)
    starts = np.repeat(trees, 20, axis=0)
    assert len(trees) == 2
    assert (steps_from(starts, scorer, by_walk, True, False) != starts).any()


@samplers
@shapes
@roots
def test_chains_hold_valid_trees_only(by_walk: bool, projective: bool, single_root: bool) -> None:
    scorer = random_scorer(np.random.default_rng(6), all_choices(3, 2))
    trees = valid_trees(scorer, single_root, projective)
    seen = steps_from(trees, scorer, by_walk, single_root, projective)
    assert {tuple(tree) for tree in seen.tolist()} <= {tuple(tree) for tree in trees.tolist()}


@roots
def test_the_score_is_right_after_any_number_of_walks(single_root: bool) -> None:
    random = np.random.default_rng(7)
    for n in (6, 9):
        scorer = random_scorer(random, all_choices(n, 2))
        score = start_from(scorer, a_tree(scorer, single_root))
        walk = make_walk(scorer.start, scorer.choice_score, 4.0)
        for step in range(SAMPLES // 50 + 5):
            score += random_walk_step(scorer, walk, 3, single_root, False, 4.0, np.inf, seeded(step))
            assert score == pytest.approx(from_scratch(scorer, scorer.chosen), abs=1e-4)


def a_tree(scorer: Scorer, single_root: bool, seed: int = 1) -> NDArray[np.int64]:
    chosen = np.full(len(scorer.chosen), -1, np.int64)
    assert sample_tree(scorer.start, scorer.head, scorer.choice_score, 1.0, single_root, seeded(seed), chosen)
    return chosen


@compiled_only
@roots
@pytest.mark.parametrize("temperature", [1.0, 0.5])
def test_sampled_trees_follow_the_first_order_distribution(single_root: bool, temperature: float) -> None:
    scorer, trees = interesting_scorer(3, single_root, False)
    seen, state = np.full((SAMPLES, 5), -1, np.int64), seeded(1)
    for chosen in seen:
        assert sample_tree(scorer.start, scorer.head, scorer.choice_score, temperature, single_root, state, chosen)
    expected = probabilities(first_order_scores(scorer, trees), temperature)
    assert surprise(seen, trees, expected) < CHANCE


def test_a_walk_that_runs_in_circles_gives_up() -> None:
    choices = choices_of([0, 0, 2, 4], [(0, 0), (2, 0), (0, 0), (1, 0)])
    scores = np.array([0.0, 500.0, 0.0, 500.0])
    chosen = np.array([-1, 0, 2])
    assert not sample_tree(choices.start, choices.head, scores, 1.0, False, seeded(1), chosen)
    np.testing.assert_array_equal(chosen, [-1, 0, 2])


@samplers
@shapes
@roots
def test_annealing_finds_the_best_tree(by_walk: bool, projective: bool, single_root: bool) -> None:
    scorer, trees = interesting_scorer(8, single_root, projective)
    scores = full_scores(scorer, trees)
    before = start_from(scorer, trees[0])
    gain = anneal(scorer, by_walk, single_root, projective, 2.0, 0.9, 3000, WORDS_TO_CHANGE, seeded(1))
    assert before + gain == pytest.approx(scores.max(), abs=1e-5)
    np.testing.assert_array_equal(scorer.chosen, trees[scores.argmax()])
    assert anneal(scorer, by_walk, single_root, projective, 1.0, 0.9, 40, WORDS_TO_CHANGE, seeded(2)) == 0.0
    np.testing.assert_array_equal(scorer.chosen, trees[scores.argmax()])


@compiled_only
@samplers
@roots
def test_marginals_by_sampling_are_near_the_exact_ones(by_walk: bool, single_root: bool) -> None:
    scorer, trees = interesting_scorer(9, single_root, False)
    expected = np.zeros(len(scorer.head))
    np.add.at(expected, trees[:, 1:], probabilities(full_scores(scorer, trees))[:, None])
    start_from(scorer, trees[0])
    marginals = np.empty(len(scorer.head))
    sampled_marginals(scorer, by_walk, single_root, False, 1.0, 100, 2 * SAMPLES, 4, seeded(1), marginals)
    np.testing.assert_allclose(marginals, expected, atol=0.03)
    np.testing.assert_allclose(np.add.reduceat(marginals, scorer.start[1:-1]), 1.0)
