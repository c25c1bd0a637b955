"""Strings become codes, here and nowhere else.

A sentence of n words is encoded as one int32 matrix with n + 3 rows: the root, the words, then two rows of
padding for what lies after the last word and before the root. Column 0 is a small number for the coarse tag,
column 1 the word class; the other columns are the properties of a word that templates ask for by name.
"""

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


class Encoder:
    """The vocabularies of a treebank, one for each property of words that a template names."""

    def __init__(self, properties: Sequence[str], vocabularies: Sequence[Sequence[str]], backoff: str) -> None:
        self.properties = tuple(properties)
        self.vocabularies = [list(strings) for strings in vocabularies]
        self.backoff = backoff
        self._readers = [property_reader(name, backoff) for name in ("pos", *self.properties)]
        self._codes = [
            {string: code for code, string in enumerate(strings, EMPTY + 1)} | {"_": EMPTY, "": EMPTY}
            for strings in self.vocabularies
        ]
        width = len(self.properties) + 2
        self._padding = np.array([[code] * width for code in (ROOT, AFTER, BEFORE)], dtype=np.int32)
        self._padding[:, 1] = OTHER
        self._rows = np.empty((1024, width), dtype=np.int32)
        self._row_of: dict[Word, int] = {}
        self._growing = Lock()  # threads that parse with the same model share these rows

    @classmethod
    def fit(cls, sentences: Iterable[Sentence], properties: Sequence[str], backoff: str = "auto") -> "Encoder":
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
        return cls(properties, vocabularies, rule)

    @property
    def columns(self) -> dict[str, int]:
        """Where the matrix of a sentence holds each property."""
        return {name: column for column, name in enumerate(self.properties, 2)}

    def encode(self, sentence: Sentence) -> Codes:
        """The sentence as a matrix of codes, (n + 3, 2 + number of properties)."""
        row_of = self._row_of
        indices = [row_of.get(word, -1) for word in words_of(sentence)]
        if -1 in indices:
            with self._growing:
                for word in words_of(sentence):
                    if word not in row_of:
                        self._add_row(word)
            indices = [row_of[word] for word in words_of(sentence)]
        return np.concatenate((self._padding[:1], self._rows[indices], self._padding[1:]))

    def _add_row(self, word: Word) -> None:
        index = len(self._row_of)
        if index == len(self._rows):
            self._rows = np.concatenate((self._rows, np.empty_like(self._rows)))
        codes = [known.get(read(word), UNKNOWN) for known, read in zip(self._codes, self._readers, strict=True)]
        self._rows[index] = [codes[0] % COARSE_TAGS, word_class(word), *codes[1:]]
        self._row_of[word] = index
