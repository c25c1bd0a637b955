"""The stages of training `--system rerank`, and how long each takes."""

from arcwalk.systems.mst.plan import plan_pruners, tree_tasks
from arcwalk.systems.rerank.options import RerankOptions
from arcwalk.systems.rerank.training import FOLD_SHUFFLES, base_options
from arcwalk.systems.training_task import TrainingTask
from arcwalk.training.folds import Folds
from arcwalk.training.plan import PlannedStage, PlannedTasks, TreebankSize

_LISTED_PER_TREE, _RANKED_PER_TREE = 2.4, 0.6  # microseconds per word: for a list, and for an epoch of ranking


def plan_rerank(task: TrainingTask[RerankOptions]) -> list[PlannedStage]:
    """Pruners, parsers of folds and their lists, the parser, and the ranking."""
    options, base = task.options, base_options(task.options)
    size, folds = TreebankSize.of(task.sentences), Folds.of(options.folds, len(task.sentences))
    shuffles = min(options.mst_shuffles, FOLD_SHUFFLES)
    of_fold = [tasks._replace(seconds=folds.rest * tasks.seconds) for tasks in tree_tasks(size, base, shuffles)]
    lists = PlannedTasks(folds.count, 1, size.seconds(_LISTED_PER_TREE * options.k) / folds.count)
    ranking = PlannedTasks(options.shuffles, options.epochs, size.seconds(_RANKED_PER_TREE * options.k))
    return [
        plan_pruners(size, folds),
        PlannedStage("mst for lists", folds.count * of_fold),
        PlannedStage("k-best lists", [lists]),
        PlannedStage("mst", tree_tasks(size, base, options.mst_shuffles), like="mst for lists"),
        PlannedStage("ranking", [ranking]),
    ]
