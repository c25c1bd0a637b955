"""The paired tests against exact values, brute force, and what must hold for any two systems."""

import random
from collections.abc import Set
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

from arcwalk.errors import ArcwalkError
from arcwalk.evaluation import evaluate
from arcwalk.evaluation.significance import SignTest, compare, paired_bootstrap, sign_test
from arcwalk.treebank.sentence import Sentence


def gold_sentence(n: int) -> Sentence:
    """A chain: each word depends on the one before it."""
    return Sentence.from_columns(["w"] * n, heads=list(range(n)), deprels=["dep"] * n)


def parse(gold: Sentence, wrong_heads: Set[int], wrong_labels: Set[int] = frozenset()) -> Sentence:
    """The gold tree with some words, counted from 1, attached to the root or labeled wrongly."""
    words = range(1, len(gold) + 1)
    heads = [0 if word in wrong_heads else word - 1 for word in words]
    return gold.with_tree(heads, ["x" if word in wrong_labels else "dep" for word in words])


def test_sign_test_by_hand() -> None:
    # Of five coins, five or none are heads in 2 of 32 cases; four of five or more extreme in 12 of 32.
    assert sign_test(5, 0) == SignTest(5, 0, pytest.approx(2 / 32))
    assert sign_test(1, 4) == SignTest(1, 4, pytest.approx(12 / 32))
    assert sign_test(3, 3).p_value == 1.0
    assert sign_test(0, 0).p_value == 1.0


@given(st.integers(0, 3000), st.integers(0, 3000))
def test_sign_test_equals_the_exact_binomial_test(wins: int, losses: int) -> None:
    p_value = sign_test(wins, losses).p_value
    assert p_value == sign_test(losses, wins).p_value
    expected = binomtest(wins, wins + losses).pvalue if wins + losses else 1.0
    assert p_value == pytest.approx(expected, rel=1e-9, abs=1e-280)


def test_comparison_by_hand() -> None:
    gold = [gold_sentence(4), gold_sentence(3), gold_sentence(3)]
    # Heads: the system wins words 2 and 3 of the first sentence and loses word 3 of the third.
    system = evaluate(gold, [parse(gold[0], {4}), parse(gold[1], {2}), parse(gold[2], {3})])
    # Labels: the other has word 1 of the second sentence wrong besides.
    other = evaluate(gold, [parse(gold[0], {2, 3, 4}), parse(gold[1], {2}, {1}), parse(gold[2], set())])
    comparison = compare(system, other)
    assert (comparison.uas.system, comparison.uas.other) == pytest.approx((70.0, 60.0))
    assert comparison.uas.difference == pytest.approx(10.0)
    assert comparison.uas.error_reduction == pytest.approx(25.0)
    assert comparison.uas.words == SignTest(2, 1, 1.0)
    assert comparison.uas.sentences == SignTest(1, 1, 1.0)
    assert (comparison.las.system, comparison.las.other) == pytest.approx((70.0, 50.0))
    assert comparison.las.words == SignTest(3, 1, pytest.approx(10 / 16))
    assert comparison.las.sentences == SignTest(2, 1, 1.0)


def test_bootstrap_equals_all_resamples() -> None:
    """With four sentences all 256 resamples can be listed; the drawn ones have the same distribution."""
    gain, words = np.array([2, 1, -1, 0]), np.array([3, 5, 2, 4])
    exact = [100.0 * gain[list(drawn)].sum() / words[list(drawn)].sum() for drawn in product(range(4), repeat=4)]
    bootstrap = paired_bootstrap(gain, words, resamples=100_000)
    low, high = np.quantile(exact, [0.025, 0.975])
    assert (bootstrap.low, bootstrap.high) == pytest.approx((low, high), abs=0.5)
    assert bootstrap.p_value == pytest.approx(2 * np.mean(np.array(exact) <= 0), abs=0.01)


def test_bootstrap_interval_covers_a_known_difference() -> None:
    """Words are won with probability 0.06 and lost with 0.04: the true difference is 2 points."""
    generator = np.random.default_rng(5)
    words = np.full(400, 20)
    covered = 0
    for sample in range(100):
        gain = generator.multinomial(20, [0.06, 0.04, 0.90], size=400) @ np.array([1, -1, 0])
        bootstrap = paired_bootstrap(gain, words, resamples=1000, seed=sample)
        covered += bootstrap.low <= 2.0 <= bootstrap.high
    assert 88 <= covered <= 100


def test_bootstrap_is_seeded() -> None:
    gain, words = np.array([2, 1, -1, 0, 3, -2]), np.array([3, 5, 2, 4, 9, 7])
    assert paired_bootstrap(gain, words, seed=1) == paired_bootstrap(gain, words, seed=1)
    assert paired_bootstrap(gain, words, seed=1) != paired_bootstrap(gain, words, seed=2)


OUTCOMES = st.lists(st.tuples(st.integers(-3, 3), st.integers(3, 8)), min_size=1, max_size=20)


@settings(max_examples=50, deadline=None)
@given(OUTCOMES)
def test_swapping_the_systems_turns_the_interval_round(outcomes: list[tuple[int, int]]) -> None:
    gain, words = np.array(outcomes).T
    if gain.sum() == 0:
        gain[0] += 1
    one, two = paired_bootstrap(gain, words, resamples=500), paired_bootstrap(-gain, words, resamples=500)
    assert (one.low, one.high) == (-two.high, -two.low)
    assert one.p_value == two.p_value


@settings(max_examples=50, deadline=None)
@given(OUTCOMES, st.randoms(use_true_random=False))
def test_order_of_sentences_does_not_matter(outcomes: list[tuple[int, int]], random: random.Random) -> None:
    shuffled = random.sample(outcomes, len(outcomes))
    one, two = (paired_bootstrap(*np.array(sample).T, resamples=500) for sample in (outcomes, shuffled))
    assert one == two


def test_a_system_does_not_differ_from_itself() -> None:
    gold = [gold_sentence(5), gold_sentence(3)]
    scores = evaluate(gold, [parse(gold[0], {2}), parse(gold[1], {3})])
    for test in (compare(scores, scores).uas, compare(scores, scores).las):
        assert test.difference == 0.0
        assert (test.bootstrap.low, test.bootstrap.high) == (0.0, 0.0)
        assert test.words.p_value == test.sentences.p_value == test.bootstrap.p_value == 1.0


def test_clear_difference_is_significant() -> None:
    gold = [gold_sentence(5) for _ in range(30)]
    comparison = compare(evaluate(gold, gold), evaluate(gold, [parse(sentence, {2}) for sentence in gold]))
    assert comparison.uas.error_reduction == 100.0
    assert (comparison.uas.bootstrap.low, comparison.uas.bootstrap.high) == pytest.approx((20.0, 20.0))
    assert comparison.uas.words.p_value == pytest.approx(2 / 2**30)
    assert comparison.uas.bootstrap.p_value < 0.001


def test_systems_must_be_scored_alike() -> None:
    short, long = gold_sentence(3), gold_sentence(4)
    scores = evaluate([short], [short])
    for other in (evaluate([long], [long]), scores.with_punctuation):
        with pytest.raises(ArcwalkError, match="score both alike"):
            compare(scores, other)


def test_nothing_to_compare() -> None:
    dots = Sentence.from_columns(["..."], heads=[0], deprels=["root"])
    scores = evaluate([dots], [dots])
    with pytest.raises(ArcwalkError, match="all words are punctuation"):
        compare(scores, scores)
    assert compare(scores.with_punctuation, scores.with_punctuation).uas.difference == 0.0
