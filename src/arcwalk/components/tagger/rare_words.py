"""The tags of rare words by their suffixes, from which unknown words get theirs.

Suffixes are looked up among the forms as they are needed: lists for all of them would take many times the memory of the
lexicon.
"""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import lru_cache

from arcwalk.treebank.words import is_punctuation

PUNCTUATION, WITHOUT_LETTERS = "\0.", "\0"  # in place of the suffixes of such words

_RARE = 3  # occurrences of a rare word, at most
_MOST_REMEMBERED = 100_000
_LAST = "\U0010ffff"


def stand_in(form: str) -> str:
    """What a form without letters has in place of suffixes; empty for others."""
    if any(map(str.isalpha, form)):
        return ""
    return PUNCTUATION if is_punctuation(form) else WITHOUT_LETTERS


class RareWords:
    """The tags of rare words, and of all words without letters, by suffix and earlier tags."""

    def __init__(self, counts: Mapping[tuple[str, str], Mapping[int, int]]) -> None:
        """`counts` are those of tags, by form and earlier tags."""
        self._counts = counts
        self._forms: defaultdict[str, list[str]] = defaultdict(list)  # by earlier tags
        for form, earlier in counts:
            self._forms[earlier].append(form)
        self._backwards: dict[str, list[str]] = {}  # by earlier tags: rare forms from their ends, in order
        self._remembered = lru_cache(_MOST_REMEMBERED)(self._find)

    def tags(self, suffix: str, earlier: str) -> list[int]:
        """The tags of rare words with a suffix and more before it, most frequent first; of all words if none is rare.

        The suffix may be empty, or that of words without letters.
        """
        return self._remembered(suffix, earlier)

    def _find(self, suffix: str, earlier: str) -> list[int]:
        totals: Counter[int] = Counter()
        for form in self._having(suffix, earlier):
            totals.update(self._counts[form, earlier])
        return sorted(totals, key=lambda tag: (-totals[tag], tag))

    def _having(self, suffix: str, earlier: str) -> list[str]:
        if earlier not in self._forms:
            return []
        if suffix in (PUNCTUATION, WITHOUT_LETTERS):
            return [form for form in self._forms[earlier] if stand_in(form) == suffix]
        backwards = self._rare_backwards(earlier)
        start = suffix[::-1]
        rare = backwards[bisect_right(backwards, start) : bisect_left(backwards, start + _LAST)]
        return [form[::-1] for form in rare] if rare or suffix else self._forms[earlier]

    def _rare_backwards(self, earlier: str) -> list[str]:
        if earlier not in self._backwards:
            self._backwards[earlier] = sorted(
                form[::-1]
                for form in self._forms[earlier]
                if sum(self._counts[form, earlier].values()) <= _RARE and not stand_in(form)
            )
        return self._backwards[earlier]
