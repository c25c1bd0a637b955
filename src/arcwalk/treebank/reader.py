"""Reading a treebank, one sentence at a time."""

from collections.abc import Iterable, Iterator
from os import PathLike

from arcwalk.errors import TreebankError
from arcwalk.files.input import read_lines
from arcwalk.files.paths import FilePath, source_name
from arcwalk.treebank.check import HeadPolicy, check
from arcwalk.treebank.sentence import Sentence, require_sentence
from arcwalk.treebank.sentence_lines import SentenceLines, require_sentences, sentence_lines

Treebank = FilePath | Sentence | Iterable[Sentence]
"""A file, or sentences in memory: several, or a single one."""


def read(path: FilePath, *, heads: HeadPolicy = "ignore") -> Iterator[Sentence]:
    """Stream the sentences of a CoNLL-U (Plus), CoNLL-X or CoNLL-2009 file, `-` for standard input.

    `heads` says what HEAD and DEPREL must be: anything, for files to parse ("ignore"); valid where given, to
    keep those arcs ("given"); a complete labeled tree, to train or evaluate on ("gold"). The first problem raises
    `TreebankError`.
    """
    return read_text(read_lines(path), source_name(path), heads=heads)


def read_text(lines: Iterable[str], source: str = "<text>", *, heads: HeadPolicy = "ignore") -> Iterator[Sentence]:
    """Like `read`, from lines that still have their line endings; messages call them `source`."""
    return _checked(read_unchecked(lines, source), heads)


def read_unchecked(lines: Iterable[str], source: str) -> Iterator[Sentence]:
    """Like `read_text`, for sentences that may be malformed."""
    return map(sentence_of, cut_sentences(lines, source))


def cut_sentences(lines: Iterable[str], source: str) -> Iterator[SentenceLines]:
    """The lines of each sentence, of which there must be one."""
    ordinal = 0
    for unread in sentence_lines(lines, source):
        ordinal = unread.ordinal
        yield unread
    require_sentences(ordinal, source)


def sentence_of(unread: SentenceLines) -> Sentence:
    """The sentence with these lines, which may be malformed."""
    return Sentence(unread.lines, unread.source, unread.line, unread.ordinal, unread.format)


def checked_sentences(unread: Iterable[SentenceLines], heads: HeadPolicy) -> Iterator[Sentence]:
    """The sentences with these lines, checked as `read` checks them."""
    return _checked(map(sentence_of, unread), heads)


def sentences_of(treebank: Treebank, *, heads: HeadPolicy = "ignore") -> list[Sentence]:
    """The sentences of a treebank, in a file or in memory, checked as `read` checks them."""
    if isinstance(treebank, str | PathLike):
        return list(read(treebank, heads=heads))
    return list(_checked([treebank] if isinstance(treebank, Sentence) else treebank, heads))


def _checked(sentences: Iterable[Sentence], heads: HeadPolicy) -> Iterator[Sentence]:
    for sentence in map(require_sentence, sentences):
        for finding in check(sentence, heads):
            raise TreebankError(finding)
        yield sentence
