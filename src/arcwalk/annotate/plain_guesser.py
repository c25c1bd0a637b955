"""What fills in sentences before there is a model: plain guesses, which replace no predictions of a parser."""

from collections.abc import Iterable, Iterator

from arcwalk.annotate.plain_guess import plain_parser
from arcwalk.errors import ArcwalkError
from arcwalk.selection.doubt import doubts
from arcwalk.systems.guesser import Guesser
from arcwalk.treebank.arcs.prediction import RECORD
from arcwalk.treebank.confidence import confirmed, predicted_words
from arcwalk.treebank.sentence import Sentence


class PlainGuesser(Guesser):
    """A `Guesser` that is sure of nothing: a file that was parsed before keeps what a parser was more sure of."""

    def __init__(self) -> None:
        super().__init__(plain_parser())

    def guess(self, sentence: Sentence) -> Sentence:
        """The sentence with guesses in place of what nobody has confirmed, and no parser predicted."""
        kept = _predicted_by_others(sentence)
        if not kept:
            return super().guess(sentence)
        records = {key: sentence.misc(key) for key in RECORD}
        fixed = sentence
        for key, values in records.items():
            fixed = fixed.with_misc(key, ["" if index in kept else value for index, value in enumerate(values)])
        try:
            guessed = super().guess(fixed)
        except ArcwalkError:  # not with what was confirmed since
            return super().guess(sentence)
        for key, values in records.items():
            new = guessed.misc(key)
            guessed = guessed.with_misc(
                key, [values[index] if index in kept else new[index] for index in range(len(new))]
            )
        return guessed

    def guesses(self, sentences: Iterable[Sentence], *, jobs: int = 1) -> Iterator[Sentence]:  # noqa: ARG002 - plain guesses are quick
        """The same for a stream of sentences, one after the other."""
        return map(self.guess, sentences)


def _predicted_by_others(sentence: Sentence) -> set[int]:
    """The indices of words whose arcs a parser predicted, not a plain guess; no second root."""
    sure = {index for index, doubt in zip(predicted_words(sentence), doubts(sentence), strict=True) if doubt < 1.0}
    if 0 in confirmed(sentence).heads:
        sure = {index for index in sure if sentence.heads[index] != 0}
    return sure
