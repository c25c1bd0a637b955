"""Files, plain or compressed (`.gz`, `.xz`, `.bz2`), and `-` for standard input or output.

Input is streamed; output appears as a whole or not at all. Text is UTF-8. Other bytes survive reading and writing as
lone surrogates (Python's `surrogateescape`), so that nothing is lost and checks can name their line.
"""

import bz2
import gzip
import io
import lzma
import os
import shutil
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO, Literal, TextIO, cast

from arcwalk.errors import ArcwalkError, Finding, TreebankError
from arcwalk.treebank.temporary_files import temporary_file
from arcwalk.treebank.text_bytes import TextBytes, UnreadableText

FilePath = str | os.PathLike[str]

COMPRESSIONS = {".gz": ("gzip", b"\x1f\x8b"), ".xz": ("xz", b"\xfd7zXZ\0"), ".bz2": ("bzip2", b"BZh")}
"""By file extension: the name of the format, and the bytes it starts with."""

_BUFFER = 1 << 18


def source_name(path: FilePath) -> str:
    """The name of the input file `path` in messages."""
    return "<stdin>" if os.fspath(path) == "-" else os.fspath(path)


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
        _as_text(cast(BinaryIO, TextBytes(binary, partial(_refuse_compressed, path)))) as stream,
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


def check_target(path: FilePath) -> None:
    """Raise before long work if its result cannot be written to `path`."""
    if os.fspath(path) == "-":
        return
    target = _target(path)
    if target.is_dir():
        raise ArcwalkError(f"{path}: this is a folder", "name a file in it")
    if _is_special(Path(path)):
        return
    check_not_read_only(path)
    if not target.parent.is_dir():
        raise ArcwalkError(f"{path}: there is no folder {target.parent}", "create it first")
    if not os.access(target.parent, os.W_OK):
        raise ArcwalkError(f"{path}: the folder {target.parent} is not writable", "choose another")


def check_not_read_only(path: FilePath) -> None:
    """Raise if there is a file that nobody may write to: replacing it would need no right but that to its folder."""
    target = _target(path)
    if target.is_file() and not target.stat().st_mode & 0o222:  # not `os.access`, which lets root do anything
        raise ArcwalkError(f"{path}: this file is read-only", "remove it, or choose another name")


def _target(path: FilePath) -> Path:
    """The file that `path` leads to, by way of links or not."""
    target = Path(os.path.realpath(path))
    if target.is_symlink():  # there is no end
        raise ArcwalkError(f"{path}: this link leads back to itself", "remove it, or choose another name")
    return target


@contextmanager
def replacing(path: FilePath) -> Iterator[BinaryIO]:
    """A stream that becomes the file `path` if the block succeeds, and leaves no trace if it fails.

    The bytes go to a temporary file in the same folder, which then replaces `path` in one step, once all are on disk:
    after a power failure, there is either file.
    """
    target = _target(path)  # a link stays a link: its target is replaced
    with explained(f"{path}", "check its folder"):
        if _is_special(Path(path)):
            with Path(path).open("wb") as stream:
                yield stream
            return
        check_not_read_only(path)
        with temporary_file(target.parent) as (stream, written):
            yield stream
            stream.close()
            size_on_disk(written)
            if target.exists():
                shutil.copymode(target, written)
            written.replace(target)


def size_on_disk(path: Path) -> int:
    """The size of a file, once it would survive a power failure."""
    with path.open("r+b") as stream:
        os.fsync(stream.fileno())
        return os.fstat(stream.fileno()).st_size


def _is_special(path: Path) -> bool:
    """Whether this is a file such as /dev/null, which must never be replaced."""
    return path.exists() and not path.is_file()


@contextmanager
def text_output(path: FilePath) -> Iterator[TextIO]:
    """The same as `binary_output` for text."""
    with binary_output(path) as binary, _as_text(binary) as stream:
        yield stream


@contextmanager
def binary_output(path: FilePath) -> Iterator[BinaryIO]:
    """A stream that writes to `path`, compressed according to its extension; see `replacing`."""
    if os.fspath(path) == "-":
        # Not the buffer of `sys.stdout`, which would try at exit to write again what could not be written.
        with (
            explained("standard output", "check where it goes"),
            os.fdopen(sys.stdout.fileno(), "wb", closefd=False) as stream,
        ):
            sys.stdout.flush()
            yield stream
    else:
        with replacing(path) as raw, compression(raw, path, "wb") as stream:
            yield stream


@contextmanager
def explained(output: str, remedy: str) -> Iterator[None]:
    """Turn errors in writing `output` into errors for the user, except a broken pipe."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        problem = error.strerror or str(error)
        raise ArcwalkError(f"{output}: cannot write ({problem})", remedy) from error


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


def compression(raw: BinaryIO, path: FilePath, mode: Literal["rb", "wb"]) -> BinaryIO:
    """`raw` with the (de)compression that the file's extension asks for."""
    match Path(path).suffix:
        case ".gz":  # no name or time in the header: the same text gives the same bytes
            stream = gzip.GzipFile("", mode, compresslevel=6, fileobj=raw, mtime=0)
            # buffered, so that flushing text does not leave a mark in the compressed data
            return cast(BinaryIO, stream if mode == "rb" else io.BufferedWriter(cast(io.RawIOBase, stream)))
        case ".xz":
            return cast(BinaryIO, lzma.LZMAFile(raw, mode))
        case ".bz2":
            return cast(BinaryIO, bz2.BZ2File(raw, mode))
        case _:
            return raw


@contextmanager
def _as_text(binary: BinaryIO) -> Iterator[TextIO]:
    """`binary` as text without newline translation; it is left open."""
    stream = io.TextIOWrapper(binary, encoding="utf-8", errors="surrogateescape", newline="\n")
    try:
        yield stream
    finally:
        stream.detach()  # flushes too


def _unusable(path: FilePath, test: str, message: str, remedy: str, line: int = 0) -> TreebankError:
    return TreebankError(Finding(source_name(path), line, "", test, message, remedy))
