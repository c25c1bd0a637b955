"""The time left of a training run, by a clock that the tests set."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from arcwalk.training.plan import PlannedStage, PlannedTasks
from arcwalk.training.time_left import TimeLeft

PLAN = [
    PlannedStage("pruner", [PlannedTasks(1, 4, 5.0)], after=2.0),
    PlannedStage("tuning", [PlannedTasks(2, 2, 10.0)]),
    PlannedStage("trees", [PlannedTasks(3, 4, 10.0)]),
]
LABELS = PlannedStage("labels", [PlannedTasks(1, 1, 8.0)])


class Run:
    """A training run whose steps take as long as one says."""

    def __init__(self, jobs: int = 1, plan: Sequence[PlannedStage] = PLAN) -> None:
        self.now = 100.0
        self.time = TimeLeft(plan, jobs, lambda: self.now)

    def begin(self, title: str, steps: int, done: int = 0, *, after: float = 0.0) -> float | None:
        self.now += after
        self.time.begin(title, steps, done)
        return self.time.seconds()

    def steps(self, *seconds: float) -> float | None:
        for duration in seconds:
            self.now += duration
            self.time.step()
        return self.time.seconds()


def test_tasks_wait_for_a_thread() -> None:
    stage = PlannedStage("trees", [PlannedTasks(1, 2, 3.0), PlannedTasks(2, 2, 1.0)])
    assert stage.step_ends(1) == [3, 6, 7, 8, 9, 10]
    assert stage.step_ends(2) == [1, 2, 3, 3, 4, 6]
    assert stage.step_ends(8) == [1, 1, 2, 2, 3, 6]


def test_as_planned_on_a_machine_of_half_the_speed() -> None:
    run = Run()
    assert run.begin("pruner, 4 folds", 4) is None
    assert run.steps(10.0) == 2 * (15 + 2 + 40 + 120)
    assert run.steps(10.0, 10.0, 10.0) == 2 * (2 + 40 + 120)
    assert run.begin("tuning", 4, after=4.0) == 2 * (40 + 120)
    assert run.steps(20.0, 20.0) == pytest.approx(2 * (20 + 120))
    assert run.steps(20.0, 20.0) == pytest.approx(2 * 120)
    run.begin("trees", 12)
    assert run.steps(*[20.0] * 11) == pytest.approx(20)
    assert run.steps(20.0) == 0


def test_a_stage_that_takes_longer_than_planned_counts_more_for_its_own_rest() -> None:
    run = Run()
    run.begin("pruner", 4)
    run.steps(5.0, 5.0, 5.0, 5.0)
    run.begin("tuning", 4, after=2.0)
    left = run.steps(30.0)
    assert left is not None
    usual = (22 + 30) / (22 + 10)
    own = (30 + 2 * usual) / (10 + 2)
    assert left == pytest.approx(own * 30 + usual * 120)
    assert 30 + 120 < left < 90 + 360


def test_stages_that_learn_the_same_have_the_same_pace() -> None:
    run = Run(plan=[*PLAN[:2], replace(PLAN[2], like="tuning"), LABELS])
    run.begin("pruner", 4)
    run.steps(5.0, 5.0, 5.0, 5.0)
    run.begin("tuning", 4, after=2.0)
    usual = (22 + 30) / (22 + 10)
    own = (30 + 2 * usual) / (10 + 2)
    assert run.steps(30.0) == pytest.approx(own * (30 + 120) + usual * 8)
    run.steps(30.0, 30.0, 30.0)
    usual = (22 + 120) / (22 + 40)
    own = (120 + 2 * usual) / (40 + 2)
    assert run.begin("trees", 12) == pytest.approx(own * 120 + usual * 8)


def test_stages_that_are_left_out_and_steps_made_before_tell_nothing_about_the_pace() -> None:
    run = Run()
    assert run.begin("trees, 3 shuffles", 12, 6) is None
    assert run.steps(30.0) == 30 * 5
    run = Run()
    run.begin("pruner", 4)
    run.steps(5.0, 5.0, 5.0, 5.0)
    assert run.begin("trees", 12, 6, after=2.0) == 60
    assert run.steps(10.0) == pytest.approx(50)


def test_fewer_steps_than_planned() -> None:
    run = Run(jobs=2)
    run.begin("trees", 3)  # of one epoch in place of four
    assert run.steps(10.0, 0.0) == pytest.approx(10)
    assert run.steps(10.0) == 0


def test_several_threads() -> None:
    run = Run(jobs=2)
    run.begin("tuning", 4)
    assert run.steps(10.0, 0.0) == 10 + 80  # three runs on two threads


def test_nothing_is_said_in_a_stage_that_was_not_planned() -> None:
    run = Run()
    assert run.begin("something else", 2) is None
    assert run.steps(1.0) is None
    assert run.begin("tuning", 4, after=1000.0) is None
    assert run.steps(10.0) == 30 + 120


def test_there_is_never_less_than_no_time_left() -> None:
    run = Run()
    run.begin("trees", 12)
    assert run.steps(*[10.0] * 20) == 0
    assert run.begin("tuning", 4) is None  # over, by the plan


def test_without_a_plan_nothing_is_known() -> None:
    time = TimeLeft([], 1)
    time.begin("trees", 2, 0)
    time.step()
    assert time.seconds() is None
    time = TimeLeft([PlannedStage("trees", [PlannedTasks(1, 2, 0.0)])], 1)
    time.begin("trees", 2, 0)
    time.step()
    assert time.seconds() is None


def test_stages_that_take_no_time_are_no_problem() -> None:
    nothing = PlannedStage("nothing", [PlannedTasks(1, 2, 0.0)])
    run = Run(plan=[*PLAN[:1], nothing, LABELS])
    run.begin("pruner", 4)
    run.steps(*[10.0] * 4)
    assert run.begin("nothing", 2, after=4.0) == pytest.approx(2 * 8)
    assert run.steps(0.0, 0.0) == pytest.approx(2 * 8)
