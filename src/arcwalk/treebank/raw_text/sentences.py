"""Sentences of raw text, which know their paragraphs and, on request, where each of their words is in the text."""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from arcwalk.files.input import read_lines
from arcwalk.files.paths import FilePath, source_name
from arcwalk.treebank.boundaries import beginning
from arcwalk.treebank.raw_text.paragraphs import cut_paragraphs, paragraphs
from arcwalk.treebank.raw_text.spacy_rules import ANY_LANGUAGE, require_language, sentences_of, words_of
from arcwalk.treebank.raw_text.white_space import places_of, with_contact, with_ranges, with_white_space
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.sentence_lines import SentenceLines
from arcwalk.treebank.tokenized_text import located


@dataclass(frozen=True)
class Segmentation:
    """How raw text becomes sentences, and what these tell of it."""

    language: str = ANY_LANGUAGE  # a code that spaCy knows, such as `da`
    are_lines_sentences: bool = False
    ranges: bool = False  # write `TokenRange`, the positions of each word in the text, to MISC
    white_space: bool = False  # write all white space to MISC, rather than `SpaceAfter=No` only
    most_characters: int = sys.maxsize  # what is given to spaCy at once, because nothing else runs meanwhile


def read_raw(path: FilePath, language: str = ANY_LANGUAGE) -> Iterator[Sentence]:
    """Stream the sentences of a text file with blank lines between paragraphs.

    Sentences keep their text, white space reduced to single spaces, as the comment `# text`, and mark words without
    a space after them in MISC (`SpaceAfter=No`). Their IDs consist of the number of the paragraph and that of the
    sentence in it, as in `# sent_id = 3-1`; `# newdoc` and `# newpar` tell where the text and its paragraphs begin.
    `language` is a code that spaCy knows, such as `da`.
    """
    return sentences_of_paragraphs(cut_paragraphs(read_lines(path), source_name(path)), Segmentation(language))


def sentences_in(text: str, language: str = ANY_LANGUAGE) -> list[Sentence]:
    """The sentences of a text in memory, see `read_raw`."""
    lines = (f"{line}\n" for line in text.splitlines())
    return list(sentences_of_paragraphs(paragraphs(lines, "<text>"), Segmentation(language)))


def sentences_of_paragraphs(unread: Iterable[SentenceLines], segmentation: Segmentation) -> Iterator[Sentence]:
    """The sentences of paragraphs; raises at once if spaCy lacks the language."""
    require_language(segmentation.language)
    return _sentences(unread, segmentation)


def _sentences(unread: Iterable[SentenceLines], segmentation: Segmentation) -> Iterator[Sentence]:
    for paragraph in unread:
        text = "".join(paragraph.lines)
        end = 0
        for number, (line, forms) in enumerate(_segments(paragraph, segmentation), 1):
            places = list(places_of(forms, text, end))
            start, end = places[0].start, places[-1].end
            written = " ".join(text[start:end].split())
            sentence = Sentence.from_columns(forms, id=f"{paragraph.ordinal}-{number}", text=written)
            mark = with_white_space if segmentation.white_space else with_contact
            sentence = mark(sentence, text, places)
            if segmentation.ranges:
                sentence = with_ranges(sentence, places, paragraph.start)
            if number == 1:
                sentence = beginning(sentence, document=paragraph.ordinal == 1)
            yield located(sentence, paragraph.source, line, 0)


def _segments(paragraph: SentenceLines, segmentation: Segmentation) -> Iterator[tuple[int, list[str]]]:
    """The line, in the file, and the words of each sentence; without lines for sentences, the line is the first."""
    language, most = segmentation.language, segmentation.most_characters
    if segmentation.are_lines_sentences:
        for number, line in enumerate(paragraph.lines, paragraph.line):
            yield number, [word for piece in _pieces(line, most) for word in words_of(piece, language)]
    else:
        for piece in _pieces(" ".join(paragraph.lines), most):
            for forms in sentences_of(piece, language):
                yield paragraph.line, forms


def _pieces(text: str, most: int) -> Iterator[str]:
    """The text with single spaces, cut between sentences, or else between words, where it is too long."""
    text = " ".join(text.split())
    while len(text) > most:
        end = max(text.rfind(mark, 0, most) + 1 for mark in (". ", "! ", "? ")) or text.rfind(" ", 0, most)
        if end <= 0:
            break
        yield text[:end]
        text = text[end:].lstrip(" ")
    yield text
