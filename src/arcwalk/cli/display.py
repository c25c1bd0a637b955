"""What users see on stderr while a command runs: progress bars, on a terminal only."""

import sys
import time
from contextlib import ExitStack
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from arcwalk.compiled.progress import COMPILING, reporting_to


def count(number: int, noun: str) -> str:
    """A number with its noun, in the plural where needed."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def seconds(duration: float) -> str:
    """A duration, in minutes if it is at least one minute."""
    return f"{duration:.1f} s" if duration < 60 else f"{int(duration // 60)} min {int(duration % 60)} s"


class ProgressBars:
    """`Progress` on the command line: a bar for the current stage on a terminal, and messages in any case."""

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
        self._kernels = self._bars.add_task(COMPILING, visible=False)
        self._compiling = ExitStack()

    def __enter__(self) -> "ProgressBars":
        self._bars.start()
        self._compiling.enter_context(reporting_to(self._show_compiling))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._compiling.close()
        self._bars.stop()

    def _show_compiling(self, done: int, total: int) -> None:
        """A bar of its own, while kernels are compiled."""
        self._bars.update(self._kernels, completed=done, total=total, visible=done < total)

    def stage(self, title: str, steps: int) -> None:
        """Start a bar for a new stage."""
        self._bars.remove_task(self._stage)
        self._stage = self._bars.add_task(title, total=steps)

    def advance(self) -> None:
        """Advance the bar by one step."""
        self._bars.advance(self._stage)

    def note(self, line: str) -> None:
        """Replace the text next to the bar."""
        self._bars.update(self._stage, description=line)

    def say(self, line: str) -> None:
        """Print a message above the bar."""
        self._bars.console.print(line, markup=False)


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

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
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
        self._bar.console.print(line, markup=False, emoji=False)

    def _rate(self) -> str:
        return f"{self.words / max(time.perf_counter() - self.started, 1e-9):,.0f} words/s"
