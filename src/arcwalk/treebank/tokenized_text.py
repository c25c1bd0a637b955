"""Sentences without annotation: one word per line, or one sentence per line with spaces between its words.

The number of a sentence becomes its comment `# sent_id`; the line of a sentence is kept as the comment `# text`.
"""

from collections.abc import Iterable, Iterator

from arcwalk.errors import Finding, TreebankError
from arcwalk.files.flaws import flaw_of, without_ending
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.sentence_lines import MOST_CHARACTERS, MOST_LINES, SentenceLines, endless, require_sentences
from arcwalk.treebank.values import BYTE_ORDER_MARK


def cut_words(lines: Iterable[str], source: str) -> Iterator[SentenceLines]:
    """The words of each sentence, one a line with blank lines between sentences, for `sentence_of_words`."""
    words: list[str] = []
    first = ordinal = size = 0
    for number, line in _word_lines(lines, source):
        if line:
            if not words:
                first, size = number, 0
            words.append(line)
            size += len(line)
            if len(words) > MOST_LINES or size > MOST_CHARACTERS:
                raise endless(source, first, size)
        elif words:
            ordinal += 1
            yield SentenceLines(words, source, first, ordinal)
            words = []
    if words:
        ordinal += 1
        yield SentenceLines(words, source, first, ordinal)
    require_sentences(ordinal, source)


def cut_lines(lines: Iterable[str], source: str) -> Iterator[SentenceLines]:
    """The line of each sentence, with spaces between words, for `sentence_of_line`; blank lines are skipped."""
    ordinal = 0
    for number, line in _word_lines(lines, source):
        if line:
            ordinal += 1
            yield SentenceLines([line], source, number, ordinal)
    require_sentences(ordinal, source)


def sentence_of_words(unread: SentenceLines) -> Sentence:
    """The sentence whose words are these lines."""
    sentence = Sentence.from_columns(unread.lines, id=str(unread.ordinal))
    return located(sentence, unread.source, unread.line, unread.ordinal)


def sentence_of_line(unread: SentenceLines) -> Sentence:
    """The sentence whose words are in this one line."""
    (line,) = unread.lines
    words = [word for word in line.split(" ") if word]
    sentence = Sentence.from_columns(words, id=str(unread.ordinal), text=line)
    return located(sentence, unread.source, unread.line, unread.ordinal)


def unicode_lines(lines: Iterable[str], source: str) -> Iterator[tuple[int, str]]:
    """The lines of a file, numbered from 1, without byte order mark and line endings; checked as those of treebanks."""
    for number, text in enumerate(lines, 1):
        line = text.removeprefix(BYTE_ORDER_MARK) if number == 1 else text
        require_sound(line, number, source)
        yield number, without_ending(line)


def require_sound(line: str, number: int, source: str) -> None:
    """Raise for a line that no file may contain."""
    if flaw := flaw_of(line, number):
        raise TreebankError(Finding(source, number, "", *flaw))


def located(sentence: Sentence, source: str, line: int, ordinal: int) -> Sentence:
    """The sentence with its place in the file, for messages."""
    sentence.source, sentence.line, sentence.ordinal = source, line, ordinal
    return sentence


def _word_lines(lines: Iterable[str], source: str) -> Iterator[tuple[int, str]]:
    """The lines without surrounding spaces; they may not contain what would break a line of CoNLL-U."""
    for number, line in unicode_lines(lines, source):
        if "\t" in line:
            remedy = "remove it, or read the file as CoNLL-U"
            raise TreebankError(Finding(source, number, "", "tab", "there is a tab in the line", remedy))
        yield number, line.strip(" ")
