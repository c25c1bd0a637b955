"""How long a training run is going to take: what is left of its plan, at the pace at which the rest was done."""

import time
from collections.abc import Callable, Sequence

from arcwalk.training.plan import PlannedStage

_TRUST = 0.05  # how much of a stage must be done for its own pace to count as much as that of earlier stages


class TimeLeft:
    """The seconds until the end of training, estimated anew after each step.

    The pace is the ratio of the time that passed to the time planned for what was done meanwhile. That of all stages so
    far predicts those to come, but for stages that are like one of them, which have its pace; that of the current stage
    predicts the rest of it, more so the more of it is done.
    """

    def __init__(self, plan: Sequence[PlannedStage], jobs: int, clock: Callable[[], float] = time.perf_counter) -> None:
        self._coming = [_Course(stage, jobs) for stage in plan]
        self._clock = clock
        self._stage: _Course | None = None  # the current one, if it is in the plan
        self._started, self._first, self._made = clock(), 0, 0
        self._passed, self._planned = 0.0, 0.0  # seconds of finished stages
        self._paces: dict[str, float] = {}  # by name, of finished stages and the current one

    def begin(self, title: str, steps: int, done: int) -> None:
        """A stage begins, of which an interrupted run has `done` some steps; stages before it are over or left out."""
        now, name = self._clock(), title.partition(",")[0]
        if self._stage and self._made > self._first:  # else it was only looked up in a checkpoint
            self._passed += now - self._started
            self._planned += self._stage.seconds - self._stage.until(self._first)
        self._started, self._first, self._made, self._stage = now, done, done, None
        names = [course.name for course in self._coming]
        if name in names:
            place = names.index(name)
            self._stage = self._coming[place].with_steps(steps)
            self._coming = self._coming[place + 1 :]

    def step(self) -> None:
        """A step of the current stage is done."""
        self._made += 1

    def seconds(self) -> float | None:
        """The seconds left; None as long as nothing is known about the pace, or if the stage is not in the plan."""
        if not self._stage:
            return None
        until = self._stage.until(self._made)
        passed, planned = self._clock() - self._started, until - self._stage.until(self._first)
        if not self._planned + planned:
            return None
        usual = (self._passed + passed) / (self._planned + planned)
        trust = _TRUST * self._stage.seconds
        if self._stage.like in self._paces:
            before = self._paces[self._stage.like]
        else:
            before, trust = usual, min(trust, self._planned)
        own = (passed + before * trust) / (planned + trust) if planned + trust else before
        self._paces[self._stage.name] = own
        to_come = (self._paces.get(course.like, usual) * course.seconds for course in self._coming)
        return own * (self._stage.seconds - until) + sum(to_come)


class _Course:
    """The seconds planned until each step of a stage is done, and for the whole stage."""

    def __init__(self, stage: PlannedStage, jobs: int) -> None:
        self._plan, self._jobs = stage, jobs
        self.name, self.like = stage.name, stage.like
        self.ends = [0.0, *stage.step_ends(jobs)]
        self.seconds = self.ends[-1] + stage.after

    def with_steps(self, steps: int) -> "_Course":
        """The same if there are fewer or more steps than planned."""
        return _Course(self._plan.with_steps(steps), self._jobs)

    def until(self, steps: int) -> float:
        return self.ends[min(steps, len(self.ends) - 1)]
