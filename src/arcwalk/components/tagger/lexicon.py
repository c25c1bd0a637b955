"""The lexicon of a tagger: the tags of each word in the treebank, and the properties of words that templates name.

The tagger of a later column knows the tags of earlier columns, so an entry is a form with its *earlier tags* (none in
the first column). Frequent entries can only get tags they have in the treebank; others also the tags of rare words with
the same suffix. As this includes earlier tags, columns agree with each other.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain
from threading import Lock
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from arcwalk.components.tagger.kernels.affixes import ABSENT, LONGEST, affix_codes
from arcwalk.components.tagger.rare_words import RareWords, stand_in
from arcwalk.representations.word_table import CLUSTERS, Words
from arcwalk.treebank.codes import code
from arcwalk.treebank.encoding import AFTER, BEFORE, ROOT, UNKNOWN
from arcwalk.treebank.words import is_punctuation, normalize, shape

Entry = tuple[str, str]
"""A form, and its tags in earlier columns, joined by tabs."""

TaggedSentence = tuple[Sequence[Entry], Sequence[str]]
"""The entries of a sentence, and their gold tags."""

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
_MOST_REMEMBERED, _MOST_CHARACTERS = 200_000, 50_000_000
_BEFORE_AFFIXES = len(PROPERTIES) - 2 * LONGEST
_PADDING = 3  # rows before and after a sentence
FIRST_CODE = 8  # above the codes of padding


class EncodedWords(NamedTuple):
    """A sentence as kernels read it: n + 3 rows, as in `arcwalk.treebank.encoding`."""

    codes: NDArray[np.int32]  # (n + 3, properties)
    candidates: NDArray[np.int32]  # (n + 3, most candidates): tags, then -1


class Lexicon:
    """The tags of a column, and how often each entry has which."""

    def __init__(self, tags: Sequence[str], counts: dict[Entry, dict[int, int]], words: Words | None = None) -> None:
        """`counts` are those of tags by entry, with normalized forms; `words` have clusters."""
        self.tags = list(tags)
        self.counts = counts
        self.words = words
        self.properties = PROPERTIES if words is None else (*PROPERTIES, *CLUSTERS)
        self._longest_suffix = _LONGEST_SUFFIX if len(tags) > MOST_CANDIDATES else 0  # otherwise all tags fit anyway
        self._rare_words = RareWords(counts)
        self._memory = _Memory(len(self.properties))
        self._lock = Lock()

    @staticmethod
    def key(entry: Entry) -> Entry:
        """What the lexicon lists the entry as: its normalized form, and its earlier tags."""
        return normalize(entry[0]), entry[1]

    @classmethod
    def fit(cls, sentences: Iterable[TaggedSentence], words: Words | None = None) -> Self:
        """The lexicon of a treebank, most frequent tags first."""
        seen: defaultdict[Entry, Counter[str]] = defaultdict(Counter)
        for entries, tags in sentences:
            for entry, tag in zip(entries, tags, strict=True):
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
        memory = self._memory
        places = [memory.places.get(entry, -1) for entry in entries]
        if -1 in places:
            with self._lock:
                memory = self._remember(entries)
            places = [memory.places[entry] for entry in entries]
        rows = [0, *places, 1, 2]
        return EncodedWords(memory.codes[rows], memory.candidates[rows])

    def candidates(self, entry: Entry, *, hidden: bool = False) -> list[int]:
        """The tags that an entry may get; if `hidden`, as an unknown word."""
        form, earlier = self.key(entry)
        seen = {} if hidden else self.counts.get((form, earlier), {})
        candidates = sorted(seen, key=lambda tag: (-seen[tag], tag))
        if sum(seen.values()) < _FREQUENT:
            for suffix in self._suffixes(form):
                candidates += [tag for tag in self._rare_words.tags(suffix, earlier) if tag not in candidates]
        if not candidates:
            candidates += self._rare_words.tags("", earlier)
        if not candidates:  # the treebank does not have these earlier tags
            candidates = list(range(len(self.tags)))
        return candidates[:MOST_CANDIDATES]

    def _suffixes(self, form: str) -> list[str]:
        """The suffixes of a form, longest first, the empty one last; a stand-in for a form without letters."""
        if instead := stand_in(form):
            return [instead]
        return [form[-length:] for length in range(min(self._longest_suffix, len(form) - 1), 0, -1)] + [""]

    def _remember(self, entries: Sequence[Entry]) -> "_Memory":
        """A cache with these entries: the current one, or a new one once that is full."""
        if len(self._memory.places) > _MOST_REMEMBERED or self._memory.characters > _MOST_CHARACTERS:
            self._memory = _Memory(len(self.properties))
        new = [entry for entry in dict.fromkeys(entries) if entry not in self._memory.places]
        if new:  # another thread may have been here meanwhile
            clusters = [] if self.words is None else [_cluster_codes(self.words, form) for form, _ in new]
            self._memory.add(new, list(map(self._codes, new)), clusters, list(map(self.candidates, new)))
        return self._memory

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


class _Memory:
    """The codes and candidates of entries seen so far, after those of padding.

    Threads may read while one adds: a row is there before its place is.
    """

    def __init__(self, properties: int) -> None:
        self.codes = np.empty((1024, properties), dtype=np.int32)
        self.codes[:_PADDING] = np.array([[ROOT], [AFTER], [BEFORE]])
        self.candidates = np.full((1024, MOST_CANDIDATES), -1, dtype=np.int32)
        self.places: dict[Entry, int] = {}
        self.characters = 0  # of all entries

    def add(
        self, entries: list[Entry], codes: list[list[int]], clusters: list[list[int]], candidates: list[list[int]]
    ) -> None:
        """Add new entries: their codes before affixes, those of clusters if any, and their candidates."""
        first = len(self.places) + _PADDING
        last = first + len(entries)
        while last > len(self.codes):
            self.codes = np.concatenate((self.codes, np.empty_like(self.codes)))
            self.candidates = np.concatenate((self.candidates, np.full_like(self.candidates, -1)))
        self.characters += sum(map(len, chain.from_iterable(entries)))
        self.codes[first:last, :_BEFORE_AFFIXES] = codes
        affixes = _affix_codes([normalize(form) for form, _ in entries])
        self.codes[first:last, _BEFORE_AFFIXES : len(PROPERTIES)] = affixes
        if clusters:
            self.codes[first:last, len(PROPERTIES) :] = clusters
        self.candidates[first:last] = [listed + [-1] * (MOST_CANDIDATES - len(listed)) for listed in candidates]
        self.places.update(zip(entries, range(first, last), strict=True))


def _cluster_codes(words: Words, form: str) -> list[int]:
    """The clusters of a word, above the codes of padding."""
    row = words.row(form)
    return [ABSENT] * len(CLUSTERS) if row < 0 else [FIRST_CODE + int(number) for number in words.clusters[row]]


def _affix_codes(forms: list[str]) -> NDArray[np.int32]:
    text = bytearray("".join(forms), "utf-32-le", "surrogatepass")
    codes = np.empty((len(forms), 2 * LONGEST), dtype=np.int32)
    ends = np.cumsum(list(map(len, forms)), dtype=np.int64)
    affix_codes(np.frombuffer(text, dtype="<u4"), ends, codes)
    return codes
