"""How long the networks of a parser take to learn."""

from collections.abc import Sequence

from arcwalk.components.neural_scorer.training import LARGE_STATE, NETWORKS, STATE, enough_epochs, state_for
from arcwalk.training.plan import PlannedTasks, TreebankSize
from arcwalk.treebank.sentence import Sentence

_PER_WORD = {STATE: 37.0, LARGE_STATE: 75.0}  # microseconds of an epoch, by the size of states


def network_tasks(sentences: Sequence[Sentence], epochs: int) -> PlannedTasks:
    """The networks; with 0 epochs, as many as are enough."""
    size = TreebankSize.of(sentences)
    per_word = _PER_WORD[state_for(sum(map(len, sentences)))]
    return PlannedTasks(NETWORKS, epochs or enough_epochs(size.words), size.seconds(per_word))
