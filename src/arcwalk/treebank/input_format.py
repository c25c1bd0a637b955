"""The formats of files to parse or tag, read in two steps: cutting a file is cheap, making sentences need not wait."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from arcwalk.files.input import Position, read_lines
from arcwalk.files.paths import FilePath, source_name
from arcwalk.treebank.check import HeadPolicy
from arcwalk.treebank.raw_text import ANY_LANGUAGE, Segmentation, cut_paragraphs, sentences_of_paragraphs
from arcwalk.treebank.reader import checked_sentences, cut_sentences
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.sentence_lines import SentenceLines
from arcwalk.treebank.tokenized_text import cut_lines, cut_words, sentence_of_line, sentence_of_words

FormatName = Literal["conllu", "words", "lines", "text"]


@dataclass(frozen=True)
class InputFormat:
    """A treebank, one word per line, one tokenized sentence per line, or raw text in some language."""

    name: FormatName = "conllu"
    language: str = ANY_LANGUAGE  # of raw text
    heads: HeadPolicy = "ignore"  # what HEAD and DEPREL of a treebank must be

    def read(self, path: FilePath) -> Iterator[Sentence]:
        """Stream the sentences of a file."""
        return self.sentences(self.cut(path))

    def cut(self, path: FilePath, position: Position | None = None) -> Iterator[SentenceLines]:
        """Stream the lines of each sentence of a file, or of each paragraph of raw text."""
        return self.cut_lines(read_lines(path, position), source_name(path))

    def cut_lines(self, lines: Iterable[str], source: str) -> Iterator[SentenceLines]:
        """The same for lines that still have their line endings; messages call them `source`."""
        match self.name:
            case "words":
                return cut_words(lines, source)
            case "lines":
                return cut_lines(lines, source)
            case "text":
                return cut_paragraphs(lines, source)
        return cut_sentences(lines, source)

    def sentences(self, unread: Iterable[SentenceLines]) -> Iterator[Sentence]:
        """The sentences with these lines, checked."""
        match self.name:
            case "words":
                return map(sentence_of_words, unread)
            case "lines":
                return map(sentence_of_line, unread)
            case "text":
                return sentences_of_paragraphs(unread, Segmentation(self.language))
        return checked_sentences(unread, self.heads)

    def size(self, unread: SentenceLines) -> int:
        """About how many words these lines have."""
        if self.name in ("lines", "text"):
            return sum(line.count(" ") + 1 for line in unread.lines)
        return len(unread.lines)
