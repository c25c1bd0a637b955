"""What to learn trees from: not from sentences with arcs that a parser predicted and nobody has confirmed."""

from collections.abc import Sequence
from typing import NamedTuple

from arcwalk.errors import ArcwalkError, Argument, Wording
from arcwalk.training.progress import Progress
from arcwalk.treebank.confidence import predicted_words
from arcwalk.treebank.reader import Treebank, sentences_of
from arcwalk.treebank.sentence import Sentence

_ALL = Argument("all_sentences", True)


class ConfirmedSentences(NamedTuple):
    """The sentences to learn from, and a line about those that were left out; empty if none were."""

    sentences: list[Sentence]
    notice: str = ""


def gold_sentences(treebank: Treebank, all_sentences: bool, progress: Progress) -> list[Sentence]:
    """The sentences to learn trees from; what is left out is said."""
    sentences = sentences_of(treebank, heads="gold")
    if all_sentences:
        return sentences
    confirmed = confirmed_sentences(sentences)
    if confirmed.notice:
        progress.say(confirmed.notice)
    return confirmed.sentences


def confirmed_sentences(sentences: Sequence[Sentence]) -> ConfirmedSentences:
    """Leave out sentences with predicted arcs, and say what includes them; raises if no sentence remains."""
    kept = [sentence for sentence in sentences if not predicted_words(sentence)]
    if len(kept) == len(sentences):
        return ConfirmedSentences(kept)
    if not kept:
        message = f"{_source(sentences)}: every sentence has arcs that a parser predicted and nobody has confirmed"
        raise ArcwalkError(message, Wording("correct some, or include them with ", _ALL))
    left_out = "is left out" if len(sentences) - len(kept) == 1 else "are left out"
    notice = Wording(f"{with_predicted_arcs(sentences)} and {left_out}; ", _ALL, " includes them")
    return ConfirmedSentences(kept, notice)


def with_predicted_arcs(sentences: Sequence[Sentence]) -> str:
    """How many sentences have predicted arcs, in words; empty if none have."""
    number = sum(bool(predicted_words(sentence)) for sentence in sentences)
    verb = "has" if number == 1 else "have"
    amount = f"{number:,} of {len(sentences):,} sentences {verb} predicted arcs"
    return f"{_source(sentences)}: {amount}" if number else ""


def _source(sentences: Sequence[Sentence]) -> str:
    return sentences[0].source or "the treebank"
