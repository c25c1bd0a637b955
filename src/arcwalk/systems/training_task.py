"""What a system is trained on, and how: the one argument of every training function."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from arcwalk.components.tagger.analyses import TagChoices
from arcwalk.training.setting import Setting
from arcwalk.treebank.sentence import Sentence

Options = TypeVar("Options", covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingTask(Generic[Options]):
    """Sentences with trees, the options of a system, and what else its training depends on."""

    sentences: Sequence[Sentence]
    options: Options
    setting: Setting = field(default_factory=Setting)
    dev: Sequence[Sentence] = ()  # to tune on, in place of held-out sentences
    tag_choices: TagChoices | None = None  # the analyses to choose from, if tags are to be corrected
