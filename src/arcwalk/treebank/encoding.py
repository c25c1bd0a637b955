"""Strings become codes, here and nowhere else.

A sentence of n words is encoded as one int32 matrix with n + 3 rows: the root, the words, then two rows of
padding for what lies after the last word and before the root. Column 0 is a small number for the coarse tag,
column 1 the word class; the other columns are the properties of a word that templates ask for by name. Features
written in Python need no vocabulary: for them, FORM, LEMMA, UPOS, XPOS and FEATS as they stand in the file can be
hashed into `HASHED` more columns at the end.
"""

import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.words import OTHER, Word, backoff_rule, property_reader, word_class, words_of

Codes = NDArray[np.int32]

UNKNOWN, ROOT, AFTER, BEFORE, EMPTY = range(5)
COARSE_TAGS = 64
HASHED = 5
_MOST_REMEMBERED = 200_000


def code(text: str) -> int:
    """A number for a string, the same one everywhere: 31 bits, never 0.

    Forms, lemmas, tags, FEATS and labels reach features written in Python as such numbers, so that those can ask
    whether `tree.label[m] == code("nsubj")`.
    """
    return max(zlib.crc32(text.encode("utf-8", "surrogateescape")) & 0x7FFFFFFF, 1)


class Encoder:
    """The vocabularies of a treebank, one for each property of words that a template names."""

    def __init__(
        self, properties: Sequence[str], vocabularies: Sequence[Sequence[str]], backoff: str, *, hashed: bool = False
    ) -> None:
        self.properties = tuple(properties)
        self.vocabularies = [list(strings) for strings in vocabularies]
        self.backoff = backoff
        self.hashed = hashed
        self._readers = [property_reader(name, backoff) for name in ("pos", *self.properties)]
        self._codes = [
            {string: code for code, string in enumerate(strings, EMPTY + 1)} | {"_": EMPTY, "": EMPTY}
            for strings in self.vocabularies
        ]
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
        hashed: bool = False,
    ) -> "Encoder":
        """Collect the vocabularies of a training treebank, most frequent strings first."""
        counts = Counter(word for sentence in sentences for word in words_of(sentence))
        rule = backoff_rule(counts) if backoff == "auto" else backoff
        vocabularies = []
        for name in ("pos", *properties):
            read = property_reader(name, rule)
            strings: Counter[str] = Counter()
            for word, count in counts.items():
                strings[read(word)] += count
            ordered = sorted(strings.items(), key=lambda item: (-item[1], item[0]))
            vocabularies.append([string for string, _ in ordered if string not in ("", "_")])
        return cls(properties, vocabularies, rule, hashed=hashed)

    @property
    def columns(self) -> dict[str, int]:
        """Where the matrix of a sentence holds each property."""
        return {name: column for column, name in enumerate(self.properties, 2)}

    def encode(self, sentence: Sentence) -> Codes:
        """The sentence as a matrix of codes, (n + 3, 2 + number of properties)."""
        return np.concatenate((self._padding[:1], self.rows(list(words_of(sentence))), self._padding[1:]))

    def rows(self, words: Sequence[Word]) -> Codes:
        """The codes of words, a row for each."""
        memory = self._memory
        places = [memory.places.get(word, -1) for word in words]
        if -1 in places:
            with self._lock:
                memory = self._remember(words)
            places = [memory.places[word] for word in words]
        return memory.rows[places]

    def _remember(self, words: Sequence[Word]) -> "_Memory":
        """A memory that knows these words: the current one, or a fresh one once that is full."""
        if len(self._memory.places) > _MOST_REMEMBERED:
            self._memory = _Memory(self._padding.shape[1])
        for word in words:
            if word not in self._memory.places:
                codes = [known.get(read(word), UNKNOWN) for known, read in zip(self._codes, self._readers, strict=True)]
                hashes = [code(text) for text in word] if self.hashed else []
                self._memory.add(word, [min(codes[0], COARSE_TAGS - 1), word_class(word), *codes[1:], *hashes])
        return self._memory


class _Memory:
    """Rows of codes for the words met so far. Threads may read while one adds: a row is there before its place is."""

    def __init__(self, width: int) -> None:
        self.rows = np.empty((1024, width), dtype=np.int32)
        self.places: dict[Word, int] = {}

    def add(self, word: Word, codes: list[int]) -> None:
        """Keep the codes of a new word."""
        place = len(self.places)
        if place == len(self.rows):
            self.rows = np.concatenate((self.rows, np.empty_like(self.rows)))
        self.rows[place] = codes
        self.places[word] = place
