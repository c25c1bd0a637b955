"""Output that appears as a whole or not at all: files, plain or compressed, and `-` for standard output."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TextIO

from arcwalk.errors import ArcwalkError
from arcwalk.files.compression import compression
from arcwalk.files.paths import FilePath
from arcwalk.files.temporary import temporary_file
from arcwalk.files.text import as_text


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
    with binary_output(path) as binary, as_text(binary) as stream:
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
