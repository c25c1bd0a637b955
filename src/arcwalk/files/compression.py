"""Compressed files, which are known by their extension."""

import bz2
import gzip
import io
import lzma
from pathlib import Path
from typing import BinaryIO, Literal, cast

from arcwalk.files.paths import FilePath

COMPRESSIONS = {".gz": ("gzip", b"\x1f\x8b"), ".xz": ("xz", b"\xfd7zXZ\0"), ".bz2": ("bzip2", b"BZh")}
"""By file extension: the name of the format, and the bytes it starts with."""


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
