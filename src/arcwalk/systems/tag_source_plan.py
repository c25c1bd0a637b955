"""The stages that `--tags predicted` and `joint` put before those of the system, and how long each takes."""

from collections.abc import Sequence

from arcwalk.components.tagger.fold_networks import GROUPS
from arcwalk.components.tagger.network_training import enough_epochs
from arcwalk.components.tagger.plan import fold_seconds, network_seconds, networked_examples, plan_tagger
from arcwalk.systems.tag_source_options import TaggingOptions
from arcwalk.systems.tag_source_training import FOLD_SHUFFLES, options_of_tagger
from arcwalk.training.folds import Folds
from arcwalk.training.plan import PlannedStage, PlannedTasks, TreebankSize
from arcwalk.treebank.sentence import Sentence

_TAGGED_PER_WORD = 100.0  # microseconds of tagging the sentences of a fold


def plan_tagging(sentences: Sequence[Sentence], options: TaggingOptions) -> list[PlannedStage]:
    """The tagger, then taggers of folds; those share the first column if it has networks."""
    own = options_of_tagger(sentences, options)
    stages, size = plan_tagger(sentences, own, options.tag_folds), TreebankSize.of(sentences)
    if len(sentences) == 1:
        return stages
    columns, folds = own.column_names, Folds.of(options.tag_folds, len(sentences))
    if examples := networked_examples(sentences, own):
        groups, first = Folds.of(GROUPS, folds.count), columns.pop(0).upper()
        tasks = [PlannedTasks(groups.count, enough_epochs(examples), groups.rest * network_seconds(size))]
        stages.append(PlannedStage(f"networks of folds of {first}", tasks, like=f"networks of {first}"))
    steps = len(columns) * FOLD_SHUFFLES * own.epochs + 1
    learning = sum(fold_seconds(size, name, own.epochs) for name in columns)
    seconds = folds.rest * FOLD_SHUFFLES * learning + size.seconds(_TAGGED_PER_WORD) / folds.count
    return [*stages, PlannedStage("tags", [PlannedTasks(folds.count, steps, seconds / steps)])]
