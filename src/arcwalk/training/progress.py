"""How training reports progress: the command line shows it and logs it, library calls are silent."""

from typing import Protocol


class Progress(Protocol):
    """A listener for training progress, whose methods may be called from several threads.

    The numbers in a line are also given as values with names: `uas` and `las`, in percent, `epoch`, and so on.
    """

    def stage(self, title: str, steps: int, unit: str = "epochs", done: int = 0) -> None:
        """A stage with a known number of steps begins; an interrupted run has done some of them."""

    def advance(self) -> None:
        """One step of the current stage is done."""

    def left(self, seconds: float | None) -> None:
        """How long all of training is likely to go on, as it looks when a stage begins or with the next step.

        None, if training only begins, and nobody knows.
        """

    def note(self, line: str, **values: float | str) -> None:
        """An interim result; the next note replaces it."""

    def say(self, line: str, **values: float | str) -> None:
        """A result to report."""


class Silence:
    """Progress that is not reported."""

    def stage(self, title: str, steps: int, unit: str = "epochs", done: int = 0) -> None:
        """Nothing."""

    def advance(self) -> None:
        """Nothing."""

    def left(self, seconds: float | None) -> None:
        """Nothing."""

    def note(self, line: str, **values: float | str) -> None:
        """Nothing."""

    def say(self, line: str, **values: float | str) -> None:
        """Nothing."""


class Listeners:
    """Several listeners, told in order."""

    def __init__(self, *listeners: Progress) -> None:
        self.listeners = listeners

    def stage(self, title: str, steps: int, unit: str = "epochs", done: int = 0) -> None:
        """Tell all that a stage begins."""
        for listener in self.listeners:
            listener.stage(title, steps, unit, done)

    def advance(self) -> None:
        """Tell all that a step is done."""
        for listener in self.listeners:
            listener.advance()

    def left(self, seconds: float | None) -> None:
        """Tell all how long training is going to take."""
        for listener in self.listeners:
            listener.left(seconds)

    def note(self, line: str, **values: float | str) -> None:
        """Tell all an interim result."""
        for listener in self.listeners:
            listener.note(line, **values)

    def say(self, line: str, **values: float | str) -> None:
        """Tell all a result."""
        for listener in self.listeners:
            listener.say(line, **values)
