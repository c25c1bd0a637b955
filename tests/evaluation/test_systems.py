"""Several systems and runs: estimates against exact values and against the comparison of two systems."""

from collections.abc import Sequence
from itertools import product
from random import Random

import numpy as np
import pytest

from arcwalk.errors import ArcwalkError
from arcwalk.evaluation import AttachmentScores, evaluate
from arcwalk.evaluation.significance import compare
from arcwalk.evaluation.systems import _holm, _Resampled, compare_systems
from arcwalk.treebank.sentence import Sentence


def chain(n: int) -> Sentence:
    return Sentence.from_columns(["w"] * n, heads=list(range(n)), deprels=["dep"] * n)


def scores(lengths: Sequence[int], wrong: Sequence[int]) -> AttachmentScores:
    """Of each sentence, so many words (but not the first, which is the root) have a wrong head."""
    gold = [chain(n) for n in lengths]
    parsed = [
        sentence.with_tree([0 if 0 < i <= errors else i for i in range(len(sentence))], sentence.deprels)
        for sentence, errors in zip(gold, wrong, strict=True)
    ]
    return evaluate(gold, parsed)


def noisy(rate: float, seed: int, sentences: int = 150) -> AttachmentScores:
    random, lengths = Random(seed), Random(0)
    sizes = [lengths.randint(3, 15) for _ in range(sentences)]
    return scores(sizes, [sum(random.random() < rate for _ in range(size - 1)) for size in sizes])


def test_means_and_runs() -> None:
    comparison = compare_systems({"a": [scores([4, 6], [1, 0]), scores([4, 6], [2, 1])], "b": scores([4, 6], [3, 3])})
    a, b = comparison.systems
    assert (a.name, a.uas.runs, a.uas.mean) == ("a", (90.0, 70.0), 80.0)
    assert (b.name, b.las.runs, b.las.mean) == ("b", (40.0,), 40.0)
    (pair,) = comparison.pairs
    assert (pair.system, pair.other, pair.uas.points) == ("a", "b", 40.0)
    assert pair.uas.p_value == pair.uas.adjusted_p_value


def test_two_runs_are_compared_as_two_systems_are() -> None:
    first, second = noisy(0.2, 1), noisy(0.25, 2)
    expected = compare(first, second).uas
    difference = compare_systems({"first": first, "second": second}).pairs[0].uas
    assert difference.points == pytest.approx(expected.difference)
    assert (difference.low, difference.high) == pytest.approx(
        (expected.bootstrap.low, expected.bootstrap.high), abs=0.25
    )
    assert difference.p_value == pytest.approx(expected.bootstrap.p_value, abs=0.02)
    swapped = compare_systems({"second": second, "first": first}).pairs[0].uas
    assert (swapped.points, swapped.p_value) == pytest.approx((-difference.points, difference.p_value))


def test_the_p_value_by_enumeration() -> None:
    lengths, ours, theirs = [3, 5, 9], [0, 1, 2], [1, 1, 1]
    samples = list(product(range(3), repeat=3))
    gains = [sum(theirs[i] - ours[i] for i in sample) for sample in samples]
    not_better = min(np.mean([gain <= 0 for gain in gains]), np.mean([gain >= 0 for gain in gains]))
    difference = compare_systems({"a": scores(lengths, ours), "b": scores(lengths, theirs)}).pairs[0].uas
    assert difference.p_value == pytest.approx(min(1.0, 2 * not_better), abs=0.03)


@pytest.mark.parametrize("wrong", [[0, 4], [0, 1, 5], [1, 2, 3, 3, 8]])
def test_intervals_are_as_wide_as_the_mean_of_runs_varies(wrong: list[int]) -> None:
    """All sentences are alike, so that nothing but the choice of runs matters."""
    runs = [scores([10] * 20, [errors] * 20) for errors in wrong]
    resampled = _Resampled([run.correct_head for run in runs], runs[0], [len(runs)], 20_000, 0).resampled[:, 0]
    of_runs = [run.uas for run in runs]
    assert np.mean(resampled) == pytest.approx(np.mean(of_runs), abs=0.5)
    assert np.var(resampled) == pytest.approx(np.var(of_runs, ddof=1) / len(runs), rel=0.05)


def test_a_difference_within_the_spread_of_runs_is_not_significant() -> None:
    lengths = [10] * 200
    lucky = [scores(lengths, [errors] * 200) for errors in (1, 3, 5)]
    others = [scores(lengths, [errors] * 200) for errors in (2, 4, 6)]
    assert compare(lucky[0], others[0]).uas.bootstrap.p_value < 0.001  # a single run of each would mislead
    assert compare_systems({"a": lucky, "b": others}).pairs[0].uas.p_value > 0.2
    steady = [scores(lengths, [errors] * 200) for errors in (7, 8, 8)]
    assert compare_systems({"a": lucky, "b": steady}).pairs[0].uas.p_value < 0.05


def test_all_pairs_are_adjusted_by_holms_method() -> None:
    assert _holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert _holm([0.5, 0.6]) == pytest.approx([1.0, 1.0])
    assert _holm([]) == []
    comparison = compare_systems(
        {name: noisy(rate, seed) for name, rate, seed in (("a", 0.1, 1), ("b", 0.2, 2), ("c", 0.3, 3))}
    )
    assert [(pair.system, pair.other) for pair in comparison.pairs] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert all(pair.uas.adjusted_p_value >= pair.uas.p_value for pair in comparison.pairs)


def test_the_same_seed_gives_the_same_intervals() -> None:
    systems = {"a": [noisy(0.1, 1), noisy(0.1, 2)], "b": noisy(0.2, 3)}
    assert compare_systems(systems) == compare_systems(systems)
    assert compare_systems(systems) != compare_systems(systems, seed=1)


def test_what_cannot_be_compared() -> None:
    with pytest.raises(ArcwalkError, match="at least one run of each system"):
        compare_systems({"a": noisy(0.1, 1), "b": []})
    with pytest.raises(ArcwalkError, match="score all alike"):
        compare_systems({"a": noisy(0.1, 1), "b": noisy(0.1, 1), "c": noisy(0.1, 1, sentences=9)})
