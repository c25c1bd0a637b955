"""How doubtful the predicted arcs of a sentence are."""

from arcwalk.errors import TreebankError
from arcwalk.treebank.arcs.prediction import HEAD_CONFIDENCE, LABEL_CONFIDENCE
from arcwalk.treebank.confidence import confidence_of, predicted_words
from arcwalk.treebank.sentence_text import SentenceText


def doubts(sentence: SentenceText) -> list[float]:
    """How probable it is that each predicted arc of a sentence is wrong; labels count if the parser judges them."""
    return [1.0 - _confidence(sentence, index) for index in predicted_words(sentence)]


def expected_errors(sentence: SentenceText) -> float:
    """How many arcs are probably wrong."""
    return sum(doubts(sentence))


def mean_doubt(sentence: SentenceText) -> float:
    """The share of words whose arcs are probably wrong."""
    return expected_errors(sentence) / max(1, len(sentence))


def _confidence(sentence: SentenceText, index: int) -> float:
    try:
        in_arc = confidence_of(sentence, index, LABEL_CONFIDENCE)
        return (confidence_of(sentence, index, HEAD_CONFIDENCE) or 0.0) if in_arc is None else in_arc
    except TreebankError:  # not a probability: nothing is known
        return 0.0
