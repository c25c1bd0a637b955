"""What all scenarios have in common: one seed, one input, and promises that must hold."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

Attack = Callable[[Random, Path], None]
"""Makes an input in the folder, uses it, and raises `Broken` or any other error if arcwalk does not keep a promise."""


class Broken(AssertionError):
    """A promise that was not kept."""


class Scenario(NamedTuple):
    """A way to attack arcwalk."""

    name: str
    share: int  # of 10,000 inputs
    prepare: Callable[[Path], Attack]
    """Makes what all inputs share, such as models, unless the folder has it; then the attack that uses it."""


def demand(condition: object, promise: str) -> None:
    """Raise unless a promise is kept."""
    if not condition:
        raise Broken(promise)
