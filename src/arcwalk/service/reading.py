"""From the text of a request to sentences, lazily, so that the first is annotated before the last is read."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import StringIO

from arcwalk.errors import Finding, TreebankError
from arcwalk.service.errors import Refusal
from arcwalk.service.models import Model
from arcwalk.treebank.boundaries import beginning
from arcwalk.treebank.check import HeadPolicy
from arcwalk.treebank.input_format import FormatName, InputFormat
from arcwalk.treebank.raw_text import Segmentation, Segmenter, SpacyRules, cut_paragraphs, sentences_of_paragraphs
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.sentence_lines import SentenceLines
from arcwalk.treebank.values import BYTE_ORDER_MARK

SOURCE = "data"  # the parameter, where other messages name a file
LONGEST_RUN = 2_000  # characters without a space: spaCy's rules take time quadratic in them
LONGEST_PIECE = 10_000  # characters that spaCy is given at once, because nothing else runs meanwhile


@dataclass(frozen=True)
class Input:
    """How to read the text of a request."""

    format: FormatName
    segmentation: Segmentation | None = None  # of raw text
    heads: HeadPolicy = "ignore"

    def sentences(self, data: str, most_words: int) -> Iterator[Sentence]:
        """Stream the sentences in `data`, none if it is blank; those of raw text are numbered."""
        if not data.removeprefix(BYTE_ORDER_MARK).strip():
            return iter(())
        if self.segmentation is not None:
            are_sentences = self.segmentation.are_lines_sentences
            paragraphs = cut_paragraphs(StringIO(data, newline="\n"), SOURCE, are_lines_sentences=are_sentences)
            if isinstance(self.segmentation.segmenter, SpacyRules):
                most = most_words if are_sentences else None
                paragraphs = _digestible(paragraphs, most)
            return _numbered(sentences_of_paragraphs(paragraphs, self.segmentation), most_words)
        lines = StringIO(data.replace("\r\n", "\n"), newline="\n")
        form = InputFormat(self.format, heads=self.heads)
        sentences = form.sentences(_short(form.cut_lines(lines, SOURCE), form, most_words))
        return sentences if self.format == "conllu" else _in_paragraphs(sentences, are_lines=self.format == "lines")


def segmenter_for(model: Model, language: str) -> Segmenter:
    """spaCy's rules for a language, if one is named; otherwise what the model has learned."""
    if language:
        return SpacyRules(language, LONGEST_PIECE)
    if model.segmenter is None:
        raise Refusal(
            400, f"model {model.name} cannot find words and sentences in raw text; name a language, such as da"
        )
    return model.segmenter


def _in_paragraphs(sentences: Iterable[Sentence], *, are_lines: bool) -> Iterator[Sentence]:
    """The same with comments where paragraphs begin, which have one blank line more between them than sentences."""
    end = 0
    for number, sentence in enumerate(sentences):
        blank = sentence.line - end - 1
        end = sentence.line if are_lines else sentence.line + len(sentence) - 1
        if not number or blank > (0 if are_lines else 1):
            sentence = beginning(sentence, document=not number)
        yield sentence


def _short(unread: Iterable[SentenceLines], form: InputFormat, most_words: int) -> Iterator[SentenceLines]:
    """The same, refused from the first sentence with too many words on."""
    for lines in unread:
        if (size := form.size(lines)) > most_words:
            message = f"the sentence has {size:,} words or lines, more than {most_words:,}"
            raise _too_long(lines.line, message, "split it", lines.ordinal)
        yield lines


def _numbered(sentences: Iterable[Sentence], most_words: int) -> Iterator[Sentence]:
    for number, sentence in enumerate(sentences, 1):
        _check_words(sentence.line, len(sentence), most_words)
        yield sentence.with_comment("sent_id", str(number))


def _digestible(paragraphs: Iterable[SentenceLines], most_words: int | None) -> Iterator[SentenceLines]:
    """The same, refused from the first one that spaCy would take too long for; a line has `most_words` if any."""
    for paragraph in paragraphs:
        for number, line in enumerate("".join(paragraph.lines).lstrip().split("\n"), paragraph.line):
            words = line.split()
            if max(map(len, words), default=0) > LONGEST_RUN:
                message = f"there are more than {LONGEST_RUN:,} characters without a space between them"
                raise _too_long(number, message, "put spaces between words, or send tokenized text")
            if most_words is not None:
                _check_words(number, len(words), most_words)
        yield paragraph


def _check_words(line: int, count: int, most: int) -> None:
    if count > most:
        remedy = "end sentences with punctuation, or put blank lines between them"
        raise _too_long(line, f"a sentence has {count:,} words, more than {most:,}", remedy)


def _too_long(line: int, message: str, remedy: str, ordinal: int | str = "") -> TreebankError:
    return TreebankError(Finding(SOURCE, line, str(ordinal), "too-long", message, remedy))
