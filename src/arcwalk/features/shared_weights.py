"""Weight tables that processes share.

A model file keeps weights without their zeros, but kernels read whole tables. They are laid out once, in a file in the
user's cache folder, which every process maps into its memory: processes that use the same model share its pages, and
only the first one has to lay them out. These files are read-only: cutting one short would kill whoever has mapped it.
"""

import hashlib
import mmap
import os
import platform
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Weights
from arcwalk.features.weights import USED, VALUES, packed_names, unpack
from arcwalk.files.private import NotPrivate, open_private
from arcwalk.files.temporary import temporary_file
from arcwalk.machine import warn_about_cache, warn_of_others, writable_cache_folder

LEAST_BYTES = 1 << 22  # smaller tables are not worth a file
MOST_FILES = 16  # those of models that were not used for longest are deleted
PREFIX = f"weights-{platform.node()}-"  # machines that share a home must not replace what others have mapped
_CHECK = 4  # bytes of the checksum after the tables
_READ = 1 << 20
_PIECE = 1 << 17  # bytes of a packed table that are laid out at once: 4 MB of weights


def shared_tables(packed: Mapping[str, NDArray[np.generic]]) -> dict[str, Weights]:
    """All packed arrays of a model as tables, by name.

    Without a cache folder that is writable and has room, they are of this process alone.
    """
    lengths = {name: 8 * len(packed[f"{name}{USED}"]) for name in packed_names(packed)}
    names = sorted(lengths, key=lambda name: (-lengths[name], name))  # the largest first, so that all are aligned
    size = 4 * sum(lengths.values())
    mapped = None
    if size >= LEAST_BYTES and (folder := writable_cache_folder()):
        path = folder / f"{PREFIX}{_digest(packed, names)}"
        mapped = _map(path, size)
        if mapped is None:
            _lay_out(path, packed, names)
            _delete_old(folder)
            mapped = _map(path, size)
    if mapped is None:
        return {name: unpack(packed, name) for name in names}
    ends = np.cumsum([lengths[name] for name in names]).tolist()
    table: Weights = np.frombuffer(mapped, dtype=np.float32)
    return {name: table[end - lengths[name] : end] for name, end in zip(names, ends, strict=True)}


def _lay_out(path: Path, packed: Mapping[str, NDArray[np.generic]], names: list[str]) -> None:
    """Write the tables to a file, and then a checksum of its name and all that; warn if this is impossible."""
    try:
        with temporary_file(path.parent, mode=0o600) as (stream, written):
            checksum = crc32(path.name.encode())
            for name in names:
                for piece in _pieces(packed, name):
                    stream.write(piece)
                    checksum = crc32(piece, checksum)
            stream.write(checksum.to_bytes(_CHECK))
            stream.close()
            if sys.platform != "win32":  # where what is read-only could not be replaced or deleted
                written.chmod(0o400)
            written.replace(path)
    except OSError as error:
        problem = f"cannot write to {path.parent} ({error.strerror})"
        warn_about_cache(problem, "each process has a copy of the model's weights")


def _digest(packed: Mapping[str, NDArray[np.generic]], names: list[str]) -> str:
    """A hash of what the file will hold."""
    digest = hashlib.blake2b(digest_size=16)
    for name in names:
        for suffix in (USED, VALUES):
            array = np.ascontiguousarray(packed[f"{name}{suffix}"])
            digest.update(f"{array.dtype}{array.shape}".encode())
            digest.update(array.data)
    return digest.hexdigest()


def _map(path: Path, size: int) -> mmap.mmap | None:
    """The file in memory, if it is there, undamaged, and nobody else's.

    The mapping is copy-on-write, because kernels are compiled for arrays that can be written; none writes to these.
    """
    try:
        with open_private(path) as stream:
            if os.fstat(stream.fileno()).st_size == size + _CHECK and _is_intact(stream, path.name):
                with suppress(OSError):
                    os.utime(path)  # it was used
                return mmap.mmap(stream.fileno(), size, access=mmap.ACCESS_COPY)
    except NotPrivate as error:
        warn_of_others(error)
    except OSError:
        pass
    return None


def _is_intact(stream: BinaryIO, name: str) -> bool:
    """Whether a file ends with the checksum of its name and of what comes before."""
    checksum, rest = crc32(name.encode()), b""
    while data := stream.read(_READ):
        data = rest + data
        rest = data[-_CHECK:]
        checksum = crc32(memoryview(data)[:-_CHECK], checksum)
    return checksum.to_bytes(_CHECK) == rest


def _pieces(packed: Mapping[str, NDArray[np.generic]], name: str) -> Iterator[bytes]:
    """A table as the file has it, in pieces."""
    used, values = packed[f"{name}{USED}"], packed[f"{name}{VALUES}"]
    begin = 0
    for first in range(0, len(used), _PIECE):
        bits = used[first : first + _PIECE]
        end = begin + int(np.bitwise_count(bits).sum())
        yield unpack({USED: bits, VALUES: values[begin:end]}, "").tobytes()
        begin = end


def _delete_old(folder: Path) -> None:
    """Delete the files that were not used for longest. Processes that still use one keep its pages."""
    with suppress(OSError):
        files = sorted(folder.glob(f"{PREFIX}*"), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in files[MOST_FILES:]:
            path.unlink()
