"""Strings become integer codes, here and nowhere else.

A sentence of n words is encoded as one int32 matrix with n + 3 rows: the root, the words, and two rows of padding for
what comes after the last word and before the root. Column 0 is a small number for the coarse tag, column 1 the word
class; the other columns are the properties of a word that templates name. Features written in Python need no
vocabulary: for them, `HASHED` more columns can hold hashes of FORM, LEMMA, UPOS, XPOS and FEATS.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from arcwalk.arrays import PADDING, Codes
from arcwalk.errors import ArcwalkError
from arcwalk.remembered import remembered
from arcwalk.representations.word_table import Words
from arcwalk.safe_reading.metadata import Metadata
from arcwalk.treebank.codes import HASHED, code
from arcwalk.treebank.row_memory import RowMemory
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.word_classes import OTHER, PUNCTUATION
from arcwalk.treebank.words import Word, backoff_rule, class_of_tags, is_punctuation, property_reader, words_of

UNKNOWN, ROOT, AFTER, BEFORE, EMPTY = range(5)
COARSE_TAGS = 64
_NO_VALUE = ("", "_")
_MOST_PROPERTIES = 1000
_MOST_TAGS = 10_000  # that are remembered, UPOS, XPOS and FEATS together
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
            _Column(name, place, property_reader(name, backoff, words), _numbered(strings))
            for (name, place), strings in zip([("pos", 0), *self.columns.items()], vocabularies, strict=True)
        ]
        self._tag_columns = [column for column in columns if column.is_of_tags]
        self._word_columns = [column for column in columns if not column.is_of_tags]
        self._width = 2 + len(self.properties) + (HASHED if hashed else 0)
        padding = np.array([[code] * self._width for code in (ROOT, AFTER, BEFORE)], dtype=np.int32)
        padding[:, 1] = OTHER
        self._memory = RowMemory(self._rows_of, padding)
        self._row_of_tags = remembered(_MOST_TAGS)(self._new_row_of_tags)

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
        if any(len({*_NO_VALUE, *strings}) < len(_NO_VALUE) + len(strings) for strings in vocabularies):
            raise metadata.wrong("vocabularies", "lists of values that differ")
        with metadata.source.reading():
            return cls(properties, vocabularies, metadata.text("backoff"), words=words, hashed=hashed)

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
        return self._memory.sentence(list(words_of(sentence)))

    def rows(self, words: Sequence[Word]) -> Codes:
        """The codes of words, one row for each."""
        return self._memory.rows(words)

    def _rows_of(self, words: Sequence[Word]) -> Codes:
        """The rows of new words."""
        return np.array([self._row_of(word) for word in words], dtype=np.int32)

    def _row_of(self, word: Word) -> list[int]:
        row = self._row_of_tags("\t".join(word[2:])).copy()
        for _, place, read, codes in self._word_columns:
            row[place] = codes.get(read(word), UNKNOWN)
        if is_punctuation(word[0]):
            row[1] = PUNCTUATION
        if self.hashed:
            row[-HASHED:] = map(code, word)
        return row

    def _new_row_of_tags(self, tags: str) -> list[int]:
        """The row of a word of which only UPOS, XPOS and FEATS are known: there are far fewer of them than of words."""
        upos, xpos, feats = tags.split("\t")
        word = ("", "", upos, xpos, feats)
        row = [UNKNOWN] * self._width
        for _, place, read, codes in self._tag_columns:
            row[place] = codes.get(read(word), UNKNOWN)
        row[0] = min(row[0], COARSE_TAGS - 1)
        row[1] = class_of_tags(word)
        return row


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
    """A property of words: its place in a row, how to read it, and the codes of its values."""

    name: str
    place: int
    read: Callable[[Word], str]
    codes: dict[str, int]

    @property
    def is_of_tags(self) -> bool:
        """Whether it depends on tags alone."""
        return self.name in _TAGS or self.name[:1].isupper()


def _numbered(strings: Sequence[str]) -> dict[str, int]:
    """The code of each string."""
    codes = dict(zip(strings, range(EMPTY + 1, EMPTY + 1 + len(strings)), strict=True))
    codes.update(dict.fromkeys(_NO_VALUE, EMPTY))
    return codes
