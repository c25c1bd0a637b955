"""Raw text cut into paragraphs, which blank lines separate. Joined, their lines are the text."""

from collections.abc import Iterable, Iterator

from arcwalk.files.input import read_lines
from arcwalk.files.paths import FilePath, source_name
from arcwalk.treebank.sentence_lines import MOST_CHARACTERS, MOST_LINES, SentenceLines, endless, require_sentences
from arcwalk.treebank.tokenized_text import require_sound, unicode_lines
from arcwalk.treebank.values import BYTE_ORDER_MARK

_STRETCH = 1000  # lines that become one string, or what is known of a paragraph if each line is a sentence


def cut_paragraphs(lines: Iterable[str], source: str, *, are_lines_sentences: bool = False) -> Iterator[SentenceLines]:
    """The paragraphs of a text, for `sentences_of_paragraphs`; long ones in pieces if each line is a sentence."""
    count = 0
    for count, paragraph in enumerate(paragraphs(lines, source, are_lines_sentences=are_lines_sentences), 1):  # noqa: B007
        yield paragraph
    require_sentences(count, source)


def text_lines(path: FilePath) -> Iterator[SentenceLines]:
    """The lines of a text file, each a paragraph of its own, for `sentences_of_paragraphs`."""
    count = 0
    for number, line in unicode_lines(read_lines(path), source_name(path)):
        if line.strip():
            count += 1
            yield SentenceLines([line], source_name(path), number, count)
    require_sentences(count, source_name(path))


def paragraphs(lines: Iterable[str], source: str, *, are_lines_sentences: bool = False) -> Iterator[SentenceLines]:
    """The same as `cut_paragraphs`; a text need not have any.

    White space belongs to the line before it, at the very start of the text to the line after it. Unless lines are
    sentences, many become one string: each string takes fifty bytes of its own.
    """
    paragraph: list[str] = []
    blank: list[str] = []
    start = first = size = joined = 0
    ordinal = sentence = 1
    for number, line in enumerate(lines, 1):
        if number == 1 and line.startswith(BYTE_ORDER_MARK):
            start, line = 1, line[1:]
        require_sound(line.replace("\r", " "), number, source)  # it is white space here
        size += len(line)
        if size > MOST_CHARACTERS:
            raise endless(source, first or 1, size, "the paragraph", "put blank lines between paragraphs")
        text = line.lstrip()
        if not text:
            blank.append(line)
            if len(blank) > MOST_LINES:
                gap = number - MOST_LINES
                raise endless(source, gap, 0, "the gap between two paragraphs", "remove blank lines")
            continue
        if paragraph and (blank or (are_lines_sentences and len(paragraph) == _STRETCH)):
            paragraph[-1] += "".join([*blank, line[: -len(text)]])
            yield SentenceLines(paragraph, source, first, ordinal, start=start, sentence=sentence)
            start += sum(map(len, paragraph))
            ordinal, sentence = (ordinal + 1, 1) if blank else (ordinal, sentence + len(paragraph))
            paragraph, blank, line, size, joined = [], [], text, len(text), 0
        if not paragraph:
            first = number
            line = "".join([*blank, line])
            blank = []
        paragraph.append(line)
        if not are_lines_sentences and len(paragraph) - joined > _STRETCH:
            paragraph[joined:] = ["".join(paragraph[joined:])]
            joined += 1
    if paragraph:
        paragraph[-1] += "".join(blank)
        yield SentenceLines(paragraph, source, first, ordinal, start=start, sentence=sentence)
