"""From the text of a request to sentences, lazily, so that the first is annotated before the last is read."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import StringIO

from arcwalk.errors import Finding, TreebankError
from arcwalk.service.errors import Refusal
from arcwalk.treebank.check import HeadPolicy
from arcwalk.treebank.input_format import FormatName, InputFormat
from arcwalk.treebank.raw_text import ANY_LANGUAGE, sentences_of_paragraphs
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.sentence_lines import SentenceLines

SOURCE = "data"  # the parameter, where other messages name a file
LONGEST_RUN = 2_000  # characters without a space: spaCy's rules take time quadratic in them
LONGEST_PARAGRAPH = 10_000  # characters that spaCy is given at once, because nothing else runs meanwhile


@dataclass(frozen=True)
class Input:
    """How to read the text of a request."""

    format: FormatName
    language: str = ANY_LANGUAGE
    are_lines_sentences: bool = False  # of raw text
    heads: HeadPolicy = "ignore"

    def sentences(self, data: str, most_words: int) -> Iterator[Sentence]:
        """Stream the sentences in `data`, none if it is blank; those of raw text are numbered."""
        if not data.strip():
            return iter(())
        lines = StringIO(data.replace("\r\n", "\n"), newline="\n")
        if self.format == "text":
            return _numbered(self._of_raw_text(lines), most_words)
        form = InputFormat(self.format, heads=self.heads)
        return form.sentences(_short(form.cut_lines(lines, SOURCE), form, most_words))

    def _of_raw_text(self, lines: Iterable[str]) -> Iterator[Sentence]:
        if not (self.language.isascii() and self.language.isalpha() and len(self.language) <= 3):
            raise Refusal(400, f"language {self.language[:40]!r} is not a code; give two or three letters, such as da")
        form = InputFormat("text", self.language)
        if not self.are_lines_sentences:
            return form.sentences(_digestible(form.cut_lines(lines, SOURCE)))
        paragraphs = (
            each._replace(line=number)
            for number, line in enumerate(lines, 1)
            if line.strip()
            for each in form.cut_lines([line], SOURCE)
        )
        return sentences_of_paragraphs(_digestible(paragraphs), self.language, are_sentences=True)


def _short(found: Iterable[SentenceLines], form: InputFormat, most_words: int) -> Iterator[SentenceLines]:
    """The same, refused from the first sentence with too many words on."""
    for lines in found:
        if (size := form.size(lines)) > most_words:
            raise _too_long(lines, f"the sentence has {size:,} words or lines, more than {most_words:,}", "split it")
        yield lines


def _numbered(sentences: Iterable[Sentence], most_words: int) -> Iterator[Sentence]:
    for number, sentence in enumerate(sentences, 1):
        if len(sentence) > most_words:
            message = f"a sentence has {len(sentence):,} words, more than {most_words:,}"
            remedy = "end sentences with punctuation, or put blank lines between them"
            raise _too_long(SentenceLines([], SOURCE, sentence.line, 0), message, remedy)
        yield sentence.with_comment("sent_id", str(number))


def _digestible(paragraphs: Iterable[SentenceLines]) -> Iterator[SentenceLines]:
    """The same text, with very long paragraphs cut between words."""
    for paragraph in paragraphs:
        (text,) = paragraph.lines
        if max(map(len, text.split(" "))) > LONGEST_RUN:
            message = f"there are more than {LONGEST_RUN:,} characters without a space between them"
            raise _too_long(paragraph._replace(ordinal=0), message, "put spaces between words, or send tokenized text")
        while len(text) > LONGEST_PARAGRAPH:
            end = max(text.rfind(mark, 0, LONGEST_PARAGRAPH) + 1 for mark in (". ", "! ", "? "))
            end = end or text.rfind(" ", 0, LONGEST_PARAGRAPH)
            yield paragraph._replace(lines=[text[:end]])
            text = text[end:].lstrip(" ")
        yield paragraph._replace(lines=[text])


def _too_long(found: SentenceLines, message: str, remedy: str) -> TreebankError:
    return TreebankError(Finding(found.source, found.line, str(found.ordinal or ""), "too-long", message, remedy))
