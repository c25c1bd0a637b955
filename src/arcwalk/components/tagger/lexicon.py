"""The lexicon of a tagger: the tags of each word in the treebank, and the properties of words that templates name.

The tagger of a later column knows the tags of earlier columns, so an entry is a form with its *earlier tags* (none in
the first column). Frequent entries can only get tags they have in the treebank; others also the tags of rare words with
the same suffix. As this includes earlier tags, columns agree with each other.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Self

import numpy as np

from arcwalk.arrays import PADDING, Codes, IntegerTable
from arcwalk.components.tagger.characters import characters_of
from arcwalk.components.tagger.kernels.affixes import ABSENT, LONGEST, affix_codes
from arcwalk.components.tagger.rare_words import RareWords, stand_in
from arcwalk.representations.word_table import CLUSTERS, Words
from arcwalk.treebank.codes import code
from arcwalk.treebank.encoding import AFTER, BEFORE, ROOT, UNKNOWN
from arcwalk.treebank.row_memory import RowMemory
from arcwalk.treebank.words import is_punctuation, normalize, shape

Entry = tuple[str, str]
"""A form, and its tags in earlier columns, joined by tabs."""


class TaggedSentence(NamedTuple):
    """The entries of a sentence, their gold tags, and how often it counts in training."""

    entries: Sequence[Entry]
    tags: Sequence[str]
    weight: int = 1


_AFFIX_LENGTHS = range(1, LONGEST + 1)
PROPERTIES = (
    "word",  # the form as written
    "form",  # lowercased, with one form for all numbers
    "class",  # its set of tags in the treebank
    "usual",  # the same, unless it is rare: as a feature of its neighbors it would reveal their tags in training
    "given",  # earlier tags; absent in the first column
    "first",  # the first of them
    "attested",  # a tag that other words suggest, see `arcwalk.components.tagger.lemma_lexicon`; else absent
    "shape",
    "length",
    "kind",  # whether it is punctuation or has digits, hyphens, capitals
    *(f"prefix{length}" for length in _AFFIX_LENGTHS),
    *(f"suffix{length}" for length in _AFFIX_LENGTHS),
)
"""In the order of their columns. The clusters of words, if there are any, come after them."""

LEXICAL = ("word", "form", "class", "usual")  # UNK for a word that is not in the treebank
MOST_CANDIDATES = 24

_LONGEST_SUFFIX = 5
_FREQUENT = 4  # occurrences of a frequent word, at least
_IN_CLASS = 0.05  # share of a word's occurrences that a tag of its class needs
_USUAL = 3  # occurrences of a word with a usual class, at least
_BEFORE_AFFIXES = len(PROPERTIES) - 2 * LONGEST
FIRST_CODE = 8  # above the codes of padding


class EncodedWords(NamedTuple):
    """A sentence as kernels read it: n + 3 rows, as in `arcwalk.treebank.encoding`."""

    codes: Codes  # (n + 3, properties)
    candidates: IntegerTable  # (n + 3, most candidates): tags, then -1


class Lexicon:
    """The tags of a column, and how often each entry has which."""

    def __init__(self, tags: Sequence[str], counts: dict[Entry, dict[int, int]], words: Words | None = None) -> None:
        """`counts` are those of tags by entry, with normalized forms; `words` have clusters."""
        self.tags = list(tags)
        self.number = {tag: index for index, tag in enumerate(self.tags)}
        self.counts = counts
        self.words = words
        self.properties = PROPERTIES if words is None else (*PROPERTIES, *CLUSTERS)
        self._longest_suffix = _LONGEST_SUFFIX if len(tags) > MOST_CANDIDATES else 0  # otherwise all tags fit anyway
        self._rare_words = RareWords(counts)
        padding = np.full((PADDING, len(self.properties) + MOST_CANDIDATES), -1, dtype=np.int32)
        padding[:, : len(self.properties)] = [[ROOT], [AFTER], [BEFORE]]
        self._memory = RowMemory(self._rows_of, padding)

    @staticmethod
    def key(entry: Entry) -> Entry:
        """What the lexicon lists the entry as: its normalized form, and its earlier tags."""
        return normalize(entry[0]), entry[1]

    @classmethod
    def fit(cls, sentences: Iterable[TaggedSentence], words: Words | None = None) -> Self:
        """The lexicon of a treebank, most frequent tags first."""
        seen: defaultdict[Entry, Counter[str]] = defaultdict(Counter)
        for sentence in sentences:
            for entry, tag in zip(sentence.entries, sentence.tags, strict=True):
                seen[cls.key(entry)][tag] += 1
        totals: Counter[str] = Counter()
        for tag_counts in seen.values():
            totals.update(tag_counts)
        ordered = sorted(totals, key=lambda tag: (-totals[tag], tag))
        number = {tag: index for index, tag in enumerate(ordered)}
        counts = {entry: {number[tag]: count for tag, count in seen[entry].items()} for entry in seen}
        return cls(ordered, counts, words)

    @property
    def columns(self) -> dict[str, int]:
        """The column of each property in the matrix of a sentence."""
        return {name: column for column, name in enumerate(self.properties)}

    def count(self, entry: Entry) -> int:
        """How often the treebank has the entry."""
        return sum(self.counts.get(self.key(entry), {}).values())

    def encode(self, entries: Sequence[Entry]) -> EncodedWords:
        """The codes and the candidate tags of a sentence."""
        rows = self._memory.sentence(entries)
        first = len(self.properties)
        return EncodedWords(np.ascontiguousarray(rows[:, :first]), np.ascontiguousarray(rows[:, first:]))

    def candidates(self, entry: Entry, *, hidden: bool = False) -> list[int]:
        """The tags that an entry may get; if `hidden`, as an unknown word."""
        form, earlier = self.key(entry)
        seen = {} if hidden else self.counts.get((form, earlier), {})
        candidates = dict.fromkeys(sorted(seen, key=lambda tag: (-seen[tag], tag)))  # as an ordered set
        if sum(seen.values()) < _FREQUENT:
            for suffix in self._suffixes(form):
                if len(candidates) >= MOST_CANDIDATES:
                    break
                candidates.update(dict.fromkeys(self._rare_words.tags(suffix, earlier)))
        listed = list(candidates) or self._rare_words.tags("", earlier)
        if not listed:  # the treebank does not have these earlier tags
            listed = list(range(len(self.tags)))
        return listed[:MOST_CANDIDATES]

    def _suffixes(self, form: str) -> list[str]:
        """The suffixes of a form, longest first, the empty one last; a stand-in for a form without letters."""
        if instead := stand_in(form):
            return [instead]
        return [form[-length:] for length in range(min(self._longest_suffix, len(form) - 1), 0, -1)] + [""]

    def _rows_of(self, entries: Sequence[Entry]) -> Codes:
        """The properties of new entries, then their candidates."""
        rows = np.full((len(entries), len(self.properties) + MOST_CANDIDATES), -1, dtype=np.int32)
        rows[:, :_BEFORE_AFFIXES] = list(map(self._codes, entries))
        rows[:, _BEFORE_AFFIXES : len(PROPERTIES)] = _affix_codes([normalize(form) for form, _ in entries])
        if self.words is not None:
            rows[:, len(PROPERTIES) : len(self.properties)] = [_cluster_codes(self.words, form) for form, _ in entries]
        for row, listed in zip(rows, map(self.candidates, entries), strict=True):
            row[len(self.properties) : len(self.properties) + len(listed)] = listed
        return rows

    def _codes(self, entry: Entry) -> list[int]:
        """The properties of an entry before its affixes."""
        form, earlier = normalize(entry[0]), entry[1]
        seen = self.counts.get(self.key(entry))
        lexical = [UNKNOWN] * len(LEXICAL)
        if seen is not None:
            total = sum(seen.values())
            tags = sorted(tag for tag, count in seen.items() if count >= _IN_CLASS * total)
            tag_class = code(f"class {tags}")
            lexical = [code(entry[0]), code(form), tag_class, tag_class if total >= _USUAL else UNKNOWN]
        given = [code(earlier), code(first_tag(earlier))] if earlier else [ABSENT, ABSENT]
        rest = [self.attested(entry), code(shape(entry[0])), FIRST_CODE + len(form), _kind(entry[0])]
        return [*lexical, *given, *rest]

    def attested(self, _entry: Entry) -> int:
        """A guess at the tag of an entry; here there is none."""
        return ABSENT


def first_tag(earlier: str) -> str:
    """The first of the earlier tags."""
    return earlier.partition("\t")[0]


def _kind(form: str) -> int:
    """Punctuation, digits, hyphens and capitals as bits, above the codes of padding."""
    if form.isalpha() and form.islower():
        return FIRST_CODE
    has_digit, has_inner_capital = any(map(str.isdigit, form)), form[1:] != form[1:].lower()
    bits = (is_punctuation(form), has_digit, "-" in form, form[:1].isupper(), has_inner_capital, form.isupper())
    return FIRST_CODE + sum(bit << position for position, bit in enumerate(bits))


def _cluster_codes(words: Words, form: str) -> list[int]:
    """The clusters of a word, above the codes of padding."""
    row = words.row(form)
    return [ABSENT] * len(CLUSTERS) if row < 0 else [FIRST_CODE + int(number) for number in words.clusters[row]]


def _affix_codes(forms: list[str]) -> IntegerTable:
    codes = np.empty((len(forms), 2 * LONGEST), dtype=np.int32)
    affix_codes(*characters_of(forms), codes)
    return codes
