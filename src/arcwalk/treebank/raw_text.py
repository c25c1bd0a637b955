"""Raw text: words and sentences by the rules of spaCy's blank pipelines, which need no trained model.

spaCy is an optional extra, `arcwalk[text]`: it is well kept and has rules for some seventy languages.
"""

import sys
from collections.abc import Iterator
from typing import Any

from arcwalk.errors import ArcwalkError
from arcwalk.treebank.files import FilePath
from arcwalk.treebank.plain_text import placed, refuse_nothing, unicode_lines
from arcwalk.treebank.sentence import Sentence

ANY_LANGUAGE = "xx"  # what spaCy calls its rules for all languages


def read_raw(path: FilePath, language: str = ANY_LANGUAGE) -> Iterator[Sentence]:
    """Stream the sentences of a text whose paragraphs have blank lines between them.

    Sentences keep their text, with a single space for any white space, as the comment `# text`, and say in MISC after
    which words there is no space (`SpaceAfter=No`). `language` is a code that spaCy knows, such as `da`.
    """
    return _sentences(path, _pipeline(language))


def _sentences(path: FilePath, pipeline: Any) -> Iterator[Sentence]:
    ordinal = 0
    for first, paragraph in _paragraphs(path):
        spans = [list(span) for span in pipeline(paragraph).sents]
        for span in spans:
            ordinal += 1
            followed = [bool(token.whitespace_) for token in span]
            if span is spans[-1]:
                followed[-1] = True  # by the end of the paragraph
            text = "".join(token.text_with_ws for token in span).strip()
            sentence = Sentence.from_columns([token.text for token in span], text=text)
            marked = sentence.with_misc("SpaceAfter", ["" if space else "No" for space in followed])
            yield placed(marked, path, first, ordinal)
    refuse_nothing(ordinal, path)


def _paragraphs(path: FilePath) -> Iterator[tuple[int, str]]:
    """The number of the first line of each paragraph, and its words with single spaces between them."""
    words: list[str] = []
    first = 0
    for number, line in unicode_lines(path):
        found = line.split()
        if found:
            if not words:
                first = number
            words += found
        elif words:
            yield first, " ".join(words)
            words = []
    if words:
        yield first, " ".join(words)


def _pipeline(language: str) -> Any:
    try:
        import spacy
    except ImportError:
        raise ArcwalkError('raw text needs spaCy, which is not installed; run: pip install "arcwalk[text]"') from None
    try:
        pipeline = spacy.blank(language)
    except ImportError as error:
        reason = " ".join(str(error).split())
        raise ArcwalkError(
            f"language {language}: spaCy cannot read it ({reason}); choose another code, or {ANY_LANGUAGE} for any"
        ) from None
    pipeline.add_pipe("sentencizer")
    pipeline.max_length = sys.maxsize  # the limit is for trained models
    return pipeline
