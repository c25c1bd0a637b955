"""Moves keep tree and score right whatever happens, lead everywhere, and hill climbing stops where none gains."""

import numba
import numpy as np
import pytest
from numpy.typing import NDArray
from tiny_scorers import (
    Convention,
    Scorer,
    all_choices,
    from_scratch,
    random_choices,
    random_scorer,
    valid_trees,
)

from arcwalk.scoring.linked_tree import link, unlinked
from arcwalk.scoring.moves import most_moves, root_word, score_moves, start_from, try_move, try_moves
from arcwalk.trees.search.climb import climb

ROUNDS = 2 if numba.config.DISABLE_JIT else 25
roots = pytest.mark.parametrize("single_root", [True, False], ids=["one root", "any roots"])
shapes = pytest.mark.parametrize("projective", [True, False], ids=["projective", "any shape"])
conventions = pytest.mark.parametrize(
    "convention",
    [Convention(adposition, conjunction, 1) for adposition in (False, True) for conjunction in (False, True)],
    ids=["leaves", "conjunctions head", "adpositions head", "both head"],
)


def moves_of(scorer: Scorer, m: int, single_root: bool, projective: bool) -> list[tuple[int, int, float]]:
    """All moves of a word: its choice, that of the old root or -1, and the gain."""
    size = most_moves(scorer)
    moves, gains = np.empty((size, 2), np.int64), np.empty(size)
    count = score_moves(scorer, m, single_root, projective, moves, gains)
    return [(int(moves[i, 0]), int(moves[i, 1]), float(gains[i])) for i in range(count)]


def commit(scorer: Scorer, m: int, choice: int, root_choice: int, projective: bool) -> float:
    return try_move(scorer, m, choice, root_word(scorer) if root_choice >= 0 else 0, root_choice, projective, True)


def assert_linked(scorer: Scorer) -> None:
    """The tree is the one that its choices make."""
    heads, labels = (np.append(-1, of[scorer.chosen[1:]]).astype(np.int32) for of in (scorer.head, scorer.label))
    fresh = unlinked(len(heads) - 1)
    link(fresh, heads, labels)
    np.testing.assert_array_equal(scorer.tree, fresh)


def change_to(scorer: Scorer, target: NDArray[np.int64], projective: bool, least_gain: float) -> float:
    """All words that choose otherwise in the target do so at once."""
    movers = np.flatnonzero(scorer.chosen != target)
    return try_moves(scorer, movers, target[movers], len(movers), projective, least_gain)


@conventions
@shapes
@roots
def test_the_score_of_a_changing_tree_is_that_from_scratch(
    convention: Convention, projective: bool, single_root: bool
) -> None:
    random = np.random.default_rng(1)
    done = 0
    while done < ROUNDS:
        n = int(random.integers(2, 6))
        scorer = random_scorer(random, random_choices(random, n, 1, 6), convention)
        trees = random.permutation(valid_trees(scorer, single_root, projective))
        if len(trees) < 2:
            continue
        done += 1
        score = start_from(scorer, trees[0])
        for target in trees[1:16]:
            for m in random.permutation(n) + 1:
                options = moves_of(scorer, m, single_root, projective)
                choice, root_choice, gain = options[random.integers(len(options))]
                assert commit(scorer, m, choice, root_choice, projective) == pytest.approx(gain, abs=1e-9)
                score += gain
                assert score == pytest.approx(from_scratch(scorer, scorer.chosen), abs=1e-5)
            assert_linked(scorer)
            if (scorer.chosen == target).all():
                continue
            before = scorer.chosen.copy()
            gain = change_to(scorer, target, projective, np.inf)
            np.testing.assert_array_equal(scorer.chosen, before)
            assert change_to(scorer, target, projective, gain) == pytest.approx(gain, abs=1e-9)
            np.testing.assert_array_equal(scorer.chosen, target)
            score += gain
            assert score == pytest.approx(from_scratch(scorer, target), abs=1e-5)
            assert_linked(scorer)


