"""Training in parallel, and the Bayes point: the average over random shuffles of the treebank (the paper, Figure 1).

Learners spend their time in kernels, which release the interpreter lock, so shuffles run in threads of one process:
they share the treebank and cost nothing to start.
"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import wait
from random import Random
from threading import Event
from typing import TypeVar

import numpy as np

from arcwalk.arrays import Weights
from arcwalk.threads import thread_pool

_MOMENT = 1.0  # seconds

Learner = Callable[[Random, Callable[[], None]], Weights]
"""Trains once, drawing all random choices from the given generator; calls the function after each epoch."""

Result = TypeVar("Result")


class Cancelled(Exception):
    """Another learner failed, or the user interrupted training."""


def shuffle_random(seed: int, shuffle: int) -> Random:
    """The random generator of a shuffle: a stream of its own, the same on every machine."""
    return Random(f"{seed}/{shuffle}")


def all_of(
    tasks: Sequence[Callable[[Callable[[], None]], Result]], jobs: int, advance: Callable[[], None]
) -> list[Result]:
    """The results of the tasks, in order; at most `jobs` run at a time, and `advance` is called after each epoch.

    An error or interrupt stops all of them after their current epoch. An interrupt waits a moment for epochs that are
    about to end, but not for others.
    """
    cancelled = Event()

    def after_epoch() -> None:
        if cancelled.is_set():
            raise Cancelled
        advance()

    with thread_pool(jobs) as pool:
        futures = [pool.submit(task, after_epoch) for task in tasks]
        try:
            return [future.result() for future in futures]
        except BaseException as error:
            cancelled.set()
            pool.shutdown(wait=False, cancel_futures=True)
            if isinstance(error, KeyboardInterrupt):
                wait([future for future in futures if not future.cancelled()], _MOMENT)
            raise


def average(members: Iterable[Weights]) -> Weights:
    """The Bayes point of several weight vectors: their mean. Only one needs to be in memory at a time."""
    total, count = np.zeros(0), 0
    for weights in members:
        if count == 0:
            total = np.zeros(len(weights), dtype=np.float64)
        total += weights
        count += 1
    total /= count
    return total.astype(np.float32)
