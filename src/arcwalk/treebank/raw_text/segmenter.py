"""What cuts raw text into sentences and tokens: a part of a model, or the rules of a library."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from arcwalk.errors import ArcwalkError, Argument, Option, Wording


class RawToken(NamedTuple):
    """A token of a text, and the words it consists of: mostly one, which is the token itself."""

    start: int
    end: int
    words: tuple[str, ...]

    def moved(self, distance: int) -> "RawToken":
        """The same token so much further on."""
        return RawToken(self.start + distance, self.end + distance, self.words)


RawSentence = list[RawToken]


class Segmenter(Protocol):
    """Finds tokens in a text; positions are those in the text that was given."""

    def sentences(self, text: str) -> Iterator[RawSentence]:
        """The sentences of a paragraph."""

    def tokens(self, text: str) -> RawSentence:
        """The tokens of a text that is one sentence."""


def no_segmenter(model: str = "", *, has_tagger: bool, has_rules: bool = True) -> ArcwalkError:
    """The error for raw text and a model, perhaps in a file, without a segmenter; `has_rules` if spaCy's may help."""
    training = Wording("train it with ", Argument("tags", "predicted"), " or ", Argument("tags", "joint"))
    if has_tagger:
        training = Wording("train it without ", Option("segmenter", "no"))
    rules = Wording(", or give ", Argument("language", "CODE"), " for spaCy's rules") if has_rules else ""
    remedy = Wording(training, rules)
    error = ArcwalkError("this model cannot find words and sentences in raw text", remedy)
    return error.at(model) if model else error


def tokens_of(forms: Iterable[str], text: str, start: int = 0) -> Iterator[RawToken]:
    """Where these words are, one after the other, in a text that has white space only between them."""
    end = start
    for form in forms:
        first, *others = form.split()
        start = text.index(first, end)
        end = start + len(first)
        for other in others:
            end = text.index(other, end) + len(other)
        yield RawToken(start, end, (form,))
