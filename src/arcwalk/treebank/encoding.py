"""Strings become codes, here and nowhere else.

A sentence of n words is encoded as one int32 matrix with n + 3 rows: the root, the words, then two rows of
padding for what lies after the last word and before the root. Column 0 is a small number for the coarse tag,
column 1 the word class; the other columns are the properties of a word that templates ask for by name.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from arcwalk.errors import ArcwalkError
from arcwalk.treebank.sentence import Sentence

Codes = NDArray[np.int32]

UNKNOWN, ROOT, AFTER, BEFORE, EMPTY = range(5)
COARSE_TAGS = 64
OTHER, VERB, PUNCTUATION, CONJUNCTION = range(4)
_CLASSES = {"VERB": VERB, "AUX": VERB, "PUNCT": PUNCTUATION, "CCONJ": CONJUNCTION}

Word = tuple[str, str, str, str, str]
"""FORM, LEMMA, UPOS, XPOS and FEATS as they stand in the file."""

_NUMBER = re.compile(r"^[+-]?\d+([.,:/-]\d+)*$")
_AFFIX = re.compile(r"^(prefix|suffix)([1-9])$")
_PROPERTIES: dict[str, Callable[[Word], str]] = {
    "form": lambda word: normalise(word[0]),
    "lemma": lambda word: normalise(word[1] if word[1] != "_" else word[0]),
    "pos": lambda word: word[2] if word[2] != "_" else word[3],
    "tag": lambda word: word[3] if word[3] != "_" else word[2],
    "feats": lambda word: word[4],
    "shape": lambda word: shape(word[0]),
}


def normalise(form: str) -> str:
    """Lower case, and one token for all numbers (the Bayes point paper, section 5)."""
    return "<number>" if _NUMBER.match(form) else form.lower()


def shape(form: str) -> str:
    """The outline of a word: runs of capitals, small letters, digits and other characters."""
    kinds = "".join("X" if c.isupper() else "x" if c.isalpha() else "9" if c.isdigit() else c for c in form)
    return re.sub(r"(.)\1+", r"\1", kinds)[:8]


def is_punctuation(form: str) -> bool:
    """Whether every character is Unicode punctuation: what scorers leave out."""
    return all(unicodedata.category(character).startswith("P") for character in form)


def backoff_rule(words: Iterable[Word]) -> str:
    """How to shorten forms in this language (the paper, section 5): first character for Chinese,
    lemma for Arabic, first five characters otherwise; told from the script most letters are in.
    """
    scripts: Counter[str] = Counter()
    for form, *_ in words:
        scripts.update(
            unicodedata.name(character, "?").split()[0] for character in form if character.isalpha()
        )
    script = scripts.most_common(1)[0][0] if scripts else "?"
    return {"CJK": "1", "ARABIC": "lemma"}.get(script, "5")


class Encoder:
    """The vocabularies of a treebank, one for each property of words that a template names."""

    def __init__(
        self, properties: Sequence[str], vocabularies: Sequence[Sequence[str]], backoff: str
    ) -> None:
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

    @classmethod
    def fit(
        cls, sentences: Iterable[Sentence], properties: Sequence[str], backoff: str = "auto"
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
            for word in words_of(sentence):
                if word not in row_of:
                    self._add_row(word)
            indices = [row_of[word] for word in words_of(sentence)]
        return np.concatenate((self._padding[:1], self._rows[indices], self._padding[1:]))

    def _add_row(self, word: Word) -> None:
        index = len(self._row_of)
        if index == len(self._rows):
            self._rows = np.concatenate((self._rows, np.empty_like(self._rows)))
        codes = [
            known.get(read(word), UNKNOWN) for known, read in zip(self._codes, self._readers, strict=True)
        ]
        self._rows[index] = [codes[0] % COARSE_TAGS, word_class(word), *codes[1:]]
        self._row_of[word] = index


def words_of(sentence: Sentence) -> Iterable[Word]:
    """The columns that say something about each word itself."""
    return zip(sentence.forms, sentence.lemmas, sentence.upos, sentence.xpos, sentence.feats, strict=True)


def word_class(word: Word) -> int:
    """Verb, punctuation, conjunction or other: what in-between features count."""
    if is_punctuation(word[0]):
        return PUNCTUATION
    return _CLASSES.get(word[2] if word[2] != "_" else word[3], OTHER)


def property_reader(name: str, backoff: str) -> Callable[[Word], str]:
    """A function that reads the named property off a word.

    `form`, `lemma`, `pos`, `tag`, `feats`, `shape`, `backoff`, `prefix1` to `suffix9`; a name with a capital
    (`Case`, `Number`) is the value of that key in FEATS.
    """
    if name in _PROPERTIES:
        return _PROPERTIES[name]
    if name == "backoff":
        return _PROPERTIES["lemma"] if backoff == "lemma" else lambda word: normalise(word[0])[: int(backoff)]
    if match := _AFFIX.match(name):
        length = int(match[2])
        if match[1] == "prefix":
            return lambda word: normalise(word[0])[:length]
        return lambda word: normalise(word[0])[-length:]
    if name[:1].isupper():
        return lambda word: _feature_value(word[4], name)
    known = ", ".join([*_PROPERTIES, "backoff", "prefix1-9", "suffix1-9"])
    raise ArcwalkError(
        f"no property of a word is called {name!r}; there are {known}, and keys of FEATS such as Case"
    )


def _feature_value(feats: str, key: str) -> str:
    for pair in feats.split("|"):
        if pair.startswith(key) and pair[len(key) : len(key) + 1] == "=":
            return pair[len(key) + 1 :]
    return "_"
