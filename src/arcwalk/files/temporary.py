"""Temporary files, of which none is left behind for long.

A process that is killed cannot remove its temporary files; the next one that writes to the same folder does. They are
locked for as long as their writer lives, and their names, which they get once they are locked, tell its machine: locks
may not reach other machines that share the folder, so each removes its own.
"""

import hashlib
import platform
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import BinaryIO

from arcwalk.files.private import create

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


@contextmanager
def temporary_file(folder: Path, mode: int = 0o666) -> Iterator[tuple[BinaryIO, Path]]:
    """A new file with these permissions, less the umask, to be renamed before the block ends; else it is removed."""
    _remove_abandoned(folder)
    name = f"{secrets.token_hex(8)}.tmp"
    new, locked = folder / f".arcwalk-{name}", folder / f"{_prefix()}{name}"
    try:
        with create(new, mode) as stream, _locked(new) as is_locked:
            yield stream, new.replace(locked) if is_locked else new
    finally:
        for path in (new, locked):
            with suppress(OSError):
                path.unlink()


@cache
def _remove_abandoned(folder: Path) -> None:
    """Remove what processes of this machine have left in a folder when they were killed, once."""
    for path in folder.glob(f"{_prefix()}*.tmp"):
        with suppress(OSError), _locked(path) as is_locked:
            if is_locked:  # nobody else has
                path.unlink()


@contextmanager
def _locked(path: Path) -> Iterator[bool]:
    """Lock a file; no if another process has, or if files cannot be locked here."""
    if fcntl is None:
        yield False
        return
    with path.open("r+b") as stream:
        is_locked = False
        with suppress(OSError):
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            is_locked = True
        yield is_locked


@cache
def _prefix() -> str:
    return f".arcwalk-{hashlib.blake2b(platform.node().encode(), digest_size=4).hexdigest()}-"
