"""The stages of training `--system sampling`, and how long each takes."""

from arcwalk.components.neural_scorer.plan import network_tasks
from arcwalk.components.pruner.plan import judging, label_tasks, pruner_tasks
from arcwalk.components.pruner.training import EPOCHS, SAMPLERANK_EPOCHS
from arcwalk.systems.sampling.options import MAX_VIOLATION, SAMPLERANK, SamplingOptions
from arcwalk.systems.sampling.training import needs_tuning
from arcwalk.systems.sampling.tuning import AGGRESSIVENESS, MOST_EPOCHS
from arcwalk.systems.training_task import TrainingTask
from arcwalk.training.folds import Folds
from arcwalk.training.held_out import hold_out
from arcwalk.training.plan import PlannedStage, PlannedTasks, TreebankSize

_TUNING = "choosing step size and epochs"
_TREES = {  # microseconds of an epoch, per word and per pair, with 11 candidates per word: some treebanks have 7 or 18
    MAX_VIOLATION: (75.0, 1.4),
    SAMPLERANK: (200.0, 3.5),
}
_HEADS_PER_PAIR, _SAMPLED_HEADS_PER_PAIR = 0.62, 1.2  # of an epoch of pruners
_PARSED_PER_WORD = 80.0  # of parsing held-out sentences after each epoch


def plan_sampling(task: TrainingTask[SamplingOptions]) -> list[PlannedStage]:
    """Pruners and networks, then trees; how many epochs of trees is not known before step size and epochs are tuned."""
    options, sentences = task.options, task.sentences
    size, folds = TreebankSize.of(sentences), Folds.of(options.folds, len(sentences))
    networks = [network_tasks(sentences, options.neural_epochs)] if options.neural else []
    per_pair, epochs = _HEADS_PER_PAIR, EPOCHS
    if options.pruner == SAMPLERANK:
        per_pair, epochs = _SAMPLED_HEADS_PER_PAIR, SAMPLERANK_EPOCHS
    heads = pruner_tasks(size.seconds(per_pair=per_pair), epochs, options.pruner_shuffles, folds)
    labels = label_tasks(size, options.pruner_shuffles, folds)
    stages = [
        PlannedStage("pruner heads and network" if networks else "pruner heads", [*networks, *heads], judging(size)),
        PlannedStage("pruner labels", labels, 2 * judging(size)),  # candidates of all sentences are found, too
    ]
    epochs = options.epochs or MOST_EPOCHS
    rest, held_out = (sentences, task.dev) if task.dev else hold_out(sentences)
    if needs_tuning(options) and held_out:
        trial = _epoch(TreebankSize.of(rest), options) + TreebankSize.of(held_out).seconds(_PARSED_PER_WORD)
        trials = 1 if options.aggressiveness else len(AGGRESSIVENESS[options.learner, options.update])
        stages.append(PlannedStage(_TUNING, [PlannedTasks(trials, epochs, trial)]))
    trees = PlannedTasks(options.shuffles, epochs, _epoch(size, options))
    return [*stages, PlannedStage("trees", [trees], like=_TUNING)]


def _epoch(size: TreebankSize, options: SamplingOptions) -> float:
    """The seconds of an epoch of trees."""
    sweeps = options.sweeps if options.learner == SAMPLERANK else 1
    return sweeps * size.seconds(*_TREES[options.learner])
