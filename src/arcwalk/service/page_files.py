"""The files of the page, read from the package once: no request names a path."""

from importlib.resources import files
from typing import NamedTuple

_MEDIA_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}

INDEX = "index.html"


class PageFile(NamedTuple):
    """What a browser gets."""

    content: bytes
    media_type: str


def page_files(package: str) -> dict[str, PageFile]:
    """All files of the page of a package by name."""
    folder = files(package).joinpath("page")
    by_name = {}
    for file in folder.iterdir():
        media_type = _MEDIA_TYPES.get(file.name.rpartition(".")[2])
        if media_type:
            by_name[file.name] = PageFile(file.read_bytes(), media_type)
    return by_name
