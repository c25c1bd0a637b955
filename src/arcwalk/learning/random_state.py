"""The state of a random generator as a checkpoint keeps it."""

from random import Random
from typing import Any

from arcwalk.safe_reading.metadata import Metadata

_STATE = "random"


def kept_random(random: Random) -> dict[str, Any]:
    """The metadata that `resume_random` needs."""
    _, numbers, _ = random.getstate()
    return {_STATE: list(numbers)}


def resume_random(random: Random, metadata: Metadata) -> None:
    """Set the generator to a state that was kept."""
    version, numbers, _ = random.getstate()
    kept = metadata.wholes(_STATE, 0, 0xFFFFFFFF)
    if len(kept) != len(numbers) or kept[-1] >= len(numbers):
        raise metadata.wrong(_STATE, "the state of a random generator")
    random.setstate((version, tuple(kept), None))
