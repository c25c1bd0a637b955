"""Tags that change with the tree: scores against scratch, chains against all tagged trees."""

from itertools import product
from typing import Any

import numba
import numpy as np
import pytest
from numpy.typing import NDArray
from tagged_trees import State, first_order, from_scratch, random_tagged_tree, state_of
from tiny_scorers import probabilities, valid_trees

from arcwalk import emit, feature
from arcwalk.arrays import NumberTable, RandomState
from arcwalk.compiled import kernel
from arcwalk.components.pruner.kernels.head_pruning import SECOND_SHARE
from arcwalk.scoring.choices import Candidates, Choices
from arcwalk.scoring.moves import most_moves
from arcwalk.systems.joint_tags.encoded_analyses import stack_analyses
from arcwalk.systems.joint_tags.kernels.joint_search import (
    anneal_analyses,
    climb_analyses,
    draw_analysis,
    expected_prior,
    go_to,
)
from arcwalk.systems.joint_tags.kernels.tagged_tree import (
    Analyses,
    TaggedTree,
    analysis_gain,
    most_analyses,
    score_analyses,
    score_as_is,
    scored_parts,
)
from arcwalk.treebank.encoding import first_analysis, second_analysis
from arcwalk.trees.search.gibbs import gibbs_step
from arcwalk.trees.search.tree_search import Annealing

SAMPLES = 10_000
CHANCE = 1.4  # what chance explains
compiled_only = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="long chains need compiled kernels")
or_own_features = pytest.mark.parametrize(
    "own", [[], ["test_tagged_tree:pairs"]], ids=["templates", "own features too"]
)


@feature
def pairs(sentence: Any, tree: Any, features: Any) -> None:
    for m in range(1, len(sentence.form)):
        emit(features, sentence.upos[m], sentence.upos[tree.head[m]], tree.head[m] > m)


def all_states(tagged: TaggedTree, single_root: bool, projective: bool) -> list[State]:
    start = tagged.analyses.start
    ways = [range(start[m], start[m + 1]) for m in range(1, len(start) - 1)]
    trees = valid_trees(tagged.scorer, single_root, projective)
    return [(tuple(tree.tolist()), (int(start[0]), *taken)) for tree in trees for taken in product(*ways)]


@or_own_features
def test_scores_follow_readings_as_if_made_for_them(own: list[str]) -> None:
    """Whatever was tried before, scores are those from scratch, and what a move gains is their difference."""
    random = np.random.default_rng(1)
    tried = 0
    for _ in range(1 if numba.config.DISABLE_JIT else 5):
        tagged = random_tagged_tree(random, 5, own)
        ways = tagged.analyses.start
        for _ in range(4):
            m = int(random.integers(1, 6))
            before = from_scratch(tagged, state_of(tagged))
            assert score_as_is(tagged) == pytest.approx(before, abs=1e-4)
            size = most_analyses(tagged)
            moves, gains = np.empty((size, 3), np.int64), np.empty(size)
            count = score_analyses(tagged, m, True, False, moves, gains)
            assert len({tuple(move) for move in moves[:count].tolist()}) == count
            assert set(moves[:count, 2].tolist()) == set(range(ways[m], ways[m + 1]))
            root = tagged.scorer.tree[0].tolist()
            for (choice, root_choice, analysis), gain in zip(moves[:count].tolist(), gains, strict=False):
                chosen, taken = (list(part) for part in state_of(tagged))
                chosen[m], taken[m] = choice, analysis
                if root_choice >= 0:
                    old_root = next(w for w in range(1, 6) if tagged.scorer.head[tagged.scorer.chosen[w]] == 0)
                    chosen[old_root] = root_choice
                assert from_scratch(tagged, (tuple(chosen), tuple(taken))) - before == pytest.approx(gain, abs=1e-4)
            assert tagged.scorer.tree[0].tolist() == root
            taken_before = tagged.taken.copy()
            go_to(tagged, tagged.scorer.chosen.copy(), random_analyses(tagged, random))
            tried += int((tagged.taken != taken_before).any())
    assert tried > 2


def random_analyses(tagged: TaggedTree, random: np.random.Generator) -> NDArray[np.int64]:
    start = tagged.analyses.start
    return np.array([0, *(random.integers(start[m], start[m + 1]) for m in range(1, len(start) - 1))])


@or_own_features
def test_a_gain_is_told_from_parts_near_the_word(own: list[str]) -> None:
    random = np.random.default_rng(2)
    told: set[bool] = set()
    for _ in range(4 if numba.config.DISABLE_JIT else 20):
        tagged = random_tagged_tree(random, 7, own)
        before, start = from_scratch(tagged, state_of(tagged)), tagged.analyses.start
        for m in range(1, 8):
            for analysis in range(start[m] + 1, start[m + 1]):
                gain = analysis_gain(tagged, m, analysis, *scored_parts(tagged.scorer))
                chosen, taken = state_of(tagged)
                other = (*taken[:m], analysis, *taken[m + 1 :])
                assert from_scratch(tagged, (chosen, other)) - before == pytest.approx(gain, abs=1e-4)
                told.add(bool(tagged.analyses.rows[analysis, 1] == tagged.analyses.rows[start[m], 1]))
    assert told == {True, False}  # of the same class and of another


