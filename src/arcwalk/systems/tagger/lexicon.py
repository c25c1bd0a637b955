"""What a tagger knows of words: the tags each one bears in the treebank, and what can be told from its form.

A tagger for a later column is given the tags of the columns before it, so a word is a form and what is *given* with it
(nothing, for the first column). Words that the treebank has often can bear only the tags they bear there; others also
the tags of rare words with the same ending. Both hold for the given tags too, so columns agree with each other.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arcwalk.systems.tagger.kernels.affixes import ABSENT, LONGEST, affix_codes
from arcwalk.treebank.codes import code
from arcwalk.treebank.encoding import AFTER, BEFORE, ROOT, UNKNOWN
from arcwalk.treebank.words import is_punctuation, normalize, shape

Word = tuple[str, str]
"""A form, and the tags that are given with it."""

_AFFIX_LENGTHS = range(1, LONGEST + 1)
PROPERTIES = (
    "word",  # the form as it is written
    "form",  # in lower case, numbers alike
    "class",  # the tags it bears in the treebank
    "usual",  # likewise, but only if it is there some times: the tag of a rarer word would give its neighbours' away
    "given",  # absent where nothing is
    "shape",
    "length",
    "kind",  # whether it is punctuation and has digits, hyphens, capitals
    *(f"prefix{length}" for length in _AFFIX_LENGTHS),
    *(f"suffix{length}" for length in _AFFIX_LENGTHS),
)
LEXICAL = ("word", "form", "class", "usual")  # of a word that the treebank does not have, these are unknown
MOST_CANDIDATES = 24

_LONGEST_ENDING = 5
_PUNCTUATION, _WITHOUT_LETTERS = "\0.", "\0"  # in place of the endings of such words
_RARE = 3  # times that a rare word occurs, at most
_IN_CLASS = 0.05  # share of a word's tags that one needs to count in its class
_CLASSIFIED = 3  # times that a word must occur to have a class: those of rarer words would give their tag away
_MOST_REMEMBERED = 200_000
_BEFORE_AFFIXES = len(PROPERTIES) - 2 * LONGEST
_PADDING = 3  # rows before and after a sentence


class EncodedWords(NamedTuple):
    """A sentence as kernels read it: n + 3 rows, laid out like those of `arcwalk.treebank.encoding`."""

    codes: NDArray[np.int32]  # (n + 3, properties)
    candidates: NDArray[np.int32]  # (n + 3, most candidates): tags, then -1


class Lexicon:
    """The tags of a column and the words of a treebank that bear them."""

    def __init__(self, tags: Sequence[str], counts: dict[Word, dict[int, int]], frequent: int) -> None:
        """`counts` says how often each word, its form normalised, bears which tag; `frequent` how often is often."""
        self.tags = list(tags)
        self.counts = counts
        self.frequent = frequent
        self._longest_ending = _LONGEST_ENDING if len(tags) > MOST_CANDIDATES else 0  # or all fit in a list anyway
        self._by_ending = self._tags_by_ending()
        self._memory = _Memory()
        self._lock = Lock()

    @classmethod
    def fit(cls, sentences: Iterable[tuple[Sequence[Word], Sequence[str]]], frequent: int) -> "Lexicon":
        """The lexicon of sentences, each one its words and their tags; most frequent tags first."""
        seen: defaultdict[Word, Counter[str]] = defaultdict(Counter)
        for words, tags in sentences:
            for (form, given), tag in zip(words, tags, strict=True):
                seen[normalize(form), given][tag] += 1
        totals: Counter[str] = Counter()
        for tag_counts in seen.values():
            totals.update(tag_counts)
        ordered = sorted(totals, key=lambda tag: (-totals[tag], tag))
        number = {tag: place for place, tag in enumerate(ordered)}
        counts = {word: {number[tag]: count for tag, count in seen[word].items()} for word in seen}
        return cls(ordered, counts, frequent)

    def count(self, word: Word) -> int:
        """How often the treebank has the word."""
        return sum(self.counts.get((normalize(word[0]), word[1]), {}).values())

    def encode(self, words: Sequence[Word]) -> EncodedWords:
        """The codes and the candidate tags of the words of a sentence."""
        memory = self._memory
        places = [memory.places.get(word, -1) for word in words]
        if -1 in places:
            with self._lock:
                memory = self._remember(words)
            places = [memory.places[word] for word in words]
        rows = [0, *places, 1, 2]
        return EncodedWords(memory.codes[rows], memory.candidates[rows])

    def candidates(self, word: Word, *, hidden: bool = False) -> list[int]:
        """The tags that a word can bear, as if the treebank did not have it where it is `hidden`."""
        form, given = normalize(word[0]), word[1]
        seen = {} if hidden else self.counts.get((form, given), {})
        found = sorted(seen, key=lambda tag: (-seen[tag], tag))
        if sum(seen.values()) < self.frequent:
            for ending in self._endings_of(form):
                more = self._by_ending.get((ending, given), ())
                found += [tag for tag in more if tag not in found]
        if not found:
            found += self._by_ending.get(("", given), ())
        if not found:  # what is given was never given in the treebank
            found = list(range(len(self.tags)))
        return found[:MOST_CANDIDATES]

    def _endings_of(self, form: str) -> list[str]:
        """The endings of a form, longest first, the empty one last; one without letters has none but that fact."""
        if not any(map(str.isalpha, form)):
            return [_PUNCTUATION if is_punctuation(form) else _WITHOUT_LETTERS]
        return [form[-length:] for length in range(min(self._longest_ending, len(form) - 1), 0, -1)] + [""]

    def _tags_by_ending(self) -> dict[Word, list[int]]:
        """The tags of rare words by ending and by what is given, most frequent first.

        Words without letters count whether they are rare or not: new ones are like them.
        """
        found: defaultdict[Word, Counter[int]] = defaultdict(Counter)
        every: defaultdict[Word, Counter[int]] = defaultdict(Counter)  # in case nothing is rare
        for (form, given), tag_counts in self.counts.items():
            every["", given].update(tag_counts)
            endings = self._endings_of(form)
            if sum(tag_counts.values()) <= _RARE or endings[0] in (_PUNCTUATION, _WITHOUT_LETTERS):
                for ending in endings:
                    found[ending, given].update(tag_counts)
        return {
            key: sorted(tag_counts, key=lambda tag: (-tag_counts[tag], tag))
            for key, tag_counts in (every | found).items()
        }

    def _remember(self, words: Sequence[Word]) -> "_Memory":
        """A memory that knows these words: the current one, or a fresh one once that is full."""
        if len(self._memory.places) > _MOST_REMEMBERED:
            self._memory = _Memory()
        new = [word for word in dict.fromkeys(words) if word not in self._memory.places]
        if new:  # another thread may have been here meanwhile
            self._memory.add(new, [self._codes(word) for word in new], [self.candidates(word) for word in new])
        return self._memory

    def _codes(self, word: Word) -> list[int]:
        form, given = normalize(word[0]), word[1]
        seen = self.counts.get((form, given))
        lexical = [UNKNOWN] * len(LEXICAL)
        if seen is not None:
            total = sum(seen.values())
            tags = sorted(tag for tag, count in seen.items() if count >= _IN_CLASS * total)
            tag_class = code(f"class {tags}")
            lexical = [code(word[0]), code(form), tag_class, tag_class if total >= _CLASSIFIED else UNKNOWN]
        rest = [code(given) if given else ABSENT, code(shape(word[0])), 8 + len(form), _kind(word[0])]
        return [*lexical, *rest]


def _kind(form: str) -> int:
    """Punctuation, digits, hyphens and capitals, as bits; larger than the codes of padding."""
    if form.isalpha() and form.islower():
        return 8
    has_digit, has_inner_capital = any(map(str.isdigit, form)), form[1:] != form[1:].lower()
    bits = (is_punctuation(form), has_digit, "-" in form, form[:1].isupper(), has_inner_capital, form.isupper())
    return 8 + sum(bit << place for place, bit in enumerate(bits))


class _Memory:
    """The codes of the words met so far. Threads may read while one adds: a row is there before its place is.

    The first rows are those before and after a sentence.
    """

    def __init__(self) -> None:
        self.codes = np.empty((1024, len(PROPERTIES)), dtype=np.int32)
        self.codes[:_PADDING] = np.array([[ROOT], [AFTER], [BEFORE]])
        self.candidates = np.full((1024, MOST_CANDIDATES), -1, dtype=np.int32)
        self.places: dict[Word, int] = {}

    def add(self, words: list[Word], codes: list[list[int]], candidates: list[list[int]]) -> None:
        """Keep what is known of new words: their codes but for those of affixes, and their candidates."""
        first = len(self.places) + _PADDING
        last = first + len(words)
        while last > len(self.codes):
            self.codes = np.concatenate((self.codes, np.empty_like(self.codes)))
            self.candidates = np.concatenate((self.candidates, np.full_like(self.candidates, -1)))
        self.codes[first:last, :_BEFORE_AFFIXES] = codes
        self.codes[first:last, _BEFORE_AFFIXES:] = _affix_codes([form for form, _ in words])
        self.candidates[first:last] = [listed + [-1] * (MOST_CANDIDATES - len(listed)) for listed in candidates]
        self.places.update(zip(words, range(first, last), strict=True))


def _affix_codes(forms: list[str]) -> NDArray[np.int32]:
    normalised = list(map(normalize, forms))
    text = bytearray("".join(normalised), "utf-32-le", "surrogatepass")
    codes = np.empty((len(forms), 2 * LONGEST), dtype=np.int32)
    ends = np.cumsum(list(map(len, normalised)), dtype=np.int64)
    affix_codes(np.frombuffer(text, dtype="<u4"), ends, codes)
    return codes
