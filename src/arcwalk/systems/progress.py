"""How a training run tells what it is doing; the command line draws it, a library call stays silent."""

from typing import Protocol


class Progress(Protocol):
    """Someone who wants to know how far a training run has come."""

    def stage(self, title: str, steps: int) -> None:
        """A part of the work with a known number of steps begins."""

    def advance(self) -> None:
        """One step of the current stage is done."""

    def note(self, line: str) -> None:
        """How things stand right now; the next note takes its place."""

    def say(self, line: str) -> None:
        """Something worth knowing was found out."""


class Silence:
    """Progress that nobody watches."""

    def stage(self, title: str, steps: int) -> None:
        """Nothing."""

    def advance(self) -> None:
        """Nothing."""

    def note(self, line: str) -> None:
        """Nothing."""

    def say(self, line: str) -> None:
        """Nothing."""
