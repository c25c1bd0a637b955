"""How long the segmenter takes to learn."""

from collections.abc import Sequence

from arcwalk.components.segmenter.multiword_training import EPOCHS, SHUFFLES
from arcwalk.components.segmenter.training import SENTENCE_EPOCHS, TOKEN_EPOCHS
from arcwalk.training.plan import PlannedStage, PlannedTasks, TreebankSize
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.written_tokens import written_tokens

_TOKENS, _SENTENCES, _MULTIWORD = 3.4, 1.6, 1.5  # microseconds of an epoch per word


def plan_segmenter(sentences: Sequence[Sentence]) -> PlannedStage:
    """Ends of tokens and of sentences, and multiword tokens if there are any."""
    size = TreebankSize.of(sentences)
    tasks = [
        PlannedTasks(1, TOKEN_EPOCHS, size.seconds(_TOKENS)),
        PlannedTasks(1, SENTENCE_EPOCHS, size.seconds(_SENTENCES)),
    ]
    if any(token.is_multiword for sentence in sentences for token in written_tokens(sentence)):
        tasks.append(PlannedTasks(SHUFFLES, EPOCHS, size.seconds(_MULTIWORD)))
    return PlannedStage("segmenter", tasks)
