"""Both decoders against the oracle, and on sentences far beyond it."""

from collections.abc import Callable
from time import perf_counter

import numba
import numpy as np
import pytest
from brute_force import Problem, all_trees, is_tree, random_problem

from arcwalk.trees.candidates import all_heads, tree_score
from arcwalk.trees.decoders.chu_liu_edmonds import chu_liu_edmonds
from arcwalk.trees.decoders.eisner import eisner
from arcwalk.trees.shape import is_projective, is_single_rooted

Decoder = Callable[..., float]

decoders = pytest.mark.parametrize(("decoder", "projective"), [(eisner, True), (chu_liu_edmonds, False)])
roots = pytest.mark.parametrize("single_root", [True, False])
compiled_only = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="long sentences need compiled kernels")
CASES = 60 if numba.config.DISABLE_JIT else 2000


def decode(decoder: Decoder, problem: Problem, single_root: bool) -> tuple[float, np.ndarray]:
    heads = np.full(problem.n + 1, -7, np.int32)
    score = decoder(problem.start, problem.head, problem.scores, single_root, heads)
    return score, heads


@decoders
@roots
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_equals_brute_force(decoder: Decoder, projective: bool, single_root: bool, n: int) -> None:
    random = np.random.default_rng(n)
    infeasible = 0
    for _ in range(CASES // n):
        problem = random_problem(random, n)
        score, heads = decode(decoder, problem, single_root)
        best = problem.best(projective, single_root)
        if best == -np.inf:
            infeasible += 1
            assert score == -np.inf
            continue
        assert (heads == all_trees(n, projective, single_root)).all(axis=1).any()
        assert score == pytest.approx(best, rel=1e-12, abs=1e-12 * np.abs(problem.scores).max())
        assert score == problem.score_all(heads[None])[0]
    assert infeasible > 0


@decoders
@roots
def test_ties_are_broken_the_same_way_every_time(decoder: Decoder, projective: bool, single_root: bool) -> None:
    start, head = all_heads(6)
    problem = Problem(start, head, np.zeros(len(head)))
    _, heads = decode(decoder, problem, single_root)
    assert is_tree(heads)
    assert is_projective(heads) or not projective
    for _ in range(5):
        assert (decode(decoder, problem, single_root)[1] == heads).all()


@decoders
@roots
def test_a_candidate_that_scores_minus_infinity_is_none(decoder: Decoder, projective: bool, single_root: bool) -> None:
    random = np.random.default_rng(3)
    start, head = all_heads(4)
    for _ in range(CASES // 10):
        scores = random.normal(size=len(head))
        scores[random.random(len(head)) < 0.6] = -np.inf
        problem = Problem(start, head, scores)
        assert decode(decoder, problem, single_root)[0] == pytest.approx(problem.best(projective, single_root))


@decoders
def test_one_fixed_tree_is_the_only_choice(decoder: Decoder, projective: bool) -> None:
    random = np.random.default_rng(4)
    for tree in all_trees(4, projective, False):
        problem = Problem(np.array([0, 0, 1, 2, 3, 4]), tree[1:].copy(), random.normal(size=4))
        score, heads = decode(decoder, problem, False)
        assert (heads == tree).all()
        single, _ = decode(decoder, problem, True)
        assert single == (score if is_single_rooted(tree) else -np.inf)


@roots
def test_projective_scores_give_both_decoders_one_tree(single_root: bool) -> None:
    """Scores drawn so that the best tree is a known projective one."""
    random = np.random.default_rng(5)
    n = 10 if numba.config.DISABLE_JIT else 60
    start, head = all_heads(n)
    problem = Problem(start, head, random.normal(size=len(head)))
    _, tree = decode(eisner, problem, single_root)
    problem.scores[tree[problem.modifiers()] == problem.head] += 20
    for decoder in (eisner, chu_liu_edmonds):
        assert (decode(decoder, problem, single_root)[1] == tree).all()


@roots
@pytest.mark.parametrize("n", [2, 7, 40])
def test_chu_liu_edmonds_breaks_one_long_cycle(single_root: bool, n: int) -> None:
    """Word m prefers m - 1 and word 1 prefers n; the root arc into `top` costs least."""
    start, head = all_heads(n)
    problem = Problem(start, head, np.full(len(head), -50.0))
    modifiers = problem.modifiers()
    problem.scores[head == np.where(modifiers == 1, n, modifiers - 1)] = 10.0
    problem.scores[head == 0] = -20.0
    top = n // 2 + 1
    problem.scores[(head == 0) & (modifiers == top)] = -19.0
    score, heads = decode(chu_liu_edmonds, problem, single_root)
    expected = np.arange(-1, n)
    expected[1] = n
    expected[top] = 0
    assert (heads == expected).all()
    assert score == 10.0 * (n - 1) - 19.0


@roots
def test_chu_liu_edmonds_contracts_cycles_within_cycles(single_root: bool) -> None:
    """Pairs prefer each other, then pairs of pairs, and so on: each level is one contraction deeper."""
    levels = 4 if numba.config.DISABLE_JIT else 8
    n = 2**levels
    start, head = all_heads(n)
    problem = Problem(start, head, np.zeros(len(head)))
    apart = np.bitwise_xor(problem.modifiers() - 1, head - 1)
    problem.scores[:] = np.where(head == 0, -1.0, levels - np.floor(np.log2(np.maximum(apart, 1))))
    score, heads = decode(chu_liu_edmonds, problem, single_root)
    assert is_tree(heads)
    # Of 2^k words under level k's best arcs, half are joined within pairs, a quarter by pairs of pairs, ...
    assert score == sum((levels - k) * n // 2 ** (k + 1) for k in range(levels)) - 1.0


@pytest.mark.slow
@compiled_only
@roots
@pytest.mark.parametrize("kind", ["random", "chain", "ring"])
def test_chu_liu_edmonds_parses_5000_words(single_root: bool, kind: str) -> None:
    n = 5000
    start, head = all_heads(n)
    problem = Problem(start, head, np.random.default_rng(6).normal(size=len(head)))
    if kind != "random":
        previous = problem.modifiers() - 1
        if kind == "ring":
            previous[previous == 0] = n
        problem.scores[head == previous] += 100.0
    began = perf_counter()
    score, heads = decode(chu_liu_edmonds, problem, single_root)
    assert perf_counter() - began < 30
    assert is_tree(heads)
    assert is_single_rooted(heads) or not single_root
    assert score == tree_score(start, head, problem.scores, heads)
    if kind != "random":
        assert (heads[1:] == np.arange(n)).sum() >= n - 2


@compiled_only
@roots
def test_eisner_parses_1500_words(single_root: bool) -> None:
    n = 1500
    start, head = all_heads(n)
    problem = Problem(start, head, np.random.default_rng(7).normal(size=len(head)))
    score, heads = decode(eisner, problem, single_root)
    assert is_tree(heads)
    assert is_projective(heads)
    assert is_single_rooted(heads) or not single_root
    assert score == tree_score(start, head, problem.scores, heads)
    assert score <= decode(chu_liu_edmonds, problem, single_root)[0]
