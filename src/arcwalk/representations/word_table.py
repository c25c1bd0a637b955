"""`Words`: the clusters of words that a model keeps.

    words = read_word_file("vectors.txt.gz")    # see `arcwalk.representations.word_files`
    words.clusters[words.row("Haus")]           # the clusters of a word, in the order of `CLUSTERS`

A word is looked up as it is written, then in lower case. Each of its clusters is a property that templates can name:
`cluster4`, `cluster6` and `cluster8` are among at most 16, 64 and 256 clusters, `cluster` is the finest one.
"""

import hashlib
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arcwalk.remembered import remembered
from arcwalk.safe_reading.arrays import ANY, StoredArrays

CLUSTER_BITS = (4, 6, 8)  # clusters are prefixes of a path, or at most two to the power of that many
CLUSTERS = (*(f"cluster{bits}" for bits in CLUSTER_BITS), "cluster")
"""The properties of a word that its clusters are, coarse ones first."""

MOST_WORDS = 200_000
"""How many words of a file are kept, the most frequent ones."""

WORD_ARRAYS = ("words.text", "words.ends", "words.clusters")
"""The arrays of a model file."""

_REMEMBERED = 1024  # rows: the same word is needed several times in a row


def without_spaces(form: str) -> str:
    """The form as most files of vectors have it, where spaces separate a word from its numbers."""
    return "_".join(form.split()) if any(map(str.isspace, form)) else form


class Words:
    """The clusters of words, one row for each word. Immutable."""

    def __init__(self, text: NDArray[np.uint8], ends: NDArray[np.uint32], clusters: NDArray[np.uint16]) -> None:
        """`text` holds the forms in UTF-8, sorted and without gaps; `ends` is where each one ends."""
        self.clusters = clusters  # (words, len(CLUSTERS))
        self._text, self._ends = text, ends
        self._row = remembered(_REMEMBERED)(self._search)

    @classmethod
    def of(cls, forms: Sequence[str], clusters: NDArray[np.uint16]) -> "Words":
        """The table of distinct words, with a row of `clusters` for each."""
        encoded = [form.encode() for form in forms]
        order = sorted(range(len(encoded)), key=encoded.__getitem__)
        text = np.frombuffer(b"".join(encoded[i] for i in order), dtype=np.uint8)
        ends = np.cumsum([len(encoded[i]) for i in order], dtype=np.uint32)
        return cls(text, ends, clusters[order])

    def __len__(self) -> int:
        return len(self._ends)

    def row(self, form: str) -> int:
        """The row of a word, as it is written or else in lower case; -1 if there is none."""
        return self._row(form)

    def coverage(self, forms: Iterable[str]) -> float:
        """The share of words that have a row."""
        counts = Counter(forms)
        return sum(count for form, count in counts.items() if self.row(form) >= 0) / max(counts.total(), 1)

    def digest(self) -> str:
        """A hash of everything in the table."""
        digest = hashlib.sha256()
        for array in self.arrays().values():
            digest.update(np.ascontiguousarray(array).data)
        return digest.hexdigest()

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays of a model file."""
        return dict(zip(WORD_ARRAYS, (self._text, self._ends, self.clusters), strict=True))

    @classmethod
    def restore(cls, arrays: StoredArrays) -> "Words":
        """The table that these arrays of a file came from."""
        text = arrays.take(WORD_ARRAYS[0], np.uint8, (ANY,))
        ends = arrays.take(WORD_ARRAYS[1], np.uint32, (ANY,), 0, len(text))
        clusters = arrays.take(WORD_ARRAYS[2], np.uint16, (len(ends), len(CLUSTERS)))
        if not (len(ends) and ends[-1] == len(text) and (ends[:-1] <= ends[1:]).all()):
            raise arrays.source.damaged("the arrays of its words do not fit together")
        return cls(text.copy(), ends.copy(), clusters.copy())

    def _search(self, form: str) -> int:
        forms = dict.fromkeys(
            spelling for written in (form, without_spaces(form)) for spelling in (written, written.lower())
        )
        return next((row for row in map(self._find, forms) if row >= 0), -1)

    def _find(self, form: str) -> int:
        wanted = form.encode(errors="surrogatepass")
        index = bisect_left(range(len(self)), wanted, key=self._form)
        return index if index < len(self) and self._form(index) == wanted else -1

    def _form(self, row: int) -> bytes:
        start = int(self._ends[row - 1]) if row else 0
        return self._text[start : int(self._ends[row])].tobytes()
