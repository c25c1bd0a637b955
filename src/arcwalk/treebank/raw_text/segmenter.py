"""What cuts raw text into sentences and tokens: a part of a model, or the rules of a library."""

from collections.abc import Iterator
from typing import NamedTuple, Protocol


class RawToken(NamedTuple):
    """A token of a text, and the words it consists of: mostly one, which is the token itself."""

    start: int
    end: int
    words: tuple[str, ...]


RawSentence = list[RawToken]


class Segmenter(Protocol):
    """Finds tokens in a text; positions are those in the text that was given."""

    def sentences(self, text: str) -> Iterator[RawSentence]:
        """The sentences of a paragraph."""

    def tokens(self, text: str) -> RawSentence:
        """The tokens of a text that is one sentence."""
