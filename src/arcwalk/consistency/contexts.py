"""Contexts of words: the tags of a word and its neighbors (section 7)."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Numbers
from arcwalk.errors import ArcwalkError
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.words import normalize

LONGEST = 4  # tags in a context, including the word's own
TEMPLATES = [(position, length) for length in range(1, LONGEST + 1) for position in range(length)]
NO_CONTEXT = -1
UPOS = "upos"
COLUMNS = (UPOS, "xpos")  # of tags, in order of preference

_TAG_BITS, _LENGTH_BITS = 13, 2


class Context(NamedTuple):
    """Consecutive tags; the word's own is at `position`."""

    position: int
    tags: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(f"[{tag}]" if position == self.position else tag for position, tag in enumerate(self.tags))

    def has_beside(self, tag: str) -> bool:
        """Whether another word of the context has this tag."""
        beside = (*self.tags[: self.position], *self.tags[self.position + 1 :])
        return any(other == tag or other.endswith("/" + tag) for other in beside)


@dataclass(frozen=True)
class TagReader:
    """How a word is represented in a context: by its tag, plus its form if it is very frequent."""

    column: str
    words: frozenset[str] = frozenset()

    @classmethod
    def fit(cls, train: Iterable[Sentence], column: str, words: int) -> "TagReader":
        """A reader that adds the forms of this many words, the most frequent of a treebank."""
        counts = Counter(normalize(form) for sentence in train for form in sentence.forms)
        return cls(column, frozenset(form for form, _ in counts.most_common(words)))

    def read(self, sentence: Sentence) -> Sequence[str]:
        """The tags of a sentence."""
        tags = sentence.tags(self.column)
        if not self.words:
            return tags
        forms = map(normalize, sentence.forms)
        return [f"{form}/{tag}" if form in self.words else tag for tag, form in zip(tags, forms, strict=True)]


def tag_column(train: Sequence[Sentence], others: Sequence[Sentence], hidden: Collection[str] = ()) -> str:
    """The column of tags to use: UPOS if the treebank and the other sentences have it, else XPOS.

    Columns hidden from the parser are not considered.
    """
    parts = [part for part in (train, others) if part]
    for column in COLUMNS:
        if column not in hidden and has_column(column, *parts):
            return column
    there = ", ".join(f"{part[0].source or '<memory>'} has {_filled(part)}" for part in parts)
    raise ArcwalkError(f"consistency needs tags, but {there}", "fill in UPOS or XPOS in all files")


def has_column(column: str, *parts: Sequence[Sentence]) -> bool:
    """Whether each of some files has tags in a column, or no sentences."""
    return all(_has(column, part) for part in parts if part)


def _filled(sentences: Sequence[Sentence]) -> str:
    return " and ".join(column.upper() for column in COLUMNS if _has(column, sentences)) or "none"


def _has(column: str, sentences: Sequence[Sentence]) -> bool:
    return any(tag != "_" for sentence in sentences for tag in sentence.tags(column))


class ContextCoder:
    """Contexts as integers, so that those of a whole corpus can be compared at once."""

    def __init__(self, *readers: TagReader) -> None:
        """Every reader adds contexts of its own."""
        self.readers = readers
        self._number: dict[str, int] = {}
        self._tags: list[str] = []

    def encode(self, sentences: Sequence[Sentence]) -> Numbers:
        """(words, contexts): of all words, `NO_CONTEXT` where one would leave the sentence or is there already."""
        views: list[Numbers] = []
        for reader in self.readers:
            codes = self._encode(sentences, reader)
            for other in views:
                codes[codes == other] = NO_CONTEXT
            views.append(codes)
        return np.hstack(views)

    def _encode(self, sentences: Sequence[Sentence], reader: TagReader) -> Numbers:
        """(words, templates): the contexts of all words as one reader sees them."""
        tags = [self._of(tag) for sentence in sentences for tag in reader.read(sentence)]
        if len(self._tags) >= 1 << _TAG_BITS:
            raise ArcwalkError(
                f"consistency supports at most {(1 << _TAG_BITS) - 1:,} distinct tags, not {len(self._tags):,}",
                "use a column with fewer",
            )
        lengths = np.array([len(sentence) for sentence in sentences], dtype=np.int64)
        before = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)  # words in the sentence
        after = np.repeat(lengths, lengths) - before
        padded = np.array([0] * LONGEST + tags + [0] * LONGEST, dtype=np.int64)
        codes = np.full((len(tags), len(TEMPLATES)), NO_CONTEXT)
        for column, (position, length) in enumerate(TEMPLATES):
            code = np.zeros(len(tags), dtype=np.int64)
            for offset in range(length):
                first = LONGEST - position + offset
                code = code << _TAG_BITS | padded[first : first + len(tags)]
            code = (code << _LENGTH_BITS | (length - 1)) << _LENGTH_BITS | position
            fits = (before >= position) & (after >= length - position)
            codes[fits, column] = code[fits]
        return codes

    def decode(self, code: int) -> Context:
        """The context with this code."""
        position, code = code & (1 << _LENGTH_BITS) - 1, code >> _LENGTH_BITS
        length, code = 1 + (code & (1 << _LENGTH_BITS) - 1), code >> _LENGTH_BITS
        tags = [self._tags[code >> _TAG_BITS * (length - 1 - i) & (1 << _TAG_BITS) - 1] for i in range(length)]
        return Context(position, tuple(tags))

    def _of(self, tag: str) -> int:
        number = self._number.setdefault(tag, len(self._tags))
        if number == len(self._tags):
            self._tags.append(tag)
        return number


def lengths_of(codes: Numbers) -> Numbers:
    """The number of tags of each context."""
    return 1 + (codes >> _LENGTH_BITS & (1 << _LENGTH_BITS) - 1)
