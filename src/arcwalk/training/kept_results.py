"""Stages whose tasks keep what they find in the checkpoint, each under a name of its own, as soon as it is found."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeVar

from arcwalk.training.checkpoint import Checkpoint, Packed, StageResult
from arcwalk.training.stage import Stage

Value = TypeVar("Value")


def keep_each(
    names: Sequence[str],
    find: Callable[[int, Callable[[], None]], Packed],
    steps: int,
    value: Callable[[list[StageResult]], Value],
    checkpoint: Checkpoint,
) -> Stage[Value]:
    """A task of so many steps for each name that the checkpoint lacks; `value` is given what all of them found.

    `find` is given the place of the name, and a function to call after each step.
    """

    def task(i: int, after_step: Callable[[], None]) -> None:
        metadata, arrays = find(i, after_step)
        checkpoint.keep(names[i], metadata, **arrays)

    return _stage(names, task, steps, value, checkpoint)


def save_each(
    names: Sequence[str],
    find: Callable[[int], Packed],
    value: Callable[[list[StageResult]], Value],
    checkpoint: Checkpoint,
) -> Stage[Value]:
    """The same for tasks of one step, which is over when the result is on disk."""

    def task(i: int, after_step: Callable[[], None]) -> None:
        metadata, arrays = find(i)
        checkpoint.keep(names[i], metadata, **arrays)
        checkpoint.save()
        after_step()

    return _stage(names, task, 1, value, checkpoint)


def _stage(
    names: Sequence[str],
    task: Callable[[int, Callable[[], None]], None],
    steps: int,
    value: Callable[[list[StageResult]], Value],
    checkpoint: Checkpoint,
) -> Stage[Value]:
    missing = [i for i, name in enumerate(names) if checkpoint.get(name) is None]
    return Stage(
        tasks=[partial(task, i) for i in missing],
        steps=len(names) * steps,
        value=lambda _: value([checkpoint[name] for name in names]),
        done=(len(names) - len(missing)) * steps,
    )


def epochs_kept(names: Iterable[str], checkpoint: Checkpoint) -> int:
    """The epochs that an interrupted run has made of those tasks that are kept under these names after each epoch."""
    return sum(result.metadata.whole("epochs", 0) for result in map(checkpoint.get, names) if result)
