"""How training reports progress: the command line shows it, library calls are silent."""

from typing import Protocol


class Progress(Protocol):
    """A listener for training progress."""

    def stage(self, title: str, steps: int) -> None:
        """A stage with a known number of steps begins."""

    def advance(self) -> None:
        """One step of the current stage is done."""

    def note(self, line: str) -> None:
        """An interim result; the next note replaces it."""

    def say(self, line: str) -> None:
        """A result to report."""


class Silence:
    """Progress that is not reported."""

    def stage(self, title: str, steps: int) -> None:
        """Nothing."""

    def advance(self) -> None:
        """Nothing."""

    def note(self, line: str) -> None:
        """Nothing."""

    def say(self, line: str) -> None:
        """Nothing."""
