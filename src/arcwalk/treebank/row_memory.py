"""The rows of integers that stand for words, each computed when its word is first seen."""

from collections.abc import Callable, Sequence
from itertools import chain
from threading import Lock
from typing import Generic, TypeVar

import numpy as np

from arcwalk.arrays import IntegerTable

_MOST_WORDS, _MOST_CHARACTERS = 200_000, 50_000_000

Word = TypeVar("Word", bound=tuple[str, ...])


class RowMemory(Generic[Word]):
    """The rows of the words seen so far, until they are too many; then it begins anew."""

    def __init__(self, compute: Callable[[list[Word]], IntegerTable], padding: IntegerTable) -> None:
        """`compute` makes the rows of new words; `padding` are those of the root and of what is after and before."""
        self._compute, self._padding = compute, padding
        self._seen: _Seen[Word] = _Seen(padding)
        self._lock = Lock()

    def rows(self, words: Sequence[Word]) -> IntegerTable:
        """One row for each word."""
        seen, places = self._find(words)
        return seen.rows[places]

    def sentence(self, words: Sequence[Word]) -> IntegerTable:
        """The rows of the root, of each word, and two of padding."""
        seen, places = self._find(words)
        return seen.rows[[0, *places, 1, 2]]

    def _find(self, words: Sequence[Word]) -> "tuple[_Seen[Word], list[int]]":
        """A table with these words, and their places in it."""
        seen = self._seen
        places = [seen.places.get(word, -1) for word in words]
        if -1 in places:
            with self._lock:
                seen = self._seen if self._seen.has_room else _Seen(self._padding)
                new = [word for word in dict.fromkeys(words) if word not in seen.places]
                if new:  # another thread may have been here meanwhile
                    seen.add(new, self._compute(new))
                self._seen = seen
            places = [seen.places[word] for word in words]
        return seen, places


class _Seen(Generic[Word]):
    """Words and their rows, after those of padding. Threads may read while one adds: a row exists before its place."""

    def __init__(self, padding: IntegerTable) -> None:
        self.rows = np.concatenate((padding, np.empty((1024, padding.shape[1]), dtype=np.int32)))
        self.places: dict[Word, int] = {}
        self._padding, self._characters = len(padding), 0

    @property
    def has_room(self) -> bool:
        """Whether more words may be added."""
        return len(self.places) <= _MOST_WORDS and self._characters <= _MOST_CHARACTERS

    def add(self, words: Sequence[Word], rows: IntegerTable) -> None:
        """Keep the rows of new words."""
        first = self._padding + len(self.places)
        last = first + len(words)
        while last > len(self.rows):
            self.rows = np.concatenate((self.rows, np.empty_like(self.rows)))
        self.rows[first:last] = rows
        self._characters += sum(map(len, chain.from_iterable(words)))
        self.places.update(zip(words, range(first, last), strict=True))
