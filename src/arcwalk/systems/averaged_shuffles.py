"""Weights averaged over training runs: each run on its own shuffle, in parallel, kept in the checkpoint once finished.

Averaging over shuffles is the Bayes point of Corston-Oliver et al. (2006); every system uses it. What is learned
depends neither on the number of threads nor on whether the training was interrupted and resumed.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from threading import Lock

from arcwalk.arrays import Weights
from arcwalk.features.weights import pack, rounded, unpack
from arcwalk.learning.parallel import Learner, all_of, average, shuffle_random
from arcwalk.systems.options import Setting

_WEIGHTS = "weights"


@dataclass(frozen=True)
class AveragedRuns:
    """The runs that make one weight vector: a learner, and the generator of each shuffle."""

    name: str  # in the checkpoint
    learner: Learner
    randoms: Sequence[Random]
    epochs: int

    @classmethod
    def of(cls, name: str, learner: Learner, shuffles: int, epochs: int, setting: Setting) -> "AveragedRuns":
        """Runs on the shuffles that a seed determines, whatever is learned."""
        return cls(name, learner, [shuffle_random(setting.seed, shuffle) for shuffle in range(shuffles)], epochs)

    @property
    def steps(self) -> int:
        """Epochs of all runs, for progress."""
        return len(self.randoms) * self.epochs


def train_each(runs: AveragedRuns, setting: Setting, advance: Callable[[], None]) -> list[Weights]:
    """The weights of each run, not averaged; those in the checkpoint are not trained again."""
    return all_of([partial(_train, runs, i, setting) for i in range(len(runs.randoms))], setting.jobs, advance)


def train_averages(
    wanted: Iterable[tuple[AveragedRuns, float]], setting: Setting, advance: Callable[[], None]
) -> list[Weights]:
    """One weight vector for each item, whose runs all share `setting.jobs` threads.

    Each comes with its unit, see `arcwalk.features.weights.rounded`. As soon as all runs of a vector are finished,
    only their average is kept: in memory and in the checkpoint.
    """
    items = list(wanted)
    found: dict[str, Weights] = {}
    members: dict[str, dict[int, Weights]] = {runs.name: {} for runs, _ in items}
    lock = Lock()

    def train(runs: AveragedRuns, unit: float, i: int, after_epoch: Callable[[], None]) -> None:
        weights = _train(runs, i, setting, after_epoch)
        with lock:
            own = members[runs.name]
            own[i] = weights
            if len(own) < len(runs.randoms):
                return
            del members[runs.name]
        found[runs.name] = rounded(average([own[place] for place in range(len(own))]), unit)
        setting.checkpoint.keep(runs.name, {}, **pack(found[runs.name], _WEIGHTS))

    tasks = []
    for runs, unit in items:
        if kept := setting.checkpoint.found(runs.name):
            found[runs.name] = unpack(kept[1], _WEIGHTS)
            for _ in range(runs.steps):
                advance()
        else:
            tasks += [partial(train, runs, unit, i) for i in range(len(runs.randoms))]
    all_of(tasks, setting.jobs, advance)
    return [found[runs.name] for runs, _ in items]


def _train(runs: AveragedRuns, i: int, setting: Setting, after_epoch: Callable[[], None]) -> Weights:
    name = f"{runs.name}/{i}"
    if kept := setting.checkpoint.found(name):
        for _ in range(runs.epochs):
            after_epoch()
        return kept[1][_WEIGHTS]
    weights = runs.learner(runs.randoms[i], after_epoch)
    setting.checkpoint.keep(name, {}, weights=weights)
    return weights
