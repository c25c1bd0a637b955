"""A paper's experiments in parts, each in two readings: with the options of the paper, and with those of arcwalk."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from tables import COMMIT


@dataclass(frozen=True)
class Reading:
    """A name and the options that all systems share."""

    name: str
    title: str
    options: Mapping[str, Any] = field(default_factory=dict)

    def of(self, **more: Any) -> dict[str, Any]:
        """The options with some more."""
        return {**self.options, **more}


PUBLISHED = Reading("published", "as published", {"as": "published"})
ARCWALK = Reading("arcwalk", "with arcwalk's options")
READINGS = {reading.name: reading for reading in (PUBLISHED, ARCWALK)}


@dataclass(frozen=True)
class Part:
    """A part of an experiment in one reading: a page, and what it is made from."""

    script: str
    name: str
    reading: Reading
    results: Path
    kept: Path
    jobs: int

    @property
    def page(self) -> Path:
        """Where the page goes; that of arcwalk's own options has the plain name."""
        published = f"-{self.reading.name}" if self.reading is PUBLISHED else ""
        return self.results / f"{self.script}-{self.name}{published}.md"

    @property
    def picture(self) -> Path:
        """Where the picture goes that the page shows."""
        return self.page.with_suffix(".png")

    def kept_file(self, *names: str, ending: str = ".conllu.gz") -> Path:
        """Where something is kept for a run that is repeated."""
        words = "-".join((self.name, self.reading.name, *names)).replace(" ", "-")
        return self.kept / f"{words}{ending}"

    @property
    def origin(self) -> str:
        """How the page can be made again, from which code, and when it was."""
        command = f"python experiments/{self.script}.py TREEBANKS --part {self.name} --reading {self.reading.name}"
        return f"Written by `{command}` at commit {COMMIT} on {date.today():%-d %B %Y}."
