"""What experiments share: their arguments, where pages go, and tables in Markdown."""

import argparse
import subprocess
import sys
import time
from collections.abc import Iterable
from datetime import date
from pathlib import Path

HERE = Path(__file__).parent
BUILD = HERE / "build"
RESULTS = BUILD / "results"


def _commit() -> str:
    """The commit of the code that runs, and whether it has been changed since."""
    git = ["git", "-C", str(HERE)]
    commit = subprocess.run([*git, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    changed = subprocess.run([*git, "status", "--porcelain", "../src"], capture_output=True, text=True, check=False)
    return (commit.stdout.strip() or "unknown") + (", changed" if changed.stdout.strip() else "")


_STARTED, COMMIT = time.perf_counter(), _commit()  # now, since others may commit while an experiment runs


def arguments_of(description: str | None, *names: str) -> argparse.ArgumentParser:
    """Positional arguments for folders, and the one in which to write; published pages are not the default."""
    parser = argparse.ArgumentParser(description=(description or "").splitlines()[0])
    for name in names:
        parser.add_argument(name, type=Path)
    add_output(parser, RESULTS, "FOLDER", "output folder; the published pages are in experiments/results")
    return parser


def add_output(parser: argparse.ArgumentParser, default: Path, metavar: str, help: str) -> None:
    """Add -o."""
    shown = default.relative_to(HERE.parent)
    parser.add_argument(
        "-o", "--output", type=Path, default=default, metavar=metavar, help=f"{help} (default: {shown})"
    )


def write(path: Path, paragraphs: Iterable[str]) -> None:
    """Write a page of paragraphs, and say where it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n\n".join(paragraphs) + "\n", encoding="utf-8")
    print(path, flush=True)


def provenance() -> str:
    """The line of a page that says how it was made: command, commit, date and time; parts may be from earlier runs."""
    words = [Path(sys.argv[0]).name, *("FOLDER" if "/" in word else word for word in sys.argv[1:])]
    minutes = (time.perf_counter() - _STARTED) / 60
    return (
        f"Made by `python experiments/{' '.join(words)}` at commit {COMMIT} on {date.today()}; the last run took "
        f"{minutes:.0f} minutes."
    )


def markdown_table(header: list[str], rows: list[list[str]]) -> str:
    """A table with the header on top."""
    return "\n".join("| " + " | ".join(row) + " |" for row in (header, ["---"] * len(header), *rows))
