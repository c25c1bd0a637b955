"""Words and sentences by the rules of spaCy's blank pipelines, which need no trained model.

spaCy is an optional extra, `arcwalk[text]`: it is well maintained and has rules for some seventy languages.
"""

import sys
from functools import lru_cache
from importlib.util import find_spec
from itertools import pairwise
from threading import Lock
from typing import Any

from arcwalk.errors import ArcwalkError
from arcwalk.treebank.raw_text.sentence_starts import sentence_starts

ANY_LANGUAGE = "xx"  # spaCy's code for its language-independent rules

_MOST_STRINGS = 200_000  # spaCy remembers every word it sees, about 100 MB for so many
_tokenizing = Lock()  # those memories are not made for threads


def require_language(language: str) -> None:
    """Raise if spaCy lacks the language, or is lacking itself."""
    _pipeline(language)


def sentences_of(text: str, language: str) -> list[list[str]]:
    """The words of each sentence in a text with single spaces."""
    with _tokenizing:
        doc = _doc(text, language)
        starts = sentence_starts(doc)
        return [[token.text for token in doc[start:end]] for start, end in pairwise([*starts, len(doc)])]


def words_of(text: str, language: str) -> list[str]:
    """The words in a text with single spaces."""
    with _tokenizing:
        return [token.text for token in _doc(text, language)]


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
