"""Words and sentences by the rules of spaCy's blank pipelines, which need no trained model.

spaCy is an optional extra, `arcwalk[text]`: it is well maintained and has rules for some seventy languages.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from itertools import pairwise
from threading import Lock
from typing import Any

from arcwalk.errors import ArcwalkError
from arcwalk.treebank.raw_text.segmenter import RawSentence, Segmenter, no_segmenter, tokens_of
from arcwalk.treebank.raw_text.sentence_starts import sentence_starts

ANY_LANGUAGE = "xx"  # spaCy's code for its language-independent rules

_MOST_STRINGS = 200_000  # spaCy remembers every word it sees, about 100 MB for so many
_tokenizing = Lock()  # those memories are not made for threads


@dataclass(frozen=True)
class SpacyRules:
    """A segmenter for a language, or for any; raises if spaCy lacks the language, or is lacking itself."""

    language: str = ANY_LANGUAGE
    most_characters: int = sys.maxsize  # what spaCy is given at once, because nothing else runs meanwhile

    def __post_init__(self) -> None:
        _pipeline(self.language)

    def sentences(self, text: str) -> Iterator[RawSentence]:
        """The sentences of a paragraph."""
        end = 0
        for piece in _pieces(text, self.most_characters):
            with _tokenizing:
                doc = _doc(piece, self.language)
                starts = sentence_starts(doc)
                sentences = [[token.text for token in doc[start:end]] for start, end in pairwise([*starts, len(doc)])]
            for forms in sentences:
                tokens = list(tokens_of(forms, text, end))
                end = tokens[-1].end
                yield tokens

    def tokens(self, text: str) -> RawSentence:
        """The tokens of a text that is one sentence."""
        forms = []
        for piece in _pieces(text, self.most_characters):
            with _tokenizing:
                forms += [token.text for token in _doc(piece, self.language)]
        return list(tokens_of(forms, text))


def chosen_segmenter(own: Segmenter | None, language: str, *, has_tagger: bool, model: str = "") -> Segmenter:
    """spaCy's rules for a language, if one is named; otherwise what a model, perhaps in a file, has learned."""
    if language:
        return SpacyRules(language)
    if own is None:
        raise no_segmenter(model, has_tagger=has_tagger)
    return own


def _pieces(text: str, most: int) -> Iterator[str]:
    """The text with single spaces, cut between sentences, or else between words, where it is too long."""
    text = " ".join(text.split())
    while len(text) > most:
        end = max(text.rfind(mark, 0, most) + 1 for mark in (". ", "! ", "? ")) or text.rfind(" ", 0, most)
        if end <= 0:
            break
        yield text[:end]
        text = text[end:].lstrip(" ")
    if text:
        yield text


def _doc(text: str, language: str) -> Any:
    pipeline = _pipeline(language)
    if len(pipeline.vocab.strings) > _MOST_STRINGS:
        _pipeline.cache_clear()
        pipeline = _pipeline(language)
    return pipeline(text)


@lru_cache(maxsize=4)
def _pipeline(language: str) -> Any:
    try:
        import spacy

        from arcwalk.treebank.raw_text.bounded_tokenizer import BoundedTokenizer
    except ModuleNotFoundError as error:
        remedy = 'run: pip install "arcwalk[text]"'
        raise ArcwalkError(f"raw text needs {error.name}, which is not installed", remedy) from None
    if not (language.isascii() and language.isalpha() and len(language) <= 3):  # spaCy would import what it names
        problem = "is not a code; give two or three letters, such as da"
        raise ArcwalkError(f"language {language[:40]!r} {problem}, or {ANY_LANGUAGE} for any language")
    try:
        pipeline = spacy.blank(language.lower())
    except ImportError as error:
        known = find_spec(f"spacy.lang.{language.lower()}") is not None
        missing = f"spaCy needs another package for it ({' '.join(str(error).split())}); install that"
        problem = missing if known else "spaCy does not support it; choose another code"
        raise ArcwalkError(f"language {language}: {problem}, or use {ANY_LANGUAGE} for any language") from None
    pipeline.max_length = sys.maxsize  # the limit is meant for trained models
    pipeline.tokenizer = BoundedTokenizer(pipeline.tokenizer)
    return pipeline
