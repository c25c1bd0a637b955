"""What a system is trained on, and how: the one argument of every training function."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

from arcwalk.training.checkpoint import Checkpoint
from arcwalk.training.progress import Progress, Silence
from arcwalk.treebank.representations.word_table import Words
from arcwalk.treebank.sentence import Sentence

if TYPE_CHECKING:
    from arcwalk.systems.tagger.analyses import TagChoices

Options = TypeVar("Options", covariant=True)


@dataclass(frozen=True, slots=True)
class Setting:
    """What training depends on besides sentences and options."""

    seed: int = 0
    jobs: int = 1
    checkpoint: Checkpoint = field(default_factory=Checkpoint)
    words: Words | None = None  # their clusters
    progress: Progress = field(default_factory=Silence)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingTask(Generic[Options]):
    """Sentences with trees, the options of a system, and what else its training depends on."""

    sentences: Sequence[Sentence]
    options: Options
    setting: Setting = field(default_factory=Setting)
    dev: Sequence[Sentence] = ()  # to tune on, in place of held-out sentences
    tag_choices: "TagChoices | None" = None  # the analyses to choose from, if tags are to be corrected
