"""Guesses around what is confirmed: what somebody has set stays, all else is predicted and recorded as such."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from arcwalk.systems.parser import Parser
from arcwalk.treebank.annotation.predicted_columns import predicted_in, with_column_record
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.sentence_text import LEMMA, TAG_COLUMNS

UPOS = TAG_COLUMNS[0]  # the column in which no word lacks a value
_COLUMNS = (*TAG_COLUMNS, LEMMA)


@dataclass(frozen=True)
class Guesser:
    """A parser that fills in sentences; `generation` numbers the parsers of a session, 0 has learned nothing."""

    parser: Parser
    generation: int = 0
    sentences: int = 0  # that it was trained on

    def guess(self, sentence: Sentence) -> Sentence:
        """The sentence with predicted arcs, tags and lemmas, recorded in MISC, in place of all but confirmed ones."""
        return self._trees.parse(self._tagged(sentence), keep=True, confidence=True)

    def guesses(self, sentences: Iterable[Sentence], *, jobs: int = 1) -> Iterator[Sentence]:
        """The same for a stream of sentences."""
        return self._trees.parse(map(self._tagged, sentences), keep=True, confidence=True, jobs=jobs)

    @cached_property
    def _trees(self) -> Parser:
        """The parser without its tagger, so that it reads tags as they are."""
        tagging = replace(self.parser.tagging, tagger=None, ambiguity=None, expected=False)
        return Parser(self.parser.system, self.parser.options, tagging)

    def _tagged(self, sentence: Sentence) -> Sentence:
        tagger = self.parser.tagging.tagger
        if tagger is None:
            return sentence
        tagged = tagger.tag(sentence)
        bare = [set(own) == {"_"} for own in zip(*(sentence.tags(column) for column in _COLUMNS), strict=True)]
        for column in (*tagger.columns, LEMMA):
            sentence = _filled(sentence, column, bare, tagged)
        return sentence


def _filled(sentence: Sentence, column: str, bare: list[bool], tagged: Sentence) -> Sentence:
    """The sentence with values of the tagger in empty columns, in words without any, and in place of predicted ones."""
    given, new = sentence.tags(column), tagged.tags(column)
    is_empty = set(given) == {"_"}
    chosen = [
        is_empty or is_bare or was_predicted or (column == UPOS and value == "_")
        for value, is_bare, was_predicted in zip(given, bare, predicted_in(sentence, column), strict=True)
    ]
    if not any(chosen) or (is_empty and set(new) == {"_"}):
        return sentence
    values = [own if is_new else old for own, old, is_new in zip(new, given, chosen, strict=True)]
    filled = sentence.with_tags(**{"lemmas" if column == LEMMA else column: values})
    return with_column_record(filled, column, chosen)
