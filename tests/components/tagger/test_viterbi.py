"""The best sequence and the probabilities of tags against all sequences there are."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcwalk.arrays import Scores
from arcwalk.components.tagger.kernels.viterbi import Lattice, marginals, triple_starts, viterbi


def random_lattice(widths: list[int], seed: int, *, rounded: bool = False) -> Lattice:
    random = np.random.default_rng(seed)
    start = np.cumsum([0, 1, *widths]).astype(np.int64)
    joint_start = triple_starts(start)
    scores, joint = random.normal(size=start[-1]), random.normal(size=joint_start[-1])
    if rounded:
        scores, joint = scores.round(), joint.round()
    return Lattice(start, np.arange(start[-1], dtype=np.int32), scores, joint_start, joint)


def score_of(lattice: Lattice, widths: list[int], chosen: tuple[int, ...]) -> float:
    all_widths, all_chosen = [1, 1, *widths], [0, 0, *chosen]
    total = 0.0
    for m in range(1, len(widths) + 1):
        a, b, c = all_chosen[m - 1 : m + 2]
        triple = (a * all_widths[m] + b) * all_widths[m + 1] + c
        total += lattice.scores[lattice.start[m] + c] + lattice.joint[lattice.joint_start[m] + triple]
    return total


def sequences(widths: list[int]) -> list[tuple[int, ...]]:
    return list(itertools.product(*map(range, widths)))


def find(lattice: Lattice) -> tuple[float, tuple[int, ...]]:
    best = np.empty(len(lattice.start) - 1, dtype=np.int64)
    score = viterbi(lattice, best)
    return score, tuple((best[1:] - lattice.start[1:-1]).tolist())


def probabilities_at(lattice: Lattice, temperature: float) -> Scores:
    probabilities = np.empty(len(lattice.scores))
    marginals(lattice, temperature, probabilities)
    return probabilities


LATTICES = st.tuples(st.lists(st.integers(1, 4), min_size=1, max_size=6), st.integers(0, 10_000))


@given(LATTICES)
def test_viterbi_finds_the_best_of_all_sequences(case: tuple[list[int], int]) -> None:
    widths, seed = case
    lattice = random_lattice(widths, seed)
    best = max(sequences(widths), key=lambda chosen: score_of(lattice, widths, chosen))
    score, sequence = find(lattice)
    assert sequence == best
    assert score == pytest.approx(score_of(lattice, widths, best))


@given(LATTICES)
def test_ties_do_not_change_the_best_score(case: tuple[list[int], int]) -> None:
    widths, seed = case
    lattice = random_lattice(widths, seed, rounded=True)
    score, sequence = find(lattice)
    assert score == pytest.approx(max(score_of(lattice, widths, chosen) for chosen in sequences(widths)))
    assert score == pytest.approx(score_of(lattice, widths, sequence))


@given(LATTICES, st.sampled_from([0.3, 1.0, 4.0]))
def test_marginals_are_those_of_all_sequences(case: tuple[list[int], int], temperature: float) -> None:
    widths, seed = case
    lattice = random_lattice(widths, seed)
    expected = np.zeros(len(lattice.scores))
    total = 0.0
    for chosen in sequences(widths):
        weight = math.exp(score_of(lattice, widths, chosen) / temperature)
        total += weight
        for m, c in enumerate(chosen, 1):
            expected[lattice.start[m] + c] += weight
    expected /= total
    expected[0] = 1.0
    np.testing.assert_allclose(probabilities_at(lattice, temperature), expected, atol=1e-9)


def test_scores_of_any_size_give_probabilities() -> None:
    lattice = random_lattice([3, 3, 3, 3], 1)
    lattice.scores[:] *= 1e5
    probabilities = probabilities_at(lattice, 0.1)
    assert np.isfinite(probabilities).all()
    assert [probabilities[lattice.start[m] : lattice.start[m + 1]].sum() for m in range(1, 5)] == pytest.approx(
        [1.0] * 4
    )
