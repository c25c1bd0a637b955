"""Progress with a forecast: whoever follows a training run is told how long the rest of it is going to take."""

from collections.abc import Sequence
from threading import RLock

from arcwalk.machine import cores
from arcwalk.training.plan import PlannedStage
from arcwalk.training.progress import Progress
from arcwalk.training.time_left import TimeLeft


class Forecast:
    """Tells a listener what happens, and after each step what it leaves to do."""

    def __init__(self, listener: Progress, plan: Sequence[PlannedStage], jobs: int) -> None:
        self._listener, self._time = listener, TimeLeft(plan, max(min(jobs, cores()), 1))
        self._lock = RLock()  # steps are taken by several threads
        listener.left(None)

    def stage(self, title: str, steps: int, unit: str = "epochs", done: int = 0) -> None:
        """A stage begins."""
        with self._lock:
            self._time.begin(title, steps, done)
            self._listener.stage(title, steps, unit, done)
            self._tell()

    def advance(self) -> None:
        """A step is done."""
        with self._lock:
            self._time.step()
            self._tell()
            self._listener.advance()

    def left(self, seconds: float | None) -> None:
        """Someone else's estimate."""
        self._listener.left(seconds)

    def note(self, line: str, **values: float | str) -> None:
        """An interim result."""
        self._listener.note(line, **values)

    def say(self, line: str, **values: float | str) -> None:
        """A result."""
        self._listener.say(line, **values)

    def _tell(self) -> None:
        seconds = self._time.seconds()
        if seconds is not None:
            self._listener.left(seconds)
