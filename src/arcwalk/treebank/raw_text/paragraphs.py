"""Raw text cut into paragraphs, which blank lines separate. Joined, their lines are the text."""

from collections.abc import Iterable, Iterator

from arcwalk.files.input import read_lines
from arcwalk.files.paths import FilePath, source_name
from arcwalk.treebank.sentence_lines import MOST_CHARACTERS, MOST_LINES, SentenceLines, endless, require_sentences
from arcwalk.treebank.tokenized_text import require_sound, unicode_lines
from arcwalk.treebank.values import BYTE_ORDER_MARK


def cut_paragraphs(lines: Iterable[str], source: str) -> Iterator[SentenceLines]:
    """The paragraphs of a text, for `sentences_of_paragraphs`."""
    count = 0
    for count, paragraph in enumerate(paragraphs(lines, source), 1):  # noqa: B007
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


def paragraphs(lines: Iterable[str], source: str) -> Iterator[SentenceLines]:
    """The same as `cut_paragraphs`; a text need not have any.

    White space belongs to the line before it, at the very start of the text to the line after it.
    """
    paragraph: list[str] = []
    blank: list[str] = []
    start = first = ordinal = size = 0
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
            continue
        if paragraph and blank:
            paragraph[-1] += "".join([*blank, line[: -len(text)]])
            ordinal += 1
            yield SentenceLines(paragraph, source, first, ordinal, start=start)
            start += sum(map(len, paragraph))
            paragraph, blank, line, size = [], [], text, len(text)
        if not paragraph:
            first = number
            line = "".join([*blank, line])
            blank = []
        paragraph.append(line)
        if number - first >= MOST_LINES:
            raise endless(source, first, size, "the paragraph", "put blank lines between paragraphs")
    if paragraph:
        paragraph[-1] += "".join(blank)
        yield SentenceLines(paragraph, source, first, ordinal + 1, start=start)
