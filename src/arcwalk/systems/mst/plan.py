"""The stages of training `--system mst`, and how long each takes."""

from arcwalk.components.labeler.plan import label_tasks
from arcwalk.components.pruner.plan import judging, pruner_tasks
from arcwalk.components.pruner.training import EPOCHS
from arcwalk.systems.mst.options import MstOptions
from arcwalk.systems.mst.training import LABEL_EPOCHS, PRUNER_SHUFFLES
from arcwalk.systems.training_task import TrainingTask
from arcwalk.training.folds import Folds
from arcwalk.training.plan import PlannedStage, PlannedTasks, TreebankSize

_HEADS_PER_PAIR, _TREES_PER_WORD = 0.4, 18.5  # microseconds of an epoch


def plan_mst(task: TrainingTask[MstOptions]) -> list[PlannedStage]:
    """Pruners, then trees and labels."""
    options, size = task.options, TreebankSize.of(task.sentences)
    trees = tree_tasks(size, options, options.shuffles)
    pruners = plan_pruners(size, Folds.of(options.folds, len(task.sentences)))
    return [pruners, PlannedStage("trees and labels", trees)]


def plan_pruners(size: TreebankSize, folds: Folds) -> PlannedStage:
    """The pruners of heads, and the candidates that they leave."""
    tasks = pruner_tasks(size.seconds(per_pair=_HEADS_PER_PAIR), EPOCHS, PRUNER_SHUFFLES, folds)
    return PlannedStage("pruner heads", tasks, judging(size))


def tree_tasks(size: TreebankSize, options: MstOptions, shuffles: int) -> list[PlannedTasks]:
    """Trees and labels of one parser."""
    trees = PlannedTasks(shuffles, options.epochs, size.seconds(_TREES_PER_WORD))
    return [trees, label_tasks(size, shuffles, LABEL_EPOCHS)]
