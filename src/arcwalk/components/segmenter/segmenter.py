"""The segmenter of a model: raw text becomes sentences, tokens and words, as in the treebank it was trained on."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from arcwalk.components.segmenter.characters import CharacterRows, character_rows
from arcwalk.components.segmenter.multiword_tokens import MultiwordSplitter
from arcwalk.components.segmenter.sentence_finder import SentenceFinder
from arcwalk.components.segmenter.token_finder import Spans, TokenFinder
from arcwalk.models.model_file import ModelFile, StoredModel
from arcwalk.treebank.raw_text.segmenter import RawSentence, RawToken

NAME = "segmenter"
_MOST_CHARACTERS = 200_000  # of a long paragraph that are segmented at once
_LONGEST_SENTENCE = 1_600_000  # characters; those that go on are cut, because memory must not grow with the text
_CONTEXT = 1000  # characters after a sentence that can matter for where it ends
_WHITE = re.compile(r"\s*")


@dataclass(frozen=True)
class LearnedSegmenter:
    """Finds tokens, the sentences they make, and the words in multiword tokens. Immutable, so threads can share it."""

    token_finder: TokenFinder
    sentence_finder: SentenceFinder
    splitter: MultiwordSplitter

    def sentences(self, text: str) -> Iterator[RawSentence]:
        """The sentences of a paragraph."""
        first, most = _after_white_space(text, 0), _MOST_CHARACTERS
        while len(text) - first > most:
            found = list(self._sentences(text[first : first + most]))
            whole = [tokens for tokens in found[:-1] if tokens[-1].end + _CONTEXT <= most]  # the last may go on
            if not whole and most < _LONGEST_SENTENCE:
                most *= 2
                continue
            if not whole:
                whole = found[:1]
                if len(found[0]) > 1 and found[0][-1].end == most:  # this token may go on
                    found[0].pop()
            for tokens in whole:
                yield [token.moved(first) for token in tokens]
            first = _after_white_space(text, first + whole[-1][-1].end)
            most = _MOST_CHARACTERS
        for tokens in self._sentences(text[first:]):
            yield [token.moved(first) for token in tokens] if first else tokens

    def _sentences(self, text: str) -> Iterator[RawSentence]:
        """The sentences of a text that is not too long to be in memory at once."""
        rows = character_rows(text)
        tokens = self.token_finder.find(text, rows)
        ends = np.flatnonzero(self.sentence_finder.find(rows, tokens))
        first = 1
        for last in ends.tolist():
            yield self._sentence(text, rows, tokens, first, last + 1)
            first = last + 1

    def tokens(self, text: str) -> RawSentence:
        """The tokens of a text that is one sentence."""
        rows = character_rows(text)
        tokens = self.token_finder.find(text, rows)
        return self._sentence(text, rows, tokens, 1, len(tokens.starts))

    def _sentence(self, text: str, rows: CharacterRows, tokens: Spans, first: int, last: int) -> RawSentence:
        starts = rows.positions[tokens.starts[first:last]].tolist()
        ends = (rows.positions[tokens.ends[first:last] - 1] + 1).tolist()
        forms = [text[start:end] for start, end in zip(starts, ends, strict=True)]
        if self.token_finder.has_spaces:
            forms = [" ".join(form.split()) for form in forms]
        return list(map(RawToken, starts, ends, self.splitter.split(forms)))

    def model(self) -> ModelFile:
        """What a model file has of it."""
        return ModelFile(
            NAME,
            {"tokens": self.token_finder.metadata(), "splitter": self.splitter.metadata()},
            {**self.token_finder.arrays(), **self.sentence_finder.arrays(), **self.splitter.arrays()},
        )

    @classmethod
    def restore(cls, model: StoredModel) -> "LearnedSegmenter":
        """The inverse of `model`."""
        return cls(
            TokenFinder.restore(model.metadata.part("tokens"), model.arrays),
            SentenceFinder.restore(model.arrays),
            MultiwordSplitter.restore(model.metadata.part("splitter"), model.arrays),
        )


def _after_white_space(text: str, start: int) -> int:
    match = _WHITE.match(text, start)
    assert match is not None  # it can be empty
    return match.end()
