"""Input as a stream: files, plain or compressed (`.gz`, `.xz`, `.bz2`), and `-` for standard input."""

import io
import lzma
import os
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO, cast

from arcwalk.errors import Finding, TreebankError
from arcwalk.files.compression import COMPRESSIONS, compression
from arcwalk.files.paths import FilePath, source_name
from arcwalk.files.text import TextBytes, UnreadableText, as_text

_BUFFER = 1 << 18


class Position:
    """How far a file has been read, in bytes as they are on disk, for progress bars."""

    stream: BinaryIO | None = None  # the file while it is open
    _last = 0

    @property
    def bytes(self) -> int:
        """The number of bytes read when last asked with the file open; 0 for a pipe."""
        if self.stream is not None and self.stream.seekable():
            self._last = self.stream.tell()
        return self._last


def read_lines(path: FilePath, position: Position | None = None) -> Iterator[str]:
    r"""Stream the lines of `path` with their endings; only `\n` ends a line. `position` follows the reading."""
    number = 0
    with (
        _readable(path, lambda: number),
        _open_input(path, position or Position()) as binary,
        as_text(cast(BinaryIO, TextBytes(binary, partial(_refuse_compressed, path)))) as stream,
    ):
        try:
            for number, line in enumerate(stream, 1):  # noqa: B007
                yield line
        except UnreadableText as error:
            raise TreebankError(Finding(source_name(path), number + 1, "", *error.flaw)) from None


@contextmanager
def binary_input(path: FilePath) -> Iterator["io.BufferedReader[io.RawIOBase]"]:
    """The decompressed bytes of `path`, for formats that are not text; whoever reads sees the start with `peek`."""
    with _readable(path, lambda: 0), _open_input(path, Position()) as binary:
        stream = io.BufferedReader(cast(io.RawIOBase, binary), _BUFFER)
        try:
            _refuse_compressed(path, stream.peek(1))
            yield stream
        finally:
            stream.detach()


@contextmanager
def _readable(path: FilePath, line: Callable[[], int]) -> Iterator[None]:
    """Turn errors in reading `path` into errors for the user; `line` tells how many lines have been read."""
    try:
        yield
    except FileNotFoundError:
        raise _unusable(path, "missing-file", "there is no such file", "check the name") from None
    except IsADirectoryError:
        raise _unusable(path, "directory", "this is a folder", "give a file") from None
    except (EOFError, zlib.error, lzma.LZMAError, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            problem = f"cannot read the file ({error.strerror})"
            remedy = "check where it comes from" if os.fspath(path) == "-" else "check its permissions"
            raise _unusable(path, "unreadable", problem, remedy) from None
        after = " after this line" if line() else ""
        problem = f"the compressed data is truncated or damaged{after} ({error})"
        raise _unusable(path, "compression", problem, "download or compress the file again", line()) from None


@contextmanager
def _open_input(path: FilePath, position: Position) -> Iterator[BinaryIO]:
    if os.fspath(path) == "-":
        yield sys.stdin.buffer
    else:
        with Path(path).open("rb") as raw:
            _verify_compression(path, raw.peek(6))
            position.stream = raw
            try:
                with compression(raw, path, "rb") as binary:
                    yield binary
            finally:
                position.stream = None


def _verify_compression(path: FilePath, start: bytes) -> None:
    """Raise if a file that starts with the bytes `start` is not compressed as its extension says."""
    suffix = Path(path).suffix
    name, magic = COMPRESSIONS.get(suffix, ("", b""))
    if not start.startswith(magic):
        problem = f"the file is not in {name} format, though its name ends in {suffix}"
        raise _unusable(path, "compression", problem, f"compress it, or rename it without {suffix}")


def _refuse_compressed(path: FilePath, start: bytes) -> None:
    """Raise if what should be decompressed data starts like compressed data."""
    for suffix, (name, magic) in COMPRESSIONS.items():
        if start.startswith(magic):
            raise _unusable(
                path, "compression", f"this looks like {name} data", f"rename it to end in {suffix}, or decompress it"
            )


def _unusable(path: FilePath, test: str, message: str, remedy: str, line: int = 0) -> TreebankError:
    return TreebankError(Finding(source_name(path), line, "", test, message, remedy))
