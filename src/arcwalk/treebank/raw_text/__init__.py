"""Raw text: words and sentences by the rules of spaCy's blank pipelines, which need no trained model.

spaCy is an optional extra, `arcwalk[text]`: it is well maintained and has rules for some seventy languages.
"""

import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.util import find_spec
from itertools import pairwise
from threading import Lock
from typing import Any

from arcwalk.errors import ArcwalkError
from arcwalk.treebank.files import FilePath, read_lines, source_name
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.sentence_lines import MOST_LINES, SentenceLines, endless, require_sentences
from arcwalk.treebank.sentence_starts import sentence_starts
from arcwalk.treebank.tokenized_text import located, unicode_lines

ANY_LANGUAGE = "xx"  # spaCy's code for its language-independent rules

_MOST_STRINGS = 200_000  # spaCy remembers every word it sees, about 100 MB for so many
_tokenizing = Lock()  # those memories are not made for threads


def read_raw(path: FilePath, language: str = ANY_LANGUAGE) -> Iterator[Sentence]:
    """Stream the sentences of a text file with blank lines between paragraphs.

    Sentences keep their text, white space reduced to single spaces, as the comment `# text`, and mark words without
    a space after them in MISC (`SpaceAfter=No`). Their IDs consist of the number of the paragraph and that of the
    sentence in it, as in `# sent_id = 3-1`. `language` is a code that spaCy knows, such as `da`.
    """
    return sentences_of_paragraphs(cut_paragraphs(read_lines(path), source_name(path)), language)


def sentences_in(text: str, language: str = ANY_LANGUAGE) -> list[Sentence]:
    """The sentences of a text in memory, see `read_raw`."""
    lines = unicode_lines(text.splitlines(), "<text>")
    return list(sentences_of_paragraphs(_paragraphs(lines, "<text>"), language))


def cut_paragraphs(lines: Iterable[str], source: str) -> Iterator[SentenceLines]:
    """The paragraphs of a text file, each in one line, for `sentences_of_paragraphs`."""
    count = 0
    for count, paragraph in enumerate(_paragraphs(unicode_lines(lines, source), source), 1):  # noqa: B007
        yield paragraph
    require_sentences(count, source)


def text_lines(path: FilePath) -> Iterator[SentenceLines]:
    """The lines of a text file, each a paragraph of its own, for `sentences_of_paragraphs`."""
    count = 0
    for number, line in unicode_lines(read_lines(path), source_name(path)):
        for paragraph in _paragraphs([(number, line)], source_name(path)):
            count += 1
            yield paragraph
    require_sentences(count, source_name(path))


def sentences_of_paragraphs(
    paragraphs: Iterable[SentenceLines], language: str = ANY_LANGUAGE, *, are_sentences: bool = False
) -> Iterator[Sentence]:
    """The sentences of paragraphs, one of each if they `are_sentences`; raises at once if spaCy lacks the language."""
    _pipeline(language)
    return _sentences(paragraphs, language, are_sentences)


def _sentences(paragraphs: Iterable[SentenceLines], language: str, are_sentences: bool) -> Iterator[Sentence]:
    for (text,), source, first, paragraph, _ in paragraphs:
        with _tokenizing:
            pipeline = _pipeline(language)
            if len(pipeline.vocab.strings) > _MOST_STRINGS:
                _pipeline.cache_clear()
                pipeline = _pipeline(language)
            doc = pipeline(text)
            starts = [0] if are_sentences else sentence_starts(doc)
        for number, (start, end) in enumerate(pairwise([*starts, len(doc)]), 1):
            span = doc[start:end]
            spaces = [bool(token.whitespace_) for token in span]
            if end == len(doc):
                spaces[-1] = True  # the end of the paragraph
            forms = [token.text for token in span]
            sentence = Sentence.from_columns(forms, id=f"{paragraph}-{number}", text=span.text)
            marked = sentence.with_misc("SpaceAfter", ["" if space else "No" for space in spaces])
            yield located(marked, source, first, 0)


def _paragraphs(lines: Iterable[tuple[int, str]], source: str) -> Iterator[SentenceLines]:
    """The words of each paragraph in one line, with single spaces between them."""
    words: list[str] = []
    first = ordinal = 0
    for number, line in lines:
        found = line.split()
        if found:
            if not words:
                first = number
            words += found
            if number - first >= MOST_LINES:
                raise endless(source, first)
        elif words:
            ordinal += 1
            yield SentenceLines([" ".join(words)], source, first, ordinal)
            words = []
    if words:
        yield SentenceLines([" ".join(words)], source, first, ordinal + 1)


@lru_cache(maxsize=4)
def _pipeline(language: str) -> Any:
    try:
        import spacy

        from arcwalk.treebank.raw_text.bounded_tokenizer import BoundedTokenizer
    except ModuleNotFoundError as error:
        remedy = 'run: pip install "arcwalk[text]"'
        raise ArcwalkError(f"raw text needs {error.name}, which is not installed; {remedy}") from None
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
