"""Where sentences begin and end: the lines of a file, cut into those of each sentence."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from arcwalk.errors import Finding, TreebankError
from arcwalk.files.flaws import flaw_of
from arcwalk.treebank.formats import Format, declared_format
from arcwalk.treebank.values import NOT_ROWS, is_row

MOST_LINES = 100_000  # of a sentence
MOST_CHARACTERS = 100_000_000  # of a sentence


class SentenceLines(NamedTuple):
    """The lines of a sentence, well-formed or not, or of a paragraph of raw text; and where they come from."""

    lines: list[str]
    source: str  # name of the file
    line: int  # number of the first line
    ordinal: int  # number of the sentence, or of the paragraph
    format: Format | None = None  # what the header of the file declares
    start: int = 0  # how many characters of raw text come before the first line
    sentence: int = 1  # number of the first sentence in its paragraph of raw text


def sentence_lines(lines: Iterable[str], source: str) -> Iterator[SentenceLines]:
    """Cut lines into sentences.

    A sentence is complete when the next one begins: blank lines after it belong to it, and so do comments at the very
    end of the file. Comments separated from their sentence by a blank line still go with it. If the first line is a
    header that declares the columns, it holds for all sentences. Whatever the file, no more of it is in memory than
    two sentences can have.
    """
    finished: SentenceLines | None = None
    current: list[str] = []
    first, ordinal = 1, 0
    size = 0  # characters of the current lines, or of the blank ones after a sentence
    has_rows = False
    format: Format | None = None
    for number, line in enumerate(lines, 1):
        if line[0] not in NOT_ROWS or is_row(line):
            if has_rows:  # nearly always
                size += len(line)
                if number - first >= MOST_LINES or size > MOST_CHARACTERS:
                    raise endless(source, first, size)
                current.append(line)
                continue
            if finished is not None:
                yield finished
                finished = None
            has_rows = True
        elif line.isspace():
            if has_rows:
                ordinal += 1
                finished = SentenceLines([*current, line], source, first, ordinal, format)
                current, first, size = [], number, len(line)
                has_rows = False
                continue
            if finished is not None and not current:
                size += len(line)
                if number - first >= MOST_LINES or size > MOST_CHARACTERS:
                    raise endless(source, first, size, "the gap between two sentences", "remove blank lines")
                finished.lines.append(line)
                continue
        else:
            if number == 1 and not line.endswith("\n") and (flaw := flaw_of(line, number)):  # all there is
                raise TreebankError(Finding(source, number, "", *flaw))
            if "global.columns" in line:
                if finished is not None:  # before this line is refused
                    yield finished
                    finished = None
                format = declared_format(line, number, source, format)
        if not current:
            first, size = number, 0
        size += len(line)
        if number - first >= MOST_LINES or size > MOST_CHARACTERS:
            raise endless(source, first, size, "what is above the words", "remove comments and blank lines")
        current.append(line)
    if has_rows:
        yield SentenceLines(current, source, first, ordinal + 1, format)
    elif finished is not None:
        finished.lines.extend(current)
        yield finished


def endless(
    source: str, first: int, size: int, what: str = "the sentence", remedy: str = "put blank lines between sentences"
) -> TreebankError:
    """The error for too many lines, or for so many characters: memory might not suffice for what is to come."""
    bound = f"{MOST_CHARACTERS:,} characters" if size > MOST_CHARACTERS else f"{MOST_LINES:,} lines"
    return TreebankError(Finding(source, first, "", "endless", f"{what} has more than {bound}", remedy))


def require_sentences(count: int, source: str) -> None:
    """Raise if a file has no sentences."""
    if not count:
        remedy = "check that it is the right file"
        raise TreebankError(Finding(source, 0, "", "empty-file", "there are no sentences in the file", remedy))
