"""Sentences without annotation: one word per line, or one sentence per line with spaces between its words."""

from collections.abc import Iterable, Iterator

from arcwalk.errors import Finding, TreebankError
from arcwalk.treebank.files import FilePath, read_lines, source_name
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.sentence_lines import SentenceLines, require_sentences
from arcwalk.treebank.sentence_text import BYTE_ORDER_MARK


def read_words(path: FilePath) -> Iterator[Sentence]:
    """Stream the sentences of a file with one word per line and blank lines between sentences."""
    return map(sentence_of_words, cut_words(read_lines(path), source_name(path)))


def read_tokenized(path: FilePath) -> Iterator[Sentence]:
    """Stream the sentences of a file with one sentence per line and spaces between words; blank lines are skipped.

    The line is kept as the comment `# text`.
    """
    return map(sentence_of_line, cut_lines(read_lines(path), source_name(path)))


def cut_words(lines: Iterable[str], source: str) -> Iterator[SentenceLines]:
    """The words of each sentence, for `sentence_of_words`."""
    words: list[str] = []
    first = ordinal = 0
    for number, line in _word_lines(lines, source):
        if line:
            if not words:
                first = number
            words.append(line)
        elif words:
            ordinal += 1
            yield SentenceLines(words, source, first, ordinal)
            words = []
    if words:
        ordinal += 1
        yield SentenceLines(words, source, first, ordinal)
    require_sentences(ordinal, source)


def cut_lines(lines: Iterable[str], source: str) -> Iterator[SentenceLines]:
    """The line of each sentence, for `sentence_of_line`."""
    ordinal = 0
    for number, line in _word_lines(lines, source):
        if line:
            ordinal += 1
            yield SentenceLines([line], source, number, ordinal)
    require_sentences(ordinal, source)


def sentence_of_words(found: SentenceLines) -> Sentence:
    """The sentence whose words are these lines."""
    return located(Sentence.from_columns(found.lines), found.source, found.line, found.ordinal)


def sentence_of_line(found: SentenceLines) -> Sentence:
    """The sentence whose words are in this one line."""
    (line,) = found.lines
    words = [word for word in line.split(" ") if word]
    return located(Sentence.from_columns(words, text=line), found.source, found.line, found.ordinal)


def unicode_lines(lines: Iterable[str], source: str) -> Iterator[tuple[int, str]]:
    """The lines of a file, numbered from 1, without byte order mark and line endings; they must be UTF-8."""
    for number, text in enumerate(lines, 1):
        line = text.removeprefix(BYTE_ORDER_MARK) if number == 1 else text
        if any("\udc80" <= character <= "\udcff" for character in line):
            raise _unusable(source, number, "encoding", "the line is not UTF-8", "convert the file to UTF-8")
        yield number, line.rstrip("\r\n")


def located(sentence: Sentence, source: str, line: int, ordinal: int) -> Sentence:
    """The sentence with its place in the file, for messages."""
    sentence.source, sentence.line, sentence.ordinal = source, line, ordinal
    return sentence


def _word_lines(lines: Iterable[str], source: str) -> Iterator[tuple[int, str]]:
    """The lines without surrounding spaces; they may not contain what would break a line of CoNLL-U."""
    for number, line in unicode_lines(lines, source):
        if "\t" in line:
            remedy = "remove it, or read the file as CoNLL-U"
            raise _unusable(source, number, "tab", "there is a tab in the line", remedy)
        if "\r" in line:
            message = "there is a carriage return inside the line"
            raise _unusable(source, number, "line-break", message, "end lines with line feeds")
        yield number, line.strip(" ")


def _unusable(source: str, line: int, test: str, message: str, remedy: str) -> TreebankError:
    return TreebankError(Finding(source, line, "", test, message, remedy))
