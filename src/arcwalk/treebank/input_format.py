"""The formats of files to parse or tag, read in two steps: cutting a file is cheap, making sentences need not wait."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from arcwalk.files.input import Position, read_lines
from arcwalk.files.paths import FilePath, source_name
from arcwalk.treebank.check import HeadPolicy
from arcwalk.treebank.raw_text import Segmentation, Segmenter, chosen_segmenter, cut_paragraphs, sentences_of_paragraphs
from arcwalk.treebank.reader import checked_sentences, cut_sentences
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.sentence_lines import SentenceLines
from arcwalk.treebank.tokenized_text import cut_lines, cut_words, sentence_of_line, sentence_of_words

_LONG_WORD = 10  # characters

FormatName = Literal["conllu", "words", "lines", "text"]


@dataclass(frozen=True)
class InputFormat:
    """A treebank, one word per line, one tokenized sentence per line, or raw text."""

    name: FormatName = "conllu"
    language: str = ""  # of raw text, for spaCy's rules; "": a model finds words and sentences
    are_lines_sentences: bool = False  # of raw text
    ranges: bool = False  # write to MISC where each token is in the raw text
    heads: HeadPolicy = "ignore"  # what HEAD and DEPREL of a treebank must be

    def segmenter(self, own: Segmenter | None, model: str, *, has_tagger: bool) -> Segmenter | None:
        """What finds words and sentences in raw text, if that is the format; a `model` may have its own."""
        if self.name != "text":
            return None
        return chosen_segmenter(own, self.language, has_tagger=has_tagger, model=model)

    def read(self, path: FilePath, segmenter: Segmenter | None = None) -> Iterator[Sentence]:
        """Stream the sentences of a file."""
        return self.sentences(self.cut(path), segmenter)

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
                return cut_paragraphs(lines, source, are_lines_sentences=self.are_lines_sentences)
        return cut_sentences(lines, source)

    def sentences(self, unread: Iterable[SentenceLines], segmenter: Segmenter | None = None) -> Iterator[Sentence]:
        """The sentences with these lines, checked; raw text needs a segmenter, see `segmenter`."""
        match self.name:
            case "words":
                return map(sentence_of_words, unread)
            case "lines":
                return map(sentence_of_line, unread)
            case "text":
                assert segmenter is not None
                form = Segmentation(segmenter, are_lines_sentences=self.are_lines_sentences, ranges=self.ranges)
                return sentences_of_paragraphs(unread, form)
        return checked_sentences(unread, self.heads)

    def size(self, unread: SentenceLines) -> int:
        """About how many words these lines have."""
        if self.name == "text":  # where there are no spaces, words are shorter
            return sum(max(line.count(" ") + 1, len(line) // _LONG_WORD) for line in unread.lines)
        if self.name == "lines":
            return sum(line.count(" ") + 1 for line in unread.lines)
        return len(unread.lines)
