"""A treebank file as sections, one for each sentence, whose texts together are the file byte for byte."""

import hashlib
import io
from collections.abc import Iterator
from dataclasses import dataclass

from arcwalk.errors import Finding, TreebankError
from arcwalk.files.flaws import without_ending
from arcwalk.treebank.check import HeadPolicy
from arcwalk.treebank.formats import CONLL_U
from arcwalk.treebank.reader import cut_sentences, read_text
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.values import BYTE_ORDER_MARK, is_row


@dataclass(frozen=True, slots=True)
class Section:
    """The lines of a sentence: what may stand before the first one of a file, its comments and words, and the rest."""

    lead: str  # the byte order mark, or nothing
    body: str  # from its first comment to its last word
    rest: str  # the end of that line, blank lines, and comments at the end of the file

    def __str__(self) -> str:
        return self.lead + self.body + self.rest

    @property
    def newline(self) -> str:
        """How its lines end."""
        return "\r\n" if "\r\n" in self.body + self.rest else "\n"

    @property
    def text(self) -> str:
        """The sentence with line feeds and one blank line at the end, as users see it."""
        return self.body.replace("\r\n", "\n") + "\n\n"

    @property
    def version(self) -> str:
        """What tells this text of the sentence from others."""
        return digest(self.text.encode())[:16]

    def holding(self, texts: list[str]) -> list["Section"]:
        """The sections that hold these texts in place of this one; the last keeps what comes after it."""
        bodies = [text.rstrip("\n").replace("\n", self.newline) for text in texts]
        between = 2 * self.newline
        ending = self.rest if without_ending(self.rest) else between
        sections = [Section("", body, between) for body in bodies]
        sections[-1] = Section("", bodies[-1], ending)
        sections[0] = Section(self.lead, sections[0].body, sections[0].rest)
        return sections


def sections_in(data: bytes, source: str) -> list[Section]:
    """The sections of a CoNLL-U file; raises `TreebankError` for the first problem in it."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        finding = Finding(source, line, "", "encoding", "the line is not UTF-8", "convert the file to UTF-8")
        raise TreebankError(finding) from None
    sections = [_section(unread.lines) for unread in cut_sentences(io.StringIO(text, newline="\n"), source)]
    for sentence in read_text(io.StringIO(text, newline="\n"), source, heads="given"):
        if sentence.format != CONLL_U:
            remedy = "convert the file to CoNLL-U"
            raise TreebankError(sentence.finding(0, "format", "only CoNLL-U can be annotated", remedy))
    return sections


def checked_sentences(text: str, source: str, heads: HeadPolicy = "given") -> list[Sentence]:
    """The sentences of a text, checked; raises `TreebankError`."""
    return list(read_text(io.StringIO(text, newline="\n"), source, heads=heads))


def digest(data: bytes) -> str:
    """A short name of these bytes."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _section(lines: list[str]) -> Section:
    last = max(_rows(lines), default=len(lines) - 1)
    before, final = "".join(lines[:last]), lines[last]
    lead = BYTE_ORDER_MARK if (before + final).startswith(BYTE_ORDER_MARK) else ""
    end = without_ending(final)
    return Section(lead, (before + end).removeprefix(lead), "".join([final[len(end) :], *lines[last + 1 :]]))


def _rows(lines: list[str]) -> Iterator[int]:
    return (index for index, line in enumerate(lines) if is_row(line))
