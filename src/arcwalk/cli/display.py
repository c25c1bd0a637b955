"""What users see on stderr while a command runs: progress bars, on a terminal only."""

import sys
import time
from collections.abc import Iterable
from contextlib import ExitStack
from datetime import timedelta

from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from arcwalk.compiled.progress import COMPILING, reporting_to
from arcwalk.messages import one_line


def count(number: int, noun: str) -> str:
    """A number with its noun, in the plural where needed."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def seconds(duration: float) -> str:
    """A duration, in minutes if it is at least one minute."""
    return f"{duration:.1f} s" if duration < 60 else f"{int(duration // 60)} min {int(duration % 60)} s"


class ProgressBars:
    """`Progress` on the command line: messages; on a terminal, also a bar for the current stage.

    The line below the bar has the time since the start and the latest interim result.
    """

    def __init__(self) -> None:
        console = Console(file=sys.stderr, highlight=False, soft_wrap=True)
        self._bars = _Bars(
            TextColumn("{task.description}"),
            BarColumn(bar_width=20),
            TextColumn("{task.completed:.0f}/{task.total:.0f} {task.fields[unit]}"),
            TimeRemainingColumn(),
            TextColumn("left"),
            console=console,
            disable=not console.is_terminal,
            transient=True,
        )
        self._stage = self._bars.add_task("", visible=False, unit="")
        self._kernels = self._bars.add_task(COMPILING, visible=False, unit="kernels")
        self._compiling = ExitStack()

    def __enter__(self) -> "ProgressBars":
        self._bars.start()
        self._compiling.enter_context(reporting_to(self._show_compiling))
        return self

    def __exit__(self, *_: object) -> None:
        self._compiling.close()
        self._bars.stop()

    def _show_compiling(self, done: int, total: int) -> None:
        """A bar of its own, while kernels are compiled."""
        self._bars.update(self._kernels, completed=done, total=total, visible=done < total)

    def stage(self, title: str, steps: int, unit: str = "epochs") -> None:
        """Start a bar for a new stage."""
        self._bars.remove_task(self._stage)
        self._stage = self._bars.add_task(one_line(title), total=steps, unit=unit)

    def advance(self) -> None:
        """Advance the bar by one step."""
        self._bars.advance(self._stage)

    def note(self, line: str, **values: float | str) -> None:  # noqa: ARG002
        """Replace the text below the bar."""
        self._bars.note = one_line(line)

    def say(self, line: str, **values: float | str) -> None:  # noqa: ARG002
        """Print a message above the bar."""
        self._bars.console.print(one_line(line), markup=False, emoji=False)


class _Bars(Progress):
    """Bars with a line of text below them."""

    note = ""
    started = 0.0

    def start(self) -> None:
        """Show the bars."""
        self.started = time.perf_counter()
        super().start()

    def get_renderables(self) -> Iterable[RenderableType]:
        """The bars that are visible, and the line below them if there are any."""
        yield from super().get_renderables()
        if any(task.visible for task in self.tasks):
            elapsed = timedelta(seconds=int(time.perf_counter() - self.started))
            yield Text(
                f"{elapsed} so far{self.note and f'; {self.note}'}", style="dim", no_wrap=True, overflow="ellipsis"
            )


class CorpusBar:
    """`CorpusProgress` on a terminal: a bar with files, words, words per second and the time left."""

    def __init__(self, *, is_shown: bool) -> None:
        self.console = Console(file=sys.stderr, highlight=False, soft_wrap=True)
        self.is_shown = is_shown and self.console.is_terminal
        self.files = self.done = self.sentences = self.words = 0
        self.started = time.perf_counter()
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TimeRemainingColumn(),
            console=self.console,
            disable=not self.is_shown,
            transient=True,
        )
        self._task = self._bar.add_task("", total=None)

    def __enter__(self) -> "CorpusBar":
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()
        if self.is_shown and self.words:
            amount = f"{count(self.done, 'file')}, {count(self.sentences, 'sentence')}, {count(self.words, 'word')}"
            self.say(f"{amount} in {seconds(time.perf_counter() - self.started)} ({self._rate()})")

    def start(self, files: int, size: int) -> None:
        """Remember what is to be done; the bar appears with the first sentences."""
        self.files, self.started = files, time.perf_counter()
        self._bar.update(self._task, total=size or None)

    def advance(self, sentences: int, words: int, size: int) -> None:
        """Advance the bar."""
        self._bar.start()  # not earlier: it starts a thread, and processes are best copied from one without
        self.sentences += sentences
        self.words += words
        amount = f"{self.done}/{count(self.files, 'file')}, {count(self.words, 'word')}, {self._rate()}"
        self._bar.update(self._task, advance=size, description=amount)

    def finish_file(self, size: int) -> None:
        """Count a file."""
        self.done += 1
        self._bar.update(self._task, advance=size)

    def say(self, line: str) -> None:
        """Print a message above the bar."""
        self._bar.console.print(one_line(line), markup=False, emoji=False)

    def _rate(self) -> str:
        return f"{self.words / max(time.perf_counter() - self.started, 1e-9):,.0f} words/s"
