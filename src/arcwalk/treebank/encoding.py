"""Strings become integer codes, here and nowhere else.

A sentence of n words is encoded as one int32 matrix with n + 3 rows: the root, the words, and two rows of padding for
what comes after the last word and before the root. Column 0 is a small number for the coarse tag, column 1 the word
class; the other columns are the properties of a word that templates name. Features written in Python need no
vocabulary: for them, `HASHED` more columns can hold hashes of FORM, LEMMA, UPOS, XPOS and FEATS.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from arcwalk.arrays import PADDING, Codes
from arcwalk.errors import ArcwalkError
from arcwalk.representations.word_table import Words
from arcwalk.safe_reading.metadata import Metadata
from arcwalk.treebank.codes import HASHED, code
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.word_classes import OTHER
from arcwalk.treebank.words import Word, backoff_rule, property_reader, word_class, words_of

UNKNOWN, ROOT, AFTER, BEFORE, EMPTY = range(5)
COARSE_TAGS = 64
_NO_VALUE = ("", "_")
_MOST_PROPERTIES = 1000
_MOST_REMEMBERED, _MOST_CHARACTERS = 200_000, 50_000_000
_TAGS = ("pos", "tag", "feats")  # properties that depend on tags alone, as do all keys of FEATS


class Encoder:
    """The vocabularies of a treebank, one for each property of words that templates name."""

    def __init__(
        self,
        properties: Sequence[str],
        vocabularies: Sequence[Sequence[str]],
        backoff: str,
        *,
        words: Words | None = None,
        hashed: bool = False,
    ) -> None:
        """`words` are the clusters of words, if properties name them."""
        self.properties = tuple(properties)
        if len(self.properties) > _MOST_PROPERTIES:
            raise ArcwalkError(f"templates name {len(self.properties):,} properties, more than {_MOST_PROPERTIES:,}")
        self.vocabularies = vocabularies
        self.backoff = backoff
        self.words = words
        self.hashed = hashed
        columns = [
            _Column(
                position,
                property_reader(name, backoff, words),
                _numbered(strings),
            )
            for position, (name, strings) in enumerate(zip(("pos", *self.properties), self.vocabularies, strict=True))
        ]
        of_tags = [name in _TAGS or name[:1].isupper() for name in ("pos", *self.properties)]
        self._tag_columns = [column for column, is_tag in zip(columns, of_tags, strict=True) if is_tag]
        self._word_columns = [column for column, is_tag in zip(columns, of_tags, strict=True) if not is_tag]
        width = 2 + len(self.properties) + (HASHED if hashed else 0)
        self._padding = np.array([[code] * width for code in (ROOT, AFTER, BEFORE)], dtype=np.int32)
        self._padding[:, 1] = OTHER
        self._memory = _Memory(width)
        self._lock = Lock()

    @classmethod
    def fit(
        cls,
        sentences: Iterable[Sentence],
        properties: Sequence[str],
        backoff: str = "auto",
        *,
        words: Words | None = None,
        hashed: bool = False,
    ) -> "Encoder":
        """Collect the vocabularies of a training treebank, most frequent strings first."""
        counts = Counter(word for sentence in sentences for word in words_of(sentence))
        rule = backoff_rule(counts) if backoff == "auto" else backoff
        vocabularies = []
        for name in ("pos", *properties):
            read = property_reader(name, rule, words)
            strings: Counter[str] = Counter()
            for word, count in counts.items():
                strings[read(word)] += count
            ordered = sorted(strings.items(), key=lambda item: (-item[1], item[0]))
            vocabularies.append([string for string, _ in ordered if string not in _NO_VALUE])
        return cls(properties, vocabularies, rule, words=words, hashed=hashed)

    def metadata(self) -> dict[str, Any]:
        """What a model file keeps, for `restore`."""
        return {"properties": self.properties, "vocabularies": self.vocabularies, "backoff": self.backoff}

    @classmethod
    def restore(cls, metadata: Metadata, words: Words | None, *, hashed: bool = False) -> "Encoder":
        """The encoder in the metadata of a model, with the words of that model."""
        properties, vocabularies = metadata.texts("properties"), metadata.text_lists("vocabularies")
        if len(vocabularies) != 1 + len(properties):
            raise metadata.wrong("vocabularies", f"a list for coarse tags and for each of {len(properties)} properties")
        with metadata.source.reading():
            encoder = cls(properties, vocabularies, metadata.text("backoff"), words=words, hashed=hashed)
        columns = (*encoder._tag_columns, *encoder._word_columns)
        if any(len(column.codes) < len(vocabularies[column.position]) + len(_NO_VALUE) for column in columns):
            raise metadata.wrong("vocabularies", "lists of values that differ")
        return encoder

    def require(self, properties: Iterable[str]) -> None:
        """Raise if there is no vocabulary for some of these properties."""
        if missing := sorted({*properties} - {*self.properties}):
            raise ArcwalkError(f"there is no vocabulary for {', '.join(missing)}", "train again")

    @property
    def columns(self) -> dict[str, int]:
        """The column of each property in the matrix of a sentence."""
        return {name: column for column, name in enumerate(self.properties, 2)}

    def encode(self, sentence: Sentence) -> Codes:
        """The sentence as a matrix of codes, (n + 3, 2 + number of properties)."""
        return np.concatenate((self._padding[:1], self.rows(list(words_of(sentence))), self._padding[1:]))

    def rows(self, words: Sequence[Word]) -> Codes:
        """The codes of words, one row for each."""
        memory = self._memory
        places = [memory.places.get(word, -1) for word in words]
        if -1 in places:
            with self._lock:
                memory = self._remember(words)
            places = [memory.places[word] for word in words]
        return memory.rows[places]

    def _remember(self, words: Sequence[Word]) -> "_Memory":
        """A cache with these words: the current one, or a new one once that is full."""
        if len(self._memory.places) > _MOST_REMEMBERED or self._memory.characters > _MOST_CHARACTERS:
            self._memory = _Memory(self._padding.shape[1])
        memory = self._memory
        new = [word for word in dict.fromkeys(words) if word not in memory.places]
        if new:
            memory.add(new, list(map(self._codes_of, new)))
        return memory

    def _codes_of(self, word: Word) -> list[int]:
        """The row of a word."""
        tags = word[2:]
        if tags not in self._memory.tags:
            of_tags = [UNKNOWN] * len(self.vocabularies)
            for column in self._tag_columns:
                of_tags[column.position] = column.codes.get(column.read(word), UNKNOWN)
            self._memory.tags[tags] = of_tags
        codes = self._memory.tags[tags].copy()
        for position, read, known in self._word_columns:
            codes[position] = known.get(read(word), UNKNOWN)
        hashes = [code(text) for text in word] if self.hashed else []
        return [min(codes[0], COARSE_TAGS - 1), word_class(word), *codes[1:], *hashes]


def word_count(codes: Codes) -> int:
    """The number of words of an encoded sentence, or of one with two analyses."""
    return int(codes.shape[-2]) - PADDING


def first_analysis(codes: Codes) -> Codes:
    """The sentence with the chosen tags; a sentence with uncertain tags has two analyses, stacked."""
    return codes[0] if codes.ndim == 3 else codes


def second_analysis(codes: Codes) -> Codes:
    """The sentence with the second-best tags of all uncertain words; empty if there are none."""
    return codes[1] if codes.ndim == 3 else codes[:0]


class _Column(NamedTuple):
    """A property of words: how to read it, and the codes of its values."""

    position: int
    read: Callable[[Word], str]
    codes: dict[str, int]


def _numbered(strings: Sequence[str]) -> dict[str, int]:
    """The code of each string."""
    codes = dict(zip(strings, range(EMPTY + 1, EMPTY + 1 + len(strings)), strict=True))
    codes.update(dict.fromkeys(_NO_VALUE, EMPTY))
    return codes


class _Memory:
    """Rows of codes for the words seen so far. Threads may read while one adds: a row exists before its place does."""

    def __init__(self, width: int) -> None:
        self.rows = np.empty((1024, width), dtype=np.int32)
        self.places: dict[Word, int] = {}
        self.characters = 0  # of all words
        self.tags: dict[tuple[str, ...], list[int]] = {}  # by UPOS, XPOS and FEATS: the codes that depend on them alone

    def add(self, words: Sequence[Word], codes: list[list[int]]) -> None:
        """Keep the codes of new words."""
        first, last = len(self.places), len(self.places) + len(words)
        if last > len(self.rows):
            self.rows = np.concatenate((self.rows, np.empty((last, self.rows.shape[1]), dtype=np.int32)))
        self.rows[first:last] = codes
        self.characters += sum(map(len, chain.from_iterable(words)))
        self.places.update(zip(words, range(first, last), strict=True))
