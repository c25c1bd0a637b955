import threading
from random import Random

import numpy as np
import pytest

from arcwalk.features.weights import Weights
from arcwalk.learning.bayes_point import average, in_parallel, shuffle_random, train_shuffles


def draw(random: Random) -> Weights:
    return np.array([random.gauss(0, 1) for _ in range(64)], dtype=np.float32)


def test_the_bayes_point_is_the_mean() -> None:
    members = [draw(Random(seed)) for seed in range(7)]
    point = average(members)
    assert point.dtype == np.float32
    np.testing.assert_allclose(point, np.mean(np.array(members, dtype=np.float64), axis=0), rtol=1e-6)
    np.testing.assert_array_equal(average(members[:1]), members[0])


@pytest.mark.parametrize("jobs", [2, 3, 8])
def test_the_number_of_jobs_does_not_matter(jobs: int) -> None:
    alone, together = train_shuffles(draw, 5, 11, 1), train_shuffles(draw, 5, 11, jobs)
    assert len(alone) == len(together) == 5
    for one, other in zip(alone, together, strict=True):
        np.testing.assert_array_equal(one, other)


def test_shuffles_and_seeds_have_streams_of_their_own() -> None:
    first = [shuffle_random(seed, shuffle).random() for seed in range(20) for shuffle in range(20)]
    assert len(set(first)) == 400


def test_more_shuffles_begin_with_the_same_ones() -> None:
    for one, other in zip(train_shuffles(draw, 3, 0, 1), train_shuffles(draw, 5, 0, 1), strict=False):
        np.testing.assert_array_equal(one, other)


def test_a_stream_is_the_same_everywhere() -> None:
    random = shuffle_random(0, 0)
    order = list(range(8))
    random.shuffle(order)
    assert order == [0, 2, 1, 4, 6, 7, 3, 5]
    assert random.randbytes(6).hex() == "5b37449dd102"
    assert random.random() == 0.9680836285072051


def test_results_come_in_order_and_no_more_run_than_jobs() -> None:
    running, most, lock = 0, 0, threading.Lock()

    def task(value: int) -> Weights:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        threading.Event().wait(0.002)
        with lock:
            running -= 1
        return np.array([value], dtype=np.float32)

    results = in_parallel([lambda value=value: task(value) for value in range(12)], 3)
    assert [int(result[0]) for result in results] == list(range(12))
    assert most <= 3


def test_a_failing_shuffle_is_not_hidden() -> None:
    def fail(_: Random) -> Weights:
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        train_shuffles(fail, 3, 0, 2)
