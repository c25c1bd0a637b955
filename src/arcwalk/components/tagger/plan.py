"""The stages of training a tagger, and how long each takes."""

from collections.abc import Sequence

from arcwalk.components.segmenter.plan import plan_segmenter
from arcwalk.components.tagger.column_training import LEAST_HELD_OUT
from arcwalk.components.tagger.lexicon import TaggedSentence
from arcwalk.components.tagger.network_training import NETWORKS, can_have_network, enough_epochs
from arcwalk.components.tagger.options import TaggerOptions
from arcwalk.components.tagger.stacking import EPOCHS, FOLDS
from arcwalk.components.tagger.training import first_examples
from arcwalk.training.folds import Folds
from arcwalk.training.held_out import hold_out
from arcwalk.training.plan import PlannedStage, PlannedTasks, TreebankSize
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.sentence_text import LEMMA

_PER_WORD = {"upos": 1.7, "xpos": 1.2, "feats": 3.5, LEMMA: 1.3}  # microseconds of an epoch of a perceptron
_READ_PER_WORD = 12.0  # of reading a treebank for a column
_NETWORK_PER_WORD = 8.0  # of an epoch of a network


def plan_tagger(sentences: Sequence[Sentence], options: TaggerOptions, folds: int | None = None) -> list[PlannedStage]:
    """The segmenter, then column after column; for `folds`, see `Stacking.of`."""
    stages = [plan_segmenter(sentences)] if options.segmenter else []
    size, stacked = TreebankSize.of(sentences), Folds.of(folds or FOLDS, len(sentences))
    examples = networked_examples(sentences, options)
    calibrates = len(hold_out(sentences)[1]) >= LEAST_HELD_OUT
    for place, name in enumerate(options.column_names):
        has_network, title = bool(examples) and place == 0, name.upper()
        runs = options.shuffles + (calibrates and not has_network and name != LEMMA)
        tasks = [PlannedTasks(runs, options.epochs, size.seconds(_PER_WORD[name]))]
        stages.append(PlannedStage(f"tagger {title}", tasks))
        if has_network:
            epochs = min(options.epochs, EPOCHS)
            tasks = [PlannedTasks(stacked.count, epochs, stacked.rest * fold_seconds(size, name, epochs) / epochs)]
            stages.append(PlannedStage(f"folds of {title}", tasks))
            tasks = [PlannedTasks(NETWORKS, enough_epochs(examples), network_seconds(size))]
            stages.append(PlannedStage(f"networks of {title}", tasks))
    return stages


def networked_examples(sentences: Sequence[Sentence], options: TaggerOptions) -> list[TaggedSentence]:
    """What the first column is learned from if it gets networks, or else nothing."""
    examples = first_examples(sentences, options.column_names[0]) if options.network else []
    return examples if examples and can_have_network(examples) else []


def fold_seconds(size: TreebankSize, column: str, epochs: int) -> float:
    """The time for so many epochs of a column where each perceptron reads sentences of its own."""
    return size.seconds(_READ_PER_WORD + epochs * _PER_WORD[column])


def network_seconds(size: TreebankSize) -> float:
    """The time for an epoch of a network."""
    return size.seconds(_NETWORK_PER_WORD)
