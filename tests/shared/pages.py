"""The pages of the site: their order, and the blocks of commands and code on them."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

ROOT = Path(__file__).parent.parent.parent
README, DOCS = ROOT / "README.md", ROOT / "docs"
_HOME = "index.md"  # which README becomes
_BLOCK = re.compile(
    r"(?:^<!-- (?P<mark>[^>]*?) -->\n)?^```(?P<language>console|python)\n(?P<text>.*?)^```$", re.M | re.S
)
_NOT_RUN = "not run: "


class Block(NamedTuple):
    """A fenced block of commands, with what they print, or of Python code."""

    page: str
    language: str
    text: str
    reason: str  # why it is not run; empty if it is

    @property
    def commands(self) -> list[str]:
        """The commands of the block; one that ends in a backslash continues on the next line."""
        joined = self.text.replace("\\\n", "")
        return [line[2:] for line in joined.splitlines() if line.startswith("$ ")]


@cache
def pages() -> list[Path]:
    """The pages in the order in which the site lists them, those of the repository's root among them."""
    settings = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    return [README if name == _HOME else _file(name) for name in _names(settings["nav"])]


def _file(name: str) -> Path:
    return DOCS / name if (DOCS / name).exists() else ROOT / name


def _names(entry: Any) -> Iterator[str]:
    if isinstance(entry, str):
        yield entry
    else:
        for inner in entry.values() if isinstance(entry, dict) else entry:
            yield from _names(inner)


def blocks() -> Iterator[Block]:
    """All blocks of all pages. A comment before a block, `<!-- not run: REASON -->`, says why it is not run."""
    for page in pages():
        for found in _BLOCK.finditer(page.read_text(encoding="utf-8")):
            mark = found["mark"] or ""
            reason = mark.removeprefix(_NOT_RUN) if mark.startswith(_NOT_RUN) else ""
            yield Block(page.name, found["language"], found["text"], reason)
