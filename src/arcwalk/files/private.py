"""Files that nobody else can have written: machine code runs with all rights of whoever loads it.

A file is private if it and its folder belong to this user or to root, and nobody else can write to them. The same must
hold for all folders above, as OpenSSH demands it of keys, except that these may be sticky: everybody can write to /tmp,
but not touch what belongs to others; and folders below one that only this user can enter need no care. Windows keeps
the folders of users apart by itself.
"""

import os
import stat
import sys
from functools import partial
from pathlib import Path
from typing import BinaryIO

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_OTHERS_SEARCH = stat.S_IXGRP | stat.S_IXOTH


class NotPrivate(OSError):
    """Somebody else could have written what is there."""


def private_folder(folder: Path) -> Path:
    """A folder by its name without links, made for this user alone if it is not there yet."""
    real = Path(os.path.realpath(folder))
    _make(real)
    check_private(real)
    return real


def check_private(folder: Path) -> None:
    """Raise `NotPrivate` if somebody else could have put something into a folder."""
    _check(folder, folder.lstat())
    parents = [(parent, parent.lstat()) for parent in folder.parents]
    closed = max((depth for depth, (_, status) in enumerate(parents) if _is_closed(status)), default=0)
    for parent, status in parents[closed:]:
        _check(parent, status, is_sticky=bool(status.st_mode & stat.S_ISVTX))


def open_private(path: Path) -> BinaryIO:
    """Read a file of a private folder; `NotPrivate` if somebody else could have written it."""
    more = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)  # opening a pipe could take forever
    stream = open(path, "rb", opener=lambda name, flags: os.open(name, flags | more))  # noqa: SIM115
    try:
        status = os.fstat(stream.fileno())  # not of the name: it could lead to another file by now
        if not stat.S_ISREG(status.st_mode):
            raise NotPrivate(f"{path} is no regular file")
        _check(path, status)
    except BaseException:
        stream.close()
        raise
    return stream


def create(path: Path, mode: int) -> BinaryIO:
    """Write a new file with these permissions, or fewer, from the start."""
    return open(path, "xb", opener=partial(os.open, mode=mode))


def _make(folder: Path) -> None:
    if not folder.is_dir():
        _make(folder.parent)
        folder.mkdir(0o700, exist_ok=True)


def _is_closed(status: os.stat_result) -> bool:
    """Whether nobody else can reach what is in a folder, whatever is said there."""
    return sys.platform != "win32" and status.st_uid == os.geteuid() and not status.st_mode & _OTHERS_SEARCH


def _check(path: Path, status: os.stat_result, is_sticky: bool = False) -> None:
    if sys.platform == "win32":
        return
    if status.st_uid not in (0, os.geteuid()):
        raise NotPrivate(f"{path} belongs to another user")
    if status.st_mode & _OTHERS_WRITE and not is_sticky:
        raise NotPrivate(f"other users can write to {path}")
