"""Ctrl-C in the middle of a training run."""

from arcwalk.training.progress import Silence


class Interruption(Silence):
    """Someone who presses Ctrl-C after some steps of a stage."""

    def __init__(self, stage: str, steps: int) -> None:
        self.wanted, self.steps, self.at_work = stage, steps, False

    def stage(self, title: str, steps: int, unit: str = "epochs", done: int = 0) -> None:  # noqa: ARG002
        self.at_work = title.startswith(self.wanted)

    def advance(self) -> None:
        self.steps -= self.at_work
        if self.at_work and self.steps == 0:
            raise KeyboardInterrupt
