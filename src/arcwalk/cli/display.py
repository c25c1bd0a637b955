"""What users see on stderr while a command runs: progress bars and throughput, on a terminal only."""

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from arcwalk.compiled.progress import COMPILING, heard_by
from arcwalk.treebank import Sentence

_REFRESH = 0.5  # seconds between updates of the throughput line


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
        self._compiling.enter_context(heard_by(self._show_compiling))
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


class Throughput:
    """Counts sentences and words as they stream by; on a terminal, shows the speed in a line that updates."""

    def __init__(self) -> None:
        self.is_shown = sys.stderr.isatty()
        self.sentences = self.words = 0
        self.started = self.last_shown = time.perf_counter()

    def watch(self, sentences: Iterable[Sentence]) -> Iterator[Sentence]:
        """The same sentences, counted."""
        for sentence in sentences:
            self.sentences += 1
            self.words += len(sentence)
            yield sentence
            if self.is_shown and time.perf_counter() > self.last_shown + _REFRESH:
                self.last_shown = time.perf_counter()
                print(f"\r{self}", end="", file=sys.stderr, flush=True)
        if self.is_shown:
            print(f"\r{self}", file=sys.stderr)

    def __str__(self) -> str:
        duration = time.perf_counter() - self.started
        rate = self.words / max(duration, 1e-9)
        amount = f"{count(self.sentences, 'sentence')}, {count(self.words, 'word')}"
        return f"{amount} in {seconds(duration)} ({rate:,.0f} words/s)"
