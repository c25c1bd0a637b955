"""A tokenizer for texts without spaces, such as ten thousand brackets, as fast as for others.

spaCy's takes what stands between two spaces apart from both ends. It looks through all that is left each time, which
takes time quadratic in its length.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from spacy.tokens import Doc

_MOST = 1000  # characters of a stretch; longer words stay whole
_LONG = re.compile(rf"\S{{{_MOST + 1},}}")
_STRETCH = re.compile(rf"\S{{1,{_MOST}}}(?<!\w)|\w+\W?")  # ends after a mark, such as a bracket


class BoundedTokenizer:
    """A tokenizer of spaCy that gets a long string without spaces in stretches."""

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer

    def __call__(self, text: str) -> Doc:
        """The words of a text."""
        cuts = [cut for long in _LONG.finditer(text) for cut in _cuts(text, *long.span())]
        if not cuts:
            doc: Doc = self._tokenizer(text)
            return doc
        parts = [self._tokenizer(text[first:last]) for first, last in pairwise([0, *cuts, len(text)])]
        joined = Doc.from_docs(parts, ensure_whitespace=False)
        assert joined is not None
        return joined


def _cuts(text: str, first: int, last: int) -> Iterator[int]:
    """Where to cut the characters between two spaces."""
    while last - first > _MOST and (stretch := _STRETCH.match(text, first, last)):
        first = stretch.end()
        if first < last:
            yield first
