"""Both kinds of marginals against the oracle, and where plain matrix inversion breaks down."""

from collections.abc import Callable

import numba
import numpy as np
import pytest
from brute_force import Problem, random_problem

from arcwalk.trees.candidates import all_heads
from arcwalk.trees.decoders.inside_outside import projective_marginals
from arcwalk.trees.decoders.matrix_tree import nonprojective_marginals

Marginals = Callable[..., float]

kinds = pytest.mark.parametrize(
    ("marginals", "projective"), [(projective_marginals, True), (nonprojective_marginals, False)]
)
roots = pytest.mark.parametrize("single_root", [True, False])
compiled_only = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="long sentences need compiled kernels")
CASES = 60 if numba.config.DISABLE_JIT else 2000


def compute(marginals: Marginals, problem: Problem, single_root: bool) -> tuple[float, np.ndarray]:
    out = np.full(len(problem.head), np.nan)
    return marginals(problem.start, problem.head, problem.scores, single_root, out), out


def per_modifier(problem: Problem, arcs: np.ndarray) -> np.ndarray:
    return np.bincount(problem.modifiers(), arcs, minlength=problem.n + 1)[1:]


@kinds
@roots
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_equal_brute_force(marginals: Marginals, projective: bool, single_root: bool, n: int) -> None:
    random = np.random.default_rng(n)
    infeasible = 0
    for _ in range(CASES // n):
        problem = random_problem(random, n)
        if np.abs(problem.scores).max(initial=0) > 1e6:
            problem.scores *= 1e-8
        log_partition, arcs = compute(marginals, problem, single_root)
        expected, expected_arcs = problem.marginals(projective, single_root)
        assert log_partition == pytest.approx(expected, rel=1e-12, abs=1e-12)
        np.testing.assert_allclose(arcs, expected_arcs, rtol=1e-9, atol=1e-12)
        if expected == -np.inf:
            infeasible += 1
        else:
            np.testing.assert_allclose(per_modifier(problem, arcs), 1.0, rtol=1e-12)
    assert infeasible > 0


@kinds
@roots
def test_are_the_slope_of_the_log_partition(marginals: Marginals, projective: bool, single_root: bool) -> None:
    del projective
    start, head = all_heads(8)
    problem = Problem(start, head, np.random.default_rng(1).normal(size=len(head)))
    _, arcs = compute(marginals, problem, single_root)
    step = 1e-5
    for arc in range(0, len(head), 5):
        sides = []
        for change in (step, -step):
            moved = problem.scores.copy()
            moved[arc] += change
            sides.append(compute(marginals, Problem(start, head, moved), single_root)[0])
        assert (sides[0] - sides[1]) / (2 * step) == pytest.approx(arcs[arc], abs=1e-8)


@roots
def test_matrix_tree_keeps_its_digits_where_words_head_each_other(single_root: bool) -> None:
    """The Laplacian of this problem is singular to working precision: 1 + exp(-200) is 1."""
    start, head = all_heads(4)
    random = np.random.default_rng(2)
    problem = Problem(start, head, random.normal(size=len(head)))
    pairs = np.array([0, 2, 1, 4, 3])
    problem.scores[head == pairs[problem.modifiers()]] += 200.0
    log_partition, arcs = compute(nonprojective_marginals, problem, single_root)
    expected, expected_arcs = problem.marginals(False, single_root)
    assert log_partition == pytest.approx(expected, rel=1e-14)
    np.testing.assert_allclose(arcs, expected_arcs, rtol=1e-9, atol=1e-14)


@compiled_only
@kinds
@roots
@pytest.mark.parametrize("scale", [1.0, 30.0])
def test_long_sentences(marginals: Marginals, projective: bool, single_root: bool, scale: float) -> None:
    del projective
    start, head = all_heads(150)
    problem = Problem(start, head, np.random.default_rng(3).normal(size=len(head)) * scale)
    log_partition, arcs = compute(marginals, problem, single_root)
    assert np.isfinite(log_partition)
    assert ((arcs >= 0) & (arcs <= 1 + 1e-9)).all()
    np.testing.assert_allclose(per_modifier(problem, arcs), 1.0, rtol=1e-9)
    assert not single_root or arcs[problem.head == 0].sum() == pytest.approx(1.0)
