"""The Bayes point: the average of learners trained on random shuffles of the same data (the paper, Figure 1).

Learners are kernels that let go of the interpreter lock, so shuffles run in parallel threads of one process:
they share the treebank and cost nothing to start.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from threading import Event
from typing import TypeVar

import numpy as np

from arcwalk.arrays import Weights

Learner = Callable[[Random, Callable[[], None]], Weights]
"""Trains once, drawing every random choice from the generator it is given; calls the function after each epoch."""

Result = TypeVar("Result")


class Cancelled(Exception):
    """Another learner failed, or the user interrupted."""


def shuffle_random(seed: int, shuffle: int) -> Random:
    """The generator of one shuffle: its own stream, the same on every machine."""
    return Random(f"{seed}/{shuffle}")


def in_parallel(tasks: Sequence[tuple[Learner, Random]], jobs: int, advance: Callable[[], None]) -> list[Weights]:
    """The weights of all learners, in order, with at most `jobs` at work; see `all_of`."""
    return all_of([partial(learner, random) for learner, random in tasks], jobs, advance)


def all_of(
    tasks: Sequence[Callable[[Callable[[], None]], Result]], jobs: int, advance: Callable[[], None]
) -> list[Result]:
    """What the tasks come to, in order, with at most `jobs` at work and `advance` called after each epoch.

    An error or an interrupt ends them all at their next epoch.
    """
    no_longer_wanted = Event()

    def after_epoch() -> None:
        if no_longer_wanted.is_set():
            raise Cancelled
        advance()

    with ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(task, after_epoch) for task in tasks]
        try:
            return [future.result() for future in futures]
        except BaseException:
            no_longer_wanted.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def train_shuffles(
    learner: Learner, *, shuffles: int, seed: int, jobs: int, advance: Callable[[], None]
) -> list[Weights]:
    """The weights of each shuffle's learner; the same whatever the number of jobs."""
    return in_parallel([(learner, shuffle_random(seed, shuffle)) for shuffle in range(shuffles)], jobs, advance)


def average(members: Sequence[Weights]) -> Weights:
    """The Bayes point of several weight vectors."""
    total = np.zeros(len(members[0]), dtype=np.float64)
    for weights in members:
        total += weights
    return (total / len(members)).astype(np.float32)
