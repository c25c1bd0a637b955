"""Where the sentences of raw text start: by the rules of spaCy's sentencizer, which leave one thing to correct."""

from functools import cache
from typing import Any


def sentence_starts(doc: Any) -> list[int]:
    """The indices of the tokens of a spaCy `Doc` that start a sentence."""
    (guesses,) = _sentencizer().predict([doc])
    return [_with_opening(doc, i) for i, is_start in enumerate(guesses) if is_start]


def _with_opening(doc: Any, start: int) -> int:
    """The start of a sentence with the brackets and quotes that open it.

    The sentencizer counts all punctuation after a full stop as part of the sentence that ends there.
    """
    first = start
    while first and not doc[first - 1].whitespace_ and doc[first - 1].is_punct and not _is_final(doc[first - 1]):
        first -= 1
    return first if first and doc[first - 1].whitespace_ else start


def _is_final(token: Any) -> bool:
    return token.text in _sentencizer().punct_chars


@cache
def _sentencizer() -> Any:
    from spacy.pipeline import Sentencizer  # part of the extra `arcwalk[text]`

    return Sentencizer()