@kernel
def run_chains(
    tagged: TaggedTree,
    single_root: bool,
    projective: bool,
    state: RandomState,
    trees: NumberTable,
    taken: NumberTable,
) -> None:
    """A sweep from each tagged tree, which then is where it led."""
    n = len(tagged.scorer.chosen) - 1
    size = most_analyses(tagged)
    moves, gains = np.empty((size, 3), dtype=np.int64), np.empty(size, dtype=np.float64)
    head_moves = np.empty((most_moves(tagged.scorer), 2), dtype=np.int64)
    for i in range(len(trees)):
        go_to(tagged, trees[i], taken[i])
        for m in range(1, n + 1):
            gibbs_step(tagged.scorer, single_root, projective, 1.0, state, head_moves, gains)
            draw_analysis(tagged, m, single_root, projective, 1.0, state, moves, gains)
        trees[i], taken[i] = tagged.scorer.chosen, tagged.taken


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize("single_root", [True, False], ids=["one root", "any roots"])
@pytest.mark.parametrize("projective", [True, False], ids=["projective", "any shape"])
def test_chains_sample_tagged_trees_by_their_scores(single_root: bool, projective: bool) -> None:
    random = np.random.default_rng(3)
    states: list[State] = []
    while not 20 <= len(states) <= 300:
        tagged = random_tagged_tree(random, 3)
        states = all_states(tagged, single_root, projective)
    expected = probabilities(np.array([from_scratch(tagged, state) for state in states]))
    drawn = random.choice(len(states), SAMPLES, p=expected)
    trees = np.array([states[i][0] for i in drawn])
    taken = np.array([states[i][1] for i in drawn])
    run_chains(tagged, single_root, projective, np.array([1], np.uint64), trees, taken)
    number = {state: i for i, state in enumerate(states)}
    seen = [number[tuple(tree), (0, *own[1:])] for tree, own in zip(trees.tolist(), taken.tolist(), strict=True)]
    share = np.bincount(seen, minlength=len(states)) / SAMPLES
    by_chance = np.sqrt(2 / np.pi * expected * (1 - expected) / SAMPLES).sum()
    assert np.abs(share - expected).sum() / by_chance < CHANCE
    assert (np.array(seen) != drawn).mean() > 0.3


@pytest.mark.slow
@compiled_only
def test_searches_find_what_scores_better_and_say_by_how_much() -> None:
    random = np.random.default_rng(4)
    best = best_found = 0
    for _ in range(40):
        tagged = random_tagged_tree(random, 3)
        tree = tagged.scorer.chosen.copy()
        for search in (climb_analyses, anneal_analyses):
            go_to(tagged, tree, tagged.analyses.start[:-1].copy())
            before = score_as_is(tagged)
            arguments = () if search is climb_analyses else (10, Annealing(1.0, 0.0, 4), np.array([7], np.uint64))
            gain = search(tagged, True, False, *arguments)
            after = from_scratch(tagged, state_of(tagged))
            assert gain >= 0
            assert after - before == pytest.approx(gain, abs=1e-4)
            if search is anneal_analyses:
                scores = [from_scratch(tagged, state) for state in all_states(tagged, True, False)]
                best, best_found = best + 1, best_found + (after > max(scores) - 1e-4)
    assert best_found > 0.8 * best > 10


@pytest.mark.parametrize("seed", range(3))
def test_choices_score_as_both_analyses_of_a_sentence_do(seed: int) -> None:
    random = np.random.default_rng(seed)
    tagged = random_tagged_tree(random, 6)
    scorer, model, analyses = tagged.scorer, tagged.model, tagged.analyses
    choices = Choices(scorer.start, scorer.head, scorer.label, np.arange(len(scorer.head), dtype=np.int32))
    candidates = Candidates(scorer.start, scorer.head, choices, tagged.prior, scorer.chosen)
    one, other = stack_analyses(scorer.sentence, analyses, tagged.taken)
    wanted = (
        tagged.prior
        + (1 - SECOND_SHARE) * first_order(one, model, choices)
        + SECOND_SHARE * first_order(other, model, choices)
    )
    scores = expected_prior(one, other, model, candidates) + first_order(one, model, choices)
    np.testing.assert_allclose(scores, wanted, atol=1e-5)


def test_every_ambiguous_word_has_a_second_analysis() -> None:
    tagged = random_tagged_tree(np.random.default_rng(4), 8)
    analyses, codes = tagged.analyses, tagged.scorer.sentence
    start = analyses.start
    for taken in (start[:-1], np.maximum(start[1:] - 1, start[:-1])):  # the first analysis of each word, and the last
        one, other = stack_analyses(codes, analyses, taken)
        for m in range(1, 9):
            assert one[m].tolist() == analyses.rows[taken[m]].tolist()
            others = [row for row in range(start[m], start[m + 1]) if row != taken[m]] or [taken[m]]
            assert other[m].tolist() == analyses.rows[others[0]].tolist()
        for view in (one, other):
            np.testing.assert_array_equal(view[[0, -2, -1]], codes[[0, -2, -1]])


def test_a_sentence_without_ambiguous_words_has_one_analysis() -> None:
    tagged = random_tagged_tree(np.random.default_rng(5), 4)
    codes = tagged.scorer.sentence
    certain = Analyses(np.array([0, 0, 1, 2, 3, 4]), codes[1:-2].copy(), np.zeros(4))
    stacked = stack_analyses(codes, certain, certain.start[:-1])
    np.testing.assert_array_equal(stacked, codes)
    assert first_analysis(stacked) is stacked
    assert len(second_analysis(stacked)) == 0
