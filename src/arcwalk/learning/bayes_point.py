"""The Bayes point: the average of learners trained on random shuffles of the same data (the paper, Figure 1).

Learners are kernels that let go of the interpreter lock, so shuffles run in parallel threads of one process:
they share the treebank and cost nothing to start.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random

import numpy as np

from arcwalk.features.weights import Weights

Learner = Callable[[Random], Weights]
"""Trains once, drawing every random choice from the generator it is given."""


def shuffle_random(seed: int, shuffle: int) -> Random:
    """The generator of one shuffle: its own stream, the same on every machine."""
    return Random(f"{seed}/{shuffle}")


def in_parallel(tasks: Iterable[Callable[[], Weights]], jobs: int) -> list[Weights]:
    """The results of all tasks, in order, with at most `jobs` running at a time."""
    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(lambda task: task(), tasks))


def train_shuffles(learner: Learner, shuffles: int, seed: int, jobs: int) -> list[Weights]:
    """The weights of each shuffle's learner; the same whatever the number of jobs."""
    return in_parallel([partial(learner, shuffle_random(seed, shuffle)) for shuffle in range(shuffles)], jobs)


def average(members: list[Weights]) -> Weights:
    """The Bayes point of several weight vectors."""
    total = np.zeros(len(members[0]), dtype=np.float64)
    for weights in members:
        total += weights
    return (total / len(members)).astype(np.float32)
