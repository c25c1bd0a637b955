"""What a person sees while a command works: on a terminal only, and on standard error."""

import argparse
import os
import sys
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from arcwalk.errors import ArcwalkError


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def add_jobs(parser: argparse.ArgumentParser, default: int) -> None:
    """The option that every command with threads has; results never depend on it."""
    parser.add_argument("--jobs", type=_at_least_one, default=default, help="threads (default here: %(default)s)")


def add_options(parser: argparse.ArgumentParser, which: str) -> None:
    """The way that every command takes values for options of systems, see `split_option`."""
    parser.add_argument(
        "--set",
        dest="options",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help=f"{which}; may be repeated",
    )


def _at_least_one(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return int(text)


def count(number: int, noun: str) -> str:
    """A number of things, in words that agree."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def seconds(duration: float) -> str:
    """A duration as people say it."""
    return f"{duration:.1f} s" if duration < 60 else f"{int(duration // 60)} min {int(duration % 60)} s"


class TrainingDisplay:
    """A training run: a bar for the stage at work, on a terminal only; a line for whatever was found out."""

    def __init__(self) -> None:
        console = Console(file=sys.stderr, highlight=False, soft_wrap=True)
        self._bars = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=console,
            disable=not console.is_terminal,
            transient=True,
        )
        self._stage = self._bars.add_task("", visible=False)

    def __enter__(self) -> "TrainingDisplay":
        self._bars.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._bars.stop()

    def stage(self, title: str, steps: int) -> None:
        """Start the bar of a new stage."""
        self._bars.remove_task(self._stage)
        self._stage = self._bars.add_task(title, total=steps)

    def advance(self) -> None:
        """Move the bar on."""
        self._bars.advance(self._stage)

    def note(self, line: str) -> None:
        """Say beside the bar how things stand."""
        self._bars.update(self._stage, description=line)

    def say(self, line: str) -> None:
        """Leave a line above the bar."""
        self._bars.console.print(line, markup=False)


def split_option(text: str) -> tuple[str, str]:
    """The name and the value in `option=value`."""
    name, equals, value = text.partition("=")
    if not equals:
        raise ArcwalkError(f"--set {text}: write it as option=value")
    return name, value
