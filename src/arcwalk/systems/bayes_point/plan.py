"""The stages of training `--system bayes-point`, and how long each takes."""

from arcwalk.components.labeler.plan import label_tasks
from arcwalk.models.options import AUTO
from arcwalk.models.treebank_statistics import projective_share
from arcwalk.systems.bayes_point.options import BayesPointOptions
from arcwalk.systems.training_task import TrainingTask
from arcwalk.training.held_out import hold_out
from arcwalk.training.plan import PlannedStage, PlannedTasks, TreebankSize

_ARCS_PER_PAIR = 0.57  # microseconds of an epoch


def plan_bayes_point(task: TrainingTask[BayesPointOptions]) -> list[PlannedStage]:
    """The decoder, if it is to be chosen, then arcs and labels."""
    options, sentences = task.options, task.sentences
    size, stages = TreebankSize.of(sentences), list[PlannedStage]()
    rest, held_out = (sentences, task.dev) if task.dev else hold_out(sentences)
    if options.projective == AUTO and held_out and projective_share(sentences) < 1:
        trial = TreebankSize.of(rest).seconds(per_pair=_ARCS_PER_PAIR)
        stages.append(PlannedStage("choosing the decoder", [PlannedTasks(2, options.epochs, trial)]))
    arcs = PlannedTasks(options.shuffles, options.epochs, size.seconds(per_pair=_ARCS_PER_PAIR))
    labels = label_tasks(size, options.shuffles, options.epochs)
    return [*stages, PlannedStage("arcs", [arcs], like="choosing the decoder"), PlannedStage("labels", [labels])]
