"""Weights averaged over shuffles: the same in any number of threads, and after an interruption."""

from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from arcwalk.arrays import Weights
from arcwalk.training.averaged_runs import AveragedRuns, AveragedWeights, averages_of, each_of, shuffles
from arcwalk.training.checkpoint import Checkpoint
from arcwalk.training.progress import Silence
from arcwalk.training.setting import Setting

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

    def wanted(self) -> list[AveragedRuns]:
        return [
            AveragedRuns(
                name=name, learner=self.learn, randoms=shuffles(0, 4), epochs=EPOCHS, table_bits=BITS, unit=unit
            )
            for name, unit in (("a", 1.0), ("b", 2.0))
        ]

    def averages(self, setting: Setting) -> AveragedWeights:
        return averages_of(self.wanted(), setting.checkpoint).run("runs", setting)


class Steps(Silence):
    """Counts steps; an interruption comes with the last one, if there is one."""

    def __init__(self, last: int = -1) -> None:
        self.count, self.last = 0, last

    def stage(self, title: str, steps: int, unit: str = "epochs", done: int = 0) -> None:  # noqa: ARG002
        self.count += done

    def advance(self) -> None:
        self.count += 1
        if 0 <= self.last <= self.count:
            raise KeyboardInterrupt


def test_the_average_of_all_runs_rounded() -> None:
    setting = Setting()
    members = each_of(Learners().wanted()[0], setting.checkpoint).run("members", setting)
    a, b = Learners().averages(Setting())
    np.testing.assert_allclose(a, np.mean(members, axis=0), rtol=1e-3)
    np.testing.assert_allclose(b, a / 2, rtol=1e-3)
    np.testing.assert_array_equal(a, a.astype(np.float16))


@pytest.mark.parametrize("jobs", [1, 3, 8])
@pytest.mark.parametrize("epochs", [1, 4, 12, 14, 24])
def test_finished_runs_are_not_repeated(jobs: int, epochs: int) -> None:
    whole = Learners().averages(Setting())
    checkpoint, first, second, steps = Checkpoint(), Learners(), Learners(), Steps()
    with pytest.raises(KeyboardInterrupt):
        first.averages(Setting(0, jobs, checkpoint, progress=Steps(epochs)))
    resumed = second.averages(Setting(0, jobs, checkpoint, progress=steps))
    np.testing.assert_array_equal(resumed, whole)
    assert steps.count == 2 * 4 * EPOCHS
    if jobs == 1:
        assert second.started == 8 - (epochs - 1) // EPOCHS
    third = Learners()
    np.testing.assert_array_equal(third.averages(Setting(0, jobs, checkpoint)), whole)
    assert third.started == 0
