"""A stage of training: tasks for threads, and the value that they lead to.

A stage is first described and then run, so that two stages that need nothing of each other can share the threads.
What its tasks learn goes into the checkpoint, which is written to disk when the stage is done.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from arcwalk.learning.parallel import all_of
from arcwalk.training.setting import Setting

Task = Callable[[Callable[[], None]], Any]
"""Something to learn: calls the function after each epoch; returns the result, or keeps it in the checkpoint."""

Value = TypeVar("Value")
Other = TypeVar("Other")


@dataclass(frozen=True, kw_only=True)
class Stage(Generic[Value]):
    """Tasks, how many steps (mostly epochs) they take, and the value that their results add up to."""

    tasks: Sequence[Task]
    steps: int
    value: Callable[[list[Any]], Value]
    done: int = 0  # steps that an interrupted run has made before

    def beside(self, other: "Stage[Other]") -> "Stage[tuple[Value, Other]]":
        """Both stages at once, the tasks of this one first."""
        own = len(self.tasks)
        return Stage(
            tasks=[*self.tasks, *other.tasks],
            steps=self.steps + other.steps,
            value=lambda results: (self.value(results[:own]), other.value(results[own:])),
            done=self.done + other.done,
        )

    def then(self, make: Callable[[Value], Other]) -> "Stage[Other]":
        """The same tasks, and what is made of their value."""
        return Stage(
            tasks=self.tasks, steps=self.steps, value=lambda results: make(self.value(results)), done=self.done
        )

    def run(self, title: str, setting: Setting, unit: str = "epochs") -> Value:
        """Do all tasks under a title for the user, if there are any left."""
        if not self.tasks:
            return self.value([])
        setting.progress.stage(title, self.steps, unit, self.done)
        return self.work(setting)

    def work(self, setting: Setting) -> Value:
        """Do all tasks, at most `setting.jobs` at a time."""
        results = all_of(self.tasks, setting.jobs, setting.progress.advance)
        setting.checkpoint.save()
        return self.value(results)


def nothing() -> Stage[None]:
    """A stage that is left out."""
    return Stage(tasks=[], steps=0, value=lambda _: None)
