"""Weights averaged over shuffles: the same in any number of threads, and after an interruption."""

from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from arcwalk.arrays import Weights
from arcwalk.systems.averaged_shuffles import AveragedRuns, train_averages, train_each
from arcwalk.systems.checkpoint import Checkpoint
from arcwalk.systems.options import Setting

EPOCHS, BITS = 3, 10


class Learners:
    """Learners that draw their weights, and count the runs that were started."""

    def __init__(self) -> None:
        self.started = 0

    def learn(self, random: Random, after_epoch: Callable[[], None]) -> Weights:
        self.started += 1
        weights = np.zeros(1 << BITS, dtype=np.float32)
        for _ in range(EPOCHS):
            weights += [random.random() for _ in weights]
            after_epoch()
        return weights

    def wanted(self, setting: Setting) -> list[tuple[AveragedRuns, float]]:
        return [
            (AveragedRuns.of(name, self.learn, shuffles=4, epochs=EPOCHS, table_bits=BITS, setting=setting), unit)
            for name, unit in (("a", 1.0), ("b", 2.0))
        ]


def interrupt_after(epochs: int) -> Callable[[], None]:
    steps = iter(range(epochs - 1))

    def advance() -> None:
        if next(steps, None) is None:
            raise KeyboardInterrupt

    return advance


def nothing() -> None:
    pass


def test_the_average_of_all_runs_rounded() -> None:
    setting = Setting()
    (runs, _), _ = Learners().wanted(setting)
    members = train_each(runs, Setting(), nothing)
    a, b = train_averages(Learners().wanted(setting), setting, nothing)
    np.testing.assert_allclose(a, np.mean(members, axis=0), rtol=1e-3)
    np.testing.assert_allclose(b, a / 2, rtol=1e-3)
    np.testing.assert_array_equal(a, a.astype(np.float16))


@pytest.mark.parametrize("jobs", [1, 3, 8])
@pytest.mark.parametrize("epochs", [1, 4, 12, 14, 24])
def test_finished_runs_are_not_repeated(jobs: int, epochs: int) -> None:
    whole = train_averages(Learners().wanted(Setting()), Setting(), nothing)
    setting, first, second = Setting(0, jobs, Checkpoint()), Learners(), Learners()
    with pytest.raises(KeyboardInterrupt):
        train_averages(first.wanted(setting), setting, interrupt_after(epochs))
    steps: list[None] = []
    resumed = train_averages(second.wanted(setting), setting, lambda: steps.append(None))
    np.testing.assert_array_equal(resumed, whole)
    assert len(steps) == 2 * 4 * EPOCHS
    if jobs == 1:
        assert second.started == 8 - (epochs - 1) // EPOCHS
    third = Learners()
    np.testing.assert_array_equal(train_averages(third.wanted(setting), setting, nothing), whole)
    assert third.started == 0
