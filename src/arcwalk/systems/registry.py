"""The systems there are, under the names that `--system` and model files use."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from arcwalk.arrays import Codes, Heads
from arcwalk.errors import ArcwalkError
from arcwalk.systems import bayes_point, bayes_point_training, sampling, sampling_training
from arcwalk.systems.model_file import ModelFile
from arcwalk.systems.options import Setting
from arcwalk.systems.progress import Progress
from arcwalk.treebank.sentence import Sentence


class TreeFinder(Protocol):
    """What every trained system can do, so that nobody else needs to know which one it is."""

    def encode(self, sentence: Sentence) -> Codes:
        """The sentence as kernels read it."""

    def find_tree(
        self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> tuple[Heads, list[str]]:
        """Heads, index 0 for the root, and labels of words 1..n, with those that are given kept."""

    def model(self) -> ModelFile:
        """Everything a model file keeps."""


class System(NamedTuple):
    """How to train a system, what can be set for it, and how to bring it back from a file."""

    options: type
    train: Callable[[Sequence[Sentence], Sequence[Sentence] | None, Any, Setting, Progress], TreeFinder]
    restore: Callable[[ModelFile], TreeFinder]


SYSTEMS = {
    sampling.NAME: System(
        sampling.SamplingOptions,
        sampling_training.train_sampling,
        sampling.SamplingParser.restore,
    ),
    bayes_point.NAME: System(
        bayes_point.BayesPointOptions,
        bayes_point_training.train_bayes_point,
        bayes_point.BayesPointParser.restore,
    ),
}
DEFAULT_SYSTEM = sampling.NAME


def system_named(name: str) -> System:
    """The system of that name, or an error that lists the names there are."""
    if name not in SYSTEMS:
        raise ArcwalkError(f"no system is called {name!r}; there are {', '.join(SYSTEMS)}")
    return SYSTEMS[name]
