"""Bytes as text, which is UTF-8.

Other bytes survive reading and writing as lone surrogates (Python's `surrogateescape`), so that nothing is lost and
checks can name their line. What is no UTF-8 text at all is named before it fills memory.
"""

import codecs
import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import BinaryIO, TextIO, cast

from arcwalk.files.flaws import Flaw, flaw_of

LONGEST_LINE = 100_000_000  # bytes

_MARKS = {
    "UTF-32": (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE),  # before UTF-16, whose mark is the first half
    "UTF-16": (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE),
}
_NULLS: dict[
    tuple[bool, ...], str
] = {  # which of the first four bytes are not 0 in text that starts in ASCII and has no mark
    (True, False, False, False): "UTF-32LE",
    (False, False, False, True): "UTF-32BE",
    (True, False, True, False): "UTF-16LE",
    (False, True, False, True): "UTF-16BE",
}


@contextmanager
def as_text(binary: BinaryIO) -> Iterator[TextIO]:
    """`binary` as text without newline translation; it is left open."""
    stream = io.TextIOWrapper(binary, encoding="utf-8", errors="surrogateescape", newline="\n")
    try:
        yield stream
    finally:
        stream.detach()  # flushes too


class UnreadableText(Exception):
    """What is wrong with the line that comes next."""

    def __init__(self, flaw: Flaw) -> None:
        super().__init__(flaw.message)
        self.flaw = flaw


class TextBytes(io.BufferedIOBase):
    """A stream for `io.TextIOWrapper` that raises `UnreadableText` for other encodings and endless lines."""

    def __init__(self, binary: BinaryIO, verify_start: Callable[[bytes], None]) -> None:
        self._binary = cast(io.BufferedIOBase, binary)
        self._verify_start: Callable[[bytes], None] | None = verify_start  # until the first bytes are read
        self._length = 0  # of the line that is not complete

    def readable(self) -> bool:
        """Yes."""
        return True

    def read1(self, size: int = -1, /) -> bytes:
        """Some more bytes."""
        data = self._binary.read1(size)
        if self._verify_start:
            self._verify_start(data)
            self._verify_start = None
            if flaw := _flaw_of_start(data):
                raise UnreadableText(flaw)
        end = data.rfind(b"\n")
        self._length = self._length + len(data) if end < 0 else len(data) - end - 1
        if self._length > LONGEST_LINE:
            too_long = Flaw("line-length", "the line is longer than 100 MB", "check that this is the right file")
            raise UnreadableText(flaw_of(data.decode("latin1"), 1) or too_long)
        return data


def _flaw_of_start(start: bytes) -> Flaw | None:
    """What is wrong with text that starts with these bytes."""
    if encoding := _encoding_of(start):
        return Flaw("encoding", f"the file is {encoding}, not UTF-8", f"convert it: iconv -f {encoding} -t UTF-8")
    return flaw_of("\0", 1) if start.startswith(b"\0") else None


def _encoding_of(start: bytes) -> str | None:
    """The encoding of text that starts with these bytes, if it is UTF-16 or UTF-32; UTF-8 is None."""
    for encoding, marks in _MARKS.items():
        if start.startswith(marks):
            return encoding
    return _NULLS.get(tuple(map(bool, start[:4])))
