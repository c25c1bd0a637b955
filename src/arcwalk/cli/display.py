"""What users see on stderr while a command runs: progress bars, on a terminal only."""

import sys
import time
from collections.abc import Iterable
from contextlib import ExitStack
from datetime import timedelta
from typing import NamedTuple

from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, Task, TextColumn, TimeRemainingColumn
from rich.progress_bar import ProgressBar
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
    """`Progress` on the command line: messages; on a terminal, also a bar.

    It shows how far the whole run is and how long it will go on, or else, if nobody knows, the current stage; then the
    name of the stage and its steps. The line below has the time since the start and the latest interim result.
    """

    def __init__(self) -> None:
        console = Console(file=sys.stderr, highlight=False, soft_wrap=True)
        self._bars = _Bars(
            _RunBar(bar_width=20),
            _RunTime(),
            TextColumn("left; {task.description}"),
            TextColumn("{task.completed:.0f}/{task.total:.0f} {task.fields[unit]}"),
            console=console,
            disable=not console.is_terminal,
            transient=True,
        )
        self._end: _End | None = None  # of the run
        self._begun = time.perf_counter()
        self._stage = self._bars.add_task("", visible=False, unit="", end=None)
        self._kernels = self._bars.add_task(COMPILING, visible=False, unit="kernels", end=None)
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

    def stage(self, title: str, steps: int, unit: str = "epochs", done: int = 0) -> None:
        """Show a new stage."""
        self._bars.remove_task(self._stage)
        self._stage = self._bars.add_task(one_line(title), total=steps, completed=done, unit=unit, end=self._end)

    def advance(self) -> None:
        """Advance the bar by one step."""
        self._bars.advance(self._stage)

    def left(self, seconds: float | None) -> None:
        """Show another end of the run, or none if it only begins."""
        now = time.perf_counter()
        if seconds is None:
            self._end, self._begun = None, now
        else:
            self._end = _End(now + seconds, self._begun)
            self._bars.update(self._stage, end=self._end)

    def note(self, line: str, **values: float | str) -> None:  # noqa: ARG002
        """Replace the text below the bar."""
        self._bars.note = one_line(line)

    def say(self, line: str, **values: float | str) -> None:  # noqa: ARG002
        """Print a message above the bar."""
        self._bars.console.print(one_line(line), markup=False, emoji=False)


class _End(NamedTuple):
    """When a run is likely to end, and when it began."""

    expected: float
    started: float

    @property
    def left(self) -> float:
        """The seconds from now on."""
        return max(self.expected - time.perf_counter(), 0.0)

    @property
    def share(self) -> float:
        """The share of the run that is over."""
        passed = time.perf_counter() - self.started
        return passed / (passed + self.left)


class _RunBar(BarColumn):
    """The bar of the run, if its end is known, or else of the stage."""

    def render(self, task: Task) -> ProgressBar:
        end: _End | None = task.fields["end"]
        bar = super().render(task)
        if end:
            bar.update(end.share, 1.0)
        return bar


class _RunTime(TimeRemainingColumn):
    """The time left of the run, if its end is known, or else of the stage."""

    def render(self, task: Task) -> Text:
        end: _End | None = task.fields["end"]
        if end:
            return Text(str(timedelta(seconds=round(end.left))), style="progress.remaining")
        return super().render(task)


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
