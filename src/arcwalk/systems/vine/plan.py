"""The stages of training `--system vine`, and how long each takes."""

from arcwalk.systems.training_task import TrainingTask
from arcwalk.systems.vine.options import VineOptions
from arcwalk.systems.vine.reranker_training import HELD_OUT, SUBSETS
from arcwalk.training.folds import Folds
from arcwalk.training.plan import PlannedStage, PlannedTasks, TreebankSize

_MODELS, _FRAGMENTS = 23.0, 22.0  # microseconds per word
_LISTED_PER_TREE, _RERANKED_PER_TREE = 1.7, 0.7  # microseconds per word: for a list, and for a set of features


def plan_vine(task: TrainingTask[VineOptions]) -> list[PlannedStage]:
    """Log-linear models with and without each fold, attachments, lists and their reranker; folds need two sentences."""
    options, sentences = task.options, task.sentences
    size, folds = TreebankSize.of(sentences), Folds.of(options.folds if len(sentences) > 1 else 0, len(sentences))
    stages = list[PlannedStage]()
    if options.log_linear:
        seconds = size.seconds(_MODELS)
        tasks = [PlannedTasks(folds.count, 1, folds.rest * seconds), PlannedTasks(1, 1, seconds)]
        stages.append(PlannedStage("heads and labels", tasks))
    if options.join and folds.count:
        stages.append(PlannedStage("fragments", [PlannedTasks(1, 1, size.seconds(_FRAGMENTS))]))
    if options.rerank and folds.count and len(sentences) >= HELD_OUT:
        lists = PlannedTasks(folds.count, 1, size.seconds(_LISTED_PER_TREE * options.k) / folds.count)
        sets = PlannedTasks(1, len(SUBSETS) + 2, size.seconds(_RERANKED_PER_TREE * options.k))
        stages += [PlannedStage("k-best lists", [lists]), PlannedStage("reranker", [sets])]
    return stages
