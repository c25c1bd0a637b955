"""How long labels take to learn."""

from arcwalk.training.plan import PlannedTasks, TreebankSize

_PER_WORD = 3.0  # microseconds of an epoch


def label_tasks(size: TreebankSize, shuffles: int, epochs: int) -> PlannedTasks:
    """The labels of gold arcs."""
    return PlannedTasks(shuffles, epochs, size.seconds(_PER_WORD))
