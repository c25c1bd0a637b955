"""The paragraphs of a treebank as the learners of a segmenter read them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Booleans, Integers, Numbers
from arcwalk.components.segmenter.addresses import inside_addresses
from arcwalk.components.segmenter.characters import CharacterRows, character_rows
from arcwalk.components.segmenter.kernels.chunks import CHARACTER
from arcwalk.components.segmenter.kernels.words import word_codes
from arcwalk.components.segmenter.known_words import FOLDS, WordCodes
from arcwalk.components.segmenter.token_finder import Spans, spans_of
from arcwalk.components.segmenter.training_text import KnownParagraph
from arcwalk.components.segmenter.word_usage import WordUsage, known_tokens
from arcwalk.training.folds import Folds
from arcwalk.treebank.corpus import repeated


class EncodedParagraph(NamedTuple):
    """A paragraph as kernels read it."""

    rows: CharacterRows
    tokens: Spans
    is_token_end: Booleans  # of each row
    is_sentence_end: Booleans  # of each token
    inside: Booleans  # addresses
    tags: list[str]  # of each token
    weight: int  # how often it counts in training

    @classmethod
    def of(cls, paragraph: KnownParagraph) -> "EncodedParagraph":
        """Encode a paragraph."""
        rows = character_rows(paragraph.text)
        last = np.searchsorted(rows.positions, [end - 1 for _, end in paragraph.tokens])
        is_token_end = np.zeros(len(rows.positions), dtype=np.bool_)
        is_token_end[last] = True
        return cls(
            rows,
            spans_of(is_token_end, rows),
            is_token_end,
            np.array([False, *paragraph.ends]),
            rows.inside(inside_addresses(paragraph.text)),
            paragraph.tags,
            paragraph.weight,
        )

    @property
    def has_spaces(self) -> bool:
        """Whether a token has spaces in it."""
        inner = self.rows.is_space
        inner[self.tokens.ends] = False  # what follows a token
        return bool(inner.any())

    def token_codes(self, *, lower: bool) -> Integers:
        """The codes of all tokens, as they are written or in lower case."""
        characters = self.rows.lower if lower else np.ascontiguousarray(self.rows.codes[:, CHARACTER])
        codes = np.empty(len(self.tags), dtype=np.int32)
        word_codes(characters, self.tokens.starts[1:], self.tokens.ends[1:], codes)
        return codes


@dataclass(frozen=True)
class EncodedParagraphs:
    """All paragraphs, and what they teach of words."""

    paragraphs: Sequence[EncodedParagraph]

    @property
    def folds(self) -> Folds:
        """Their folds: what is known of the words of one is what the others tell."""
        return Folds.of(FOLDS, len(self.paragraphs))

    @property
    def order(self) -> list[int]:
        """What an epoch learns from, before it is shuffled: each paragraph as often as it counts."""
        return repeated(range(len(self.paragraphs)), (paragraph.weight for paragraph in self.paragraphs))

    @cached_property
    def has_spaces(self) -> bool:
        """Whether some tokens have spaces in them."""
        return any(paragraph.has_spaces for paragraph in self.paragraphs)

    @cached_property
    def keeps_addresses(self) -> bool:
        """Whether addresses are mostly single tokens, if there are any."""
        split = sum(bool((paragraph.inside & paragraph.is_token_end).any()) for paragraph in self.paragraphs)
        return 2 * split <= sum(bool(paragraph.inside.any()) for paragraph in self.paragraphs)

    @cached_property
    def known_tokens(self) -> WordCodes:
        """The tokens, each with its folds."""
        return known_tokens(self._codes(lower=False), self._fold_of_token)

    @cached_property
    def usage(self) -> WordUsage:
        """How words are used in sentences."""
        ends = np.concatenate([paragraph.is_sentence_end[1:] for paragraph in self.paragraphs])
        starts = np.concatenate(([True], ends[:-1]))
        lower = self._codes(lower=True)
        tags = list(chain.from_iterable(paragraph.tags for paragraph in self.paragraphs))
        return WordUsage(lower, starts, ends, lower == self._codes(lower=False), self._fold_of_token, tags)

    @property
    def _fold_of_token(self) -> Numbers:
        folds = [self.folds.fold_of(i) for i in range(len(self.paragraphs))]
        return np.repeat(np.array(folds, dtype=np.int64), [len(paragraph.tags) for paragraph in self.paragraphs])

    def _codes(self, *, lower: bool) -> Integers:
        return np.concatenate([paragraph.token_codes(lower=lower) for paragraph in self.paragraphs])
