"""What training depends on besides sentences and options."""

from dataclasses import dataclass, field

from arcwalk.representations.word_table import Words
from arcwalk.training.checkpoint import Checkpoint
from arcwalk.training.progress import Progress, Silence


@dataclass(frozen=True, slots=True)
class Setting:
    """What training depends on besides sentences and options."""

    seed: int = 0
    jobs: int = 1
    checkpoint: Checkpoint = field(default_factory=Checkpoint)
    words: Words | None = None  # their clusters
    progress: Progress = field(default_factory=Silence)
