"""`arcwalk train --log FILE`: what happens in training, as JSON lines."""

import json
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import RLock
from types import TracebackType
from typing import IO

from arcwalk.cli.flags import in_flags
from arcwalk.files.output import explained
from arcwalk.files.paths import FilePath


class TrainingLog:
    """`Progress` in a file: one JSON object per event, each written at once, so that the file can be followed.

    Every event has a `time`, in seconds since the start, and a name: `start`, `stage`, `step`, `score` (an interim
    result), `message`, and finally `end` or `stopped`.
    """

    def __init__(self, path: FilePath, warn: Callable[[str], None], *, resumed: bool) -> None:
        self.path, self.warn, self.resumed = path, warn, resumed
        self._started = time.perf_counter()
        self._stream: IO[str] | None = None
        self._lock = RLock()  # steps are taken by several threads
        self._stage, self._done, self._total = "", 0, 0
        self._left: dict[str, float] = {}

    def __enter__(self) -> "TrainingLog":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if kind is not None:
            self._write("stopped", text=in_flags(error) or kind.__name__)
        self._close()

    def start(self, **facts: object) -> None:
        """Open the file, after that of an interrupted run if this one continues it; until now, it stays as it was."""
        with explained(str(self.path), "name another file, or omit --log"):
            mode = "a" if self.resumed else "w"
            self._stream = Path(self.path).open(mode, encoding="utf-8", errors="backslashreplace")  # noqa: SIM115
        self._write("start", resumed=self.resumed, **facts)

    def end(self, **facts: object) -> None:
        """The model is written."""
        self._write("end", seconds=self._seconds(), **facts)

    def stage(self, title: str, steps: int, unit: str = "epochs", done: int = 0) -> None:
        """A stage begins."""
        with self._lock:
            self._stage, self._done, self._total, self._left = title, done, steps, {}
            before = {"done": done} if done else {}
            self._write("stage", stage=title, steps=steps, unit=unit, **before)

    def advance(self) -> None:
        """A step is done."""
        with self._lock:
            self._done += 1
            self._write("step", stage=self._stage, done=self._done, total=self._total, **self._left)

    def left(self, seconds: float | None) -> None:
        """How long training is going to take after the next step."""
        self._left = {} if seconds is None else {"left": round(seconds, 1)}

    def note(self, line: str, **values: float | str) -> None:
        """An interim result."""
        self._write("score", stage=self._stage, text=line, **values)

    def say(self, line: str, **values: float | str) -> None:
        """A result."""
        self._write("message", text=line, **values)

    def _write(self, event: str, **facts: object) -> None:
        """Write an event. If that fails, training goes on: it may have taken hours."""
        with self._lock:
            if self._stream is None:
                return
            try:
                known = {name: None if fact != fact else fact for name, fact in facts.items()}  # JSON has no NaN
                self._stream.write(json.dumps({"time": self._seconds(), "event": event, **known}, ensure_ascii=False))
                self._stream.write("\n")
                self._stream.flush()
            except OSError as error:
                self._close()
                self.warn(f"{self.path}: cannot write ({error.strerror}); the rest of the log is lost")

    def _close(self) -> None:
        with suppress(OSError):
            if self._stream is not None:
                self._stream.close()
        self._stream = None

    def _seconds(self) -> float:
        return round(time.perf_counter() - self._started, 3)