def test_several_words_move_to_a_tree_that_is_not_projective_only_where_they_may() -> None:
    random = np.random.default_rng(2)
    scorer = random_scorer(random, all_choices(4))
    crossing = {tuple(tree) for tree in valid_trees(scorer, True, False).tolist()}
    straight = valid_trees(scorer, True, True)
    crossing -= {tuple(tree) for tree in straight.tolist()}
    for target in crossing:
        start_from(scorer, straight[0])
        assert change_to(scorer, np.array(target), True, -np.inf) == -np.inf
        np.testing.assert_array_equal(scorer.chosen, straight[0])
        assert change_to(scorer, np.array(target), False, -np.inf) > -np.inf
        np.testing.assert_array_equal(scorer.chosen, target)


@shapes
@roots
@pytest.mark.parametrize(("n", "labels"), [(1, 2), (2, 2), (3, 2), (4, 1)])
def test_single_moves_reach_every_tree(projective: bool, single_root: bool, n: int, labels: int) -> None:
    if numba.config.DISABLE_JIT:
        n = min(n, 3)
    scorer = random_scorer(np.random.default_rng(n), all_choices(n, labels))
    trees = valid_trees(scorer, single_root, projective)
    reached, waiting = {tuple(trees[0].tolist())}, [trees[0]]
    while waiting:
        tree = waiting.pop()
        start_from(scorer, tree)
        for m in range(1, n + 1):
            for choice, root_choice, _ in moves_of(scorer, m, single_root, projective):
                after = tree.copy()
                after[m] = choice
                if root_choice >= 0:
                    after[root_word(scorer)] = root_choice
                if tuple(after.tolist()) not in reached:
                    reached.add(tuple(after.tolist()))
                    waiting.append(after)
    assert reached == {tuple(tree) for tree in trees.tolist()}


@pytest.mark.parametrize(
    ("words", "heads", "m", "h", "adposition_heads"),
    [
        ("dog and , cat", [2, 0, 2, 2], 1, 0, False),
        ("dog and , cat", [2, 0, 2, 2], 1, 4, False),
        ("of and dog cat", [0, 1, 2, 2], 4, 3, True),
    ],
    ids=["first conjunct leaves", "first conjunct goes below the second", "argument goes below another"],
)
def test_conjuncts_under_a_conjunction_notice_each_other(
    words: str, heads: list[int], m: int, h: int, adposition_heads: bool
) -> None:
    """A conjunct looks past punctuation for the one on the other side; a preposition looks past the conjunction."""
    scorer = random_scorer(np.random.default_rng(1), all_choices(4), Convention(adposition_heads, True, 1), words)
    after = [*heads[: m - 1], h, *heads[m:]]
    before, target = (
        np.append(-1, scorer.start[1:-1] + of - (of > np.arange(1, 5))) for of in map(np.array, (heads, after))
    )
    start_from(scorer, before)
    expected = from_scratch(scorer, target) - from_scratch(scorer, before)
    assert change_to(scorer, target, False, np.inf) == pytest.approx(expected, abs=1e-5)


@shapes
@roots
def test_climbing_never_loses_and_stops_for_good_where_no_move_gains(projective: bool, single_root: bool) -> None:
    random = np.random.default_rng(3)
    for _ in range(ROUNDS):
        scorer = random_scorer(random, all_choices(4))
        trees = valid_trees(scorer, single_root, projective)
        score = start_from(scorer, trees[random.integers(len(trees))])
        gain = np.inf
        while gain > 0.0:
            gain = climb(scorer, single_root, projective)
            assert gain >= 0.0
            score += gain
        assert from_scratch(scorer, scorer.chosen) == pytest.approx(score, abs=1e-5)
        assert (scorer.chosen == trees).all(axis=1).any()
        assert all(gain < 1e-5 for m in range(1, 5) for *_, gain in moves_of(scorer, m, single_root, projective))
