"""How long pruners take to learn: on all sentences, then without each fold."""

from arcwalk.components.pruner.training import FOLD_SHUFFLES, LABEL_EPOCHS
from arcwalk.training.folds import Folds
from arcwalk.training.plan import PlannedTasks, TreebankSize

_LABELS_PER_WORD = 1.1  # microseconds of an epoch
_JUDGED_PER_PAIR = 1.3  # microseconds of judging gold arcs with out-of-fold pruners


def pruner_tasks(seconds: float, epochs: int, shuffles: int, folds: Folds) -> list[PlannedTasks]:
    """The pruners of all sentences and of folds; an epoch over the whole treebank takes so many seconds."""
    of_fold = PlannedTasks(folds.count * FOLD_SHUFFLES, epochs, folds.rest * seconds)
    return [PlannedTasks(shuffles, epochs, seconds), of_fold]


def label_tasks(size: TreebankSize, shuffles: int, folds: Folds) -> list[PlannedTasks]:
    """What they learn about labels."""
    return pruner_tasks(size.seconds(_LABELS_PER_WORD), LABEL_EPOCHS, shuffles, folds)


def judging(size: TreebankSize) -> float:
    """The seconds between two stages in which gold arcs are judged."""
    return size.seconds(per_pair=_JUDGED_PER_PAIR)
