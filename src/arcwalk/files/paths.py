"""How files are named."""

import os

FilePath = str | os.PathLike[str]
"""A file; `-` is standard input or output."""


def source_name(path: FilePath) -> str:
    """The name of the input file `path` in messages."""
    return "<stdin>" if os.fspath(path) == "-" else os.fspath(path)
