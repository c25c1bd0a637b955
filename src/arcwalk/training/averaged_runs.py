"""Weights averaged over training runs: each run on its own shuffle, in parallel, kept in the checkpoint once finished.

Averaging over shuffles is the Bayes point of Corston-Oliver et al. (2006); most systems use it. What is learned
depends neither on the number of threads nor on whether the training was interrupted and resumed.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from threading import Lock

import numpy as np

from arcwalk.arrays import Weights
from arcwalk.features.weights import pack, rounded, take_weights
from arcwalk.learning.parallel import Learner, shuffle_random
from arcwalk.training.checkpoint import Checkpoint, Packed, StageResult
from arcwalk.training.kept_results import keep_each
from arcwalk.training.stage import Stage, Task

_WEIGHTS = "weights"
_SUM, _ADDED, _WAITING = "sum", "added", "waiting"  # of the runs finished so far


@dataclass(frozen=True, kw_only=True)
class AveragedRuns:
    """The runs that make one weight vector: a learner, and the generator of each shuffle."""

    name: str  # in the checkpoint
    learner: Learner
    randoms: Sequence[Random]
    epochs: int
    table_bits: int
    unit: float  # of the average, see `arcwalk.features.weights.rounded`

    @property
    def steps(self) -> int:
        """Epochs of all runs, for progress."""
        return len(self.randoms) * self.epochs

    @property
    def size(self) -> int:
        """The number of weights."""
        return 1 << self.table_bits


def shuffles(seed: int, count: int) -> list[Random]:
    """The generators of so many shuffles, whatever is learned."""
    return [shuffle_random(seed, shuffle) for shuffle in range(count)]


def each_of(runs: AveragedRuns, checkpoint: Checkpoint) -> Stage[list[Weights]]:
    """The weights of each run, not averaged; those in the checkpoint are not trained again."""

    def train(i: int, after_epoch: Callable[[], None]) -> Packed:
        return {}, pack(runs.learner(runs.randoms[i], after_epoch), _WEIGHTS, np.float32)

    def members(results: list[StageResult]) -> list[Weights]:
        return [take_weights(result.arrays, _WEIGHTS, runs.size, np.float32) for result in results]

    names = [f"{runs.name}/{i}" for i in range(len(runs.randoms))]
    return keep_each(names, train, runs.epochs, members, checkpoint)


def averages_of(wanted: Iterable[AveragedRuns], checkpoint: Checkpoint) -> "Stage[AveragedWeights]":
    """One weight vector for each item, the average of its runs, rounded as in a model file."""
    items = list(wanted)
    tasks: list[Task] = []
    done = 0
    for runs in items:
        if checkpoint.get(runs.name):
            done += runs.steps
            continue
        total = _Sum(runs, checkpoint)
        done += runs.epochs * len(total.finished)
        tasks += [partial(_train, runs, i, total) for i in range(len(runs.randoms)) if i not in total.finished]
    steps = sum(runs.steps for runs in items)
    return Stage(tasks=tasks, steps=steps, value=lambda _: AveragedWeights(checkpoint, items), done=done)


class AveragedWeights(Sequence[Weights]):
    """Averages, kept without their zeros: a table is laid out each time it is asked for, so that few are at once."""

    def __init__(self, checkpoint: Checkpoint, runs: Sequence[AveragedRuns]) -> None:
        self._checkpoint, self._runs = checkpoint, runs

    def __len__(self) -> int:
        return len(self._runs)

    def __getitem__(self, index: int) -> Weights:  # type: ignore[override]
        runs = self._runs[index]
        return take_weights(self._checkpoint[runs.name].arrays, _WEIGHTS, runs.size)


def _train(runs: AveragedRuns, i: int, total: "_Sum", after_epoch: Callable[[], None]) -> None:
    total.add(i, runs.learner(runs.randoms[i], after_epoch))


class _Sum:
    """The sum of the finished runs of one vector, in memory and in the checkpoint; in the end only their average.

    Runs are added in order, so that the sum is the same in any number of threads; one that finishes early waits. A sum
    is replaced, never changed: the checkpoint that has it can be written to a file at any time.
    """

    def __init__(self, runs: AveragedRuns, checkpoint: Checkpoint) -> None:
        self.name, self.runs, self.unit, self.checkpoint = runs.name, len(runs.randoms), runs.unit, checkpoint
        self.lock = Lock()
        self.added, self.total = 0, np.zeros(0)
        self.waiting: dict[int, Weights] = {}
        if result := checkpoint.get(f"{self.name}/runs"):
            self.added = result.metadata.whole(_ADDED, 0, self.runs - 1)
            self.total = result.arrays.take(_SUM, np.float64, (runs.size,))
            for i in result.metadata.wholes(_WAITING, self.added + 1, self.runs - 1):
                self.waiting[i] = result.arrays.take(str(i), np.float32, (runs.size,))

    @property
    def finished(self) -> set[int]:
        """The runs that were finished before an interruption."""
        return {*range(self.added), *self.waiting}

    def add(self, i: int, weights: Weights) -> None:
        """Add the weights of run i, and those that waited for it; after the last one, keep the average."""
        with self.lock:
            self.waiting[i] = weights
            if not len(self.total):
                self.total = np.zeros(len(weights))
            while self.added in self.waiting:
                self.total = self.total + self.waiting.pop(self.added)
                self.added += 1
            if self.added < self.runs:
                metadata = {_ADDED: self.added, _WAITING: list(self.waiting)}
                waiting = {str(run): early for run, early in self.waiting.items()}
                self.checkpoint.keep(f"{self.name}/runs", metadata, sum=self.total, **waiting)
                return
            average = (self.total / self.runs).astype(np.float32)
            self.total = np.zeros(0)
            self.checkpoint.keep(self.name, {}, **pack(rounded(average, self.unit), _WEIGHTS))
