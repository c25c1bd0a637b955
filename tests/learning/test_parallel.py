import threading
from collections.abc import Callable
from functools import partial
from random import Random

import numpy as np
import pytest

from arcwalk.arrays import Weights
from arcwalk.learning.parallel import Cancelled, all_of, average, shuffle_random


def nothing() -> None:
    """Nobody waits for the end of an epoch."""


def shuffles(number: int, seed: int = 0, jobs: int = 1) -> list[Weights]:
    return all_of([partial(draw, shuffle_random(seed, shuffle)) for shuffle in range(number)], jobs, nothing)


def draw(random: Random, after_epoch: Callable[[], None] = nothing) -> Weights:
    after_epoch()
    return np.array([random.gauss(0, 1) for _ in range(64)], dtype=np.float32)


def test_the_bayes_point_is_the_mean() -> None:
    members = [draw(Random(seed)) for seed in range(7)]
    point = average(members)
    assert point.dtype == np.float32
    np.testing.assert_allclose(point, np.mean(np.array(members, dtype=np.float64), axis=0), rtol=1e-6)
    np.testing.assert_array_equal(average(members[:1]), members[0])


@pytest.mark.parametrize("jobs", [2, 3, 8])
def test_the_number_of_jobs_does_not_matter(jobs: int) -> None:
    alone, together = shuffles(5, 11, 1), shuffles(5, 11, jobs)
    assert len(alone) == len(together) == 5
    for one, other in zip(alone, together, strict=True):
        np.testing.assert_array_equal(one, other)


def test_shuffles_and_seeds_have_streams_of_their_own() -> None:
    first = [shuffle_random(seed, shuffle).random() for seed in range(20) for shuffle in range(20)]
    assert len(set(first)) == 400


def test_more_shuffles_begin_with_the_same_ones() -> None:
    for one, other in zip(shuffles(3), shuffles(5), strict=False):
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

    def task(random: Random, _: Callable[[], None]) -> Weights:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        threading.Event().wait(0.002)
        with lock:
            running -= 1
        return np.array([random.random()], dtype=np.float32)

    results = all_of([partial(task, Random(seed)) for seed in range(12)], 3, nothing)
    np.testing.assert_allclose([result[0] for result in results], [Random(seed).random() for seed in range(12)])
    assert most <= 3


def test_a_failing_shuffle_is_not_hidden() -> None:
    def fail(_: Random, __: Callable[[], None]) -> Weights:
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        all_of([partial(fail, Random(seed)) for seed in range(3)], 2, nothing)


def test_a_failure_ends_the_others_at_their_next_epoch() -> None:
    begun, ended = threading.Event(), threading.Event()

    def fail(_: Random, __: Callable[[], None]) -> Weights:
        begun.wait()
        raise ValueError("broken")

    def endless(_: Random, after_epoch: Callable[[], None]) -> Weights:
        begun.set()
        try:
            while True:
                threading.Event().wait(0.001)
                after_epoch()
        except Cancelled:
            ended.set()
            raise

    with pytest.raises(ValueError, match="broken"):
        all_of([partial(fail, Random(0)), partial(endless, Random(1))], 2, nothing)
    assert ended.is_set()


@pytest.mark.parametrize(("seconds", "is_waited_for"), [(0.1, True), (60, False)])
def test_an_interrupt_waits_a_moment_for_epochs(seconds: float, is_waited_for: bool) -> None:
    begun, release, ended = threading.Event(), threading.Event(), threading.Event()

    def interrupted(_: Random, __: Callable[[], None]) -> Weights:
        begun.wait()
        raise KeyboardInterrupt

    def epoch(random: Random, _: Callable[[], None]) -> Weights:
        begun.set()
        release.wait(seconds)
        ended.set()
        return draw(random)

    with pytest.raises(KeyboardInterrupt):
        all_of([partial(interrupted, Random(0)), partial(epoch, Random(1))], 2, nothing)
    assert ended.is_set() == is_waited_for
    release.set()


def test_every_epoch_is_told() -> None:
    told: list[None] = []
    all_of([partial(draw, Random(seed)) for seed in range(4)], 2, lambda: told.append(None))
    assert len(told) == 4
