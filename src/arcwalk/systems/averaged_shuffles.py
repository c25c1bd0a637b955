"""Weights averaged over training runs: each run on its own shuffle, in parallel, kept in the checkpoint once finished.

Averaging over shuffles is the Bayes point of Corston-Oliver et al. (2006); every system uses it. What is learned
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
from arcwalk.learning.parallel import Learner, all_of, shuffle_random
from arcwalk.systems.checkpoint import Checkpoint
from arcwalk.systems.options import Setting

_WEIGHTS = "weights"
_SUM, _ADDED, _WAITING = "sum", "added", "waiting"  # of the runs finished so far


@dataclass(frozen=True)
class AveragedRuns:
    """The runs that make one weight vector: a learner, and the generator of each shuffle."""

    name: str  # in the checkpoint
    learner: Learner
    randoms: Sequence[Random]
    epochs: int
    table_bits: int

    @classmethod
    def of(
        cls, name: str, learner: Learner, *, shuffles: int, epochs: int, table_bits: int, setting: Setting
    ) -> "AveragedRuns":
        """Runs on the shuffles that a seed determines, whatever is learned."""
        randoms = [shuffle_random(setting.seed, shuffle) for shuffle in range(shuffles)]
        return cls(name, learner, randoms, epochs, table_bits)

    @property
    def steps(self) -> int:
        """Epochs of all runs, for progress."""
        return len(self.randoms) * self.epochs

    @property
    def size(self) -> int:
        """The number of weights."""
        return 1 << self.table_bits


def train_each(runs: AveragedRuns, setting: Setting, advance: Callable[[], None]) -> list[Weights]:
    """The weights of each run, not averaged; those in the checkpoint are not trained again."""
    checkpoint = setting.checkpoint

    def train(i: int, after_epoch: Callable[[], None]) -> Weights:
        name = f"{runs.name}/{i}"
        if kept := checkpoint.found(name):
            _skip(runs.epochs, after_epoch)
            return kept.arrays.take(_WEIGHTS, np.float32, (runs.size,))
        weights = runs.learner(runs.randoms[i], after_epoch)
        checkpoint.keep(name, {}, weights=weights)
        return weights

    return all_of([partial(train, i) for i in range(len(runs.randoms))], setting.jobs, advance)


Task = Callable[[Callable[[], None]], None]
"""Something to learn: calls the function after each epoch, and keeps in the checkpoint what it has learned."""


def train_averages(
    wanted: Iterable[tuple[AveragedRuns, float]],
    setting: Setting,
    advance: Callable[[], None],
    alongside: Sequence[Task] = (),
) -> "KeptWeights":
    """One weight vector for each item, whose runs all share `setting.jobs` threads, with other tasks if there are any.

    Each comes with its unit, see `arcwalk.features.weights.rounded`.
    """
    items = list(wanted)
    tasks = [*alongside]
    for runs, unit in items:
        if setting.checkpoint.found(runs.name):
            _skip(runs.steps, advance)
            continue
        total = _Sum(runs, unit, setting.checkpoint)
        _skip(runs.epochs * len(total.finished), advance)
        tasks += [partial(_train, runs, i, total) for i in range(len(runs.randoms)) if i not in total.finished]
    all_of(tasks, setting.jobs, advance)
    return KeptWeights(setting.checkpoint, [runs for runs, _ in items])


class KeptWeights(Sequence[Weights]):
    """Averages, kept without their zeros: a table is laid out each time it is asked for, so that few are at once."""

    def __init__(self, checkpoint: Checkpoint, runs: Sequence[AveragedRuns]) -> None:
        self._checkpoint, self._runs = checkpoint, runs

    def __len__(self) -> int:
        return len(self._runs)

    def __getitem__(self, place: int) -> Weights:  # type: ignore[override]
        runs = self._runs[place]
        kept = self._checkpoint.found(runs.name)
        assert kept is not None
        return take_weights(kept.arrays, _WEIGHTS, runs.size)


def _train(runs: AveragedRuns, i: int, total: "_Sum", after_epoch: Callable[[], None]) -> None:
    total.add(i, runs.learner(runs.randoms[i], after_epoch))


def _skip(epochs: int, after_epoch: Callable[[], None]) -> None:
    for _ in range(epochs):
        after_epoch()


class _Sum:
    """The sum of the finished runs of one vector, in memory and in the checkpoint; in the end only their average.

    Runs are added in order, so that the sum is the same in any number of threads; one that finishes early waits. A sum
    is replaced, never changed: the checkpoint that has it can be written to a file at any time.
    """

    def __init__(self, runs: AveragedRuns, unit: float, checkpoint: Checkpoint) -> None:
        self.name, self.runs, self.unit, self.checkpoint = runs.name, len(runs.randoms), unit, checkpoint
        self.lock = Lock()
        self.added, self.total = 0, np.zeros(0)
        self.waiting: dict[int, Weights] = {}
        if kept := checkpoint.found(f"{self.name}/runs"):
            self.added = kept.facts.whole(_ADDED, 0, self.runs - 1)
            self.total = kept.arrays.take(_SUM, np.float64, (runs.size,))
            for i in kept.facts.wholes(_WAITING, self.added + 1, self.runs - 1):
                self.waiting[i] = kept.arrays.take(str(i), np.float32, (runs.size,))

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
                facts = {_ADDED: self.added, _WAITING: list(self.waiting)}
                waiting = {str(place): early for place, early in self.waiting.items()}
                self.checkpoint.keep(f"{self.name}/runs", facts, sum=self.total, **waiting)
                return
            average = (self.total / self.runs).astype(np.float32)
            self.total = np.zeros(0)
            self.checkpoint.keep(self.name, {}, **pack(rounded(average, self.unit), _WEIGHTS))
