"""How long a training run is going to take: what is left of its plan, at the pace at which the rest was done."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from arcwalk.training.plan import PlannedStage

_TRUST = 0.1  # how much of a stage must be done for its own pace to count as much as that of earlier stages


class TimeLeft:
    """The seconds until the end of training, estimated anew after each step.

    The pace is the ratio of the time that passed to the time planned for what was done meanwhile. That of all stages so
    far predicts those to come; that of the current stage predicts the rest of it, more so the more of it is done.
    """

    def __init__(self, plan: Sequence[PlannedStage], jobs: int, clock: Callable[[], float] = time.perf_counter) -> None:
        self._names = [stage.name for stage in plan]
        self._courses = [_Course.of(stage, jobs) for stage in plan]
        self._clock = clock
        self._coming = 0  # the first stage that may still begin
        self._course: _Course | None = None  # of the current stage, if it is in the plan
        self._started, self._first, self._made = clock(), 0, 0
        self._passed, self._planned = 0.0, 0.0  # seconds of finished stages

    def begin(self, title: str, steps: int, done: int) -> None:
        """A stage begins, of which an interrupted run has `done` some steps; stages before it are over or left out."""
        now, name = self._clock(), title.partition(",")[0]
        if self._course and self._made > self._first:  # else it was only looked up in a checkpoint
            self._passed += now - self._started
            self._planned += self._course.seconds - self._course.until(self._first)
        self._started, self._first, self._made, self._course = now, done, done, None
        if name in self._names[self._coming :]:
            place = self._names.index(name, self._coming)
            self._course, self._coming = self._courses[place].with_steps(steps), place + 1

    def step(self) -> None:
        """A step of the current stage is done."""
        self._made += 1

    def seconds(self) -> float | None:
        """The seconds left; None as long as nothing is known about the pace, or if the stage is not in the plan."""
        if not self._course:
            return None
        until = self._course.until(self._made)
        passed, planned = self._clock() - self._started, until - self._course.until(self._first)
        if not self._planned + planned:
            return None
        pace = (self._passed + passed) / (self._planned + planned)
        trust = min(_TRUST * self._course.seconds, self._planned)
        own = (passed + self._passed / self._planned * trust) / (planned + trust) if trust else pace
        to_come = sum(course.seconds for course in self._courses[self._coming :])
        return own * (self._course.seconds - until) + pace * to_come


@dataclass(frozen=True)
class _Course:
    """The seconds planned until each step of a stage is done, from none to all of them, and for the whole stage."""

    ends: Sequence[float]
    after: float
    scale: float = 1.0

    @classmethod
    def of(cls, stage: PlannedStage, jobs: int) -> "_Course":
        return cls([0.0, *stage.step_ends(jobs)], stage.after)

    @property
    def seconds(self) -> float:
        return self.scale * self.ends[-1] + self.after

    def with_steps(self, steps: int) -> "_Course":
        """The same if the stage has other steps than planned, as those depend on what was learned before."""
        return _Course(self.ends, self.after, steps / max(len(self.ends) - 1, 1))

    def until(self, steps: int) -> float:
        return self.scale * float(np.interp(steps / self.scale, range(len(self.ends)), self.ends))
