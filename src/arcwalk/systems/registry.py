"""The systems there are, under the names that `--system` and model files use."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from arcwalk.arrays import Codes, Heads
from arcwalk.errors import ArcwalkError
from arcwalk.systems import (
    bayes_point,
    bayes_point_training,
    mst,
    mst_training,
    sampling,
    sampling_training,
    vine,
    vine_training,
)
from arcwalk.systems.found_trees import ConfidentTree, ScoredTree
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

    def find_confident_tree(
        self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> ConfidentTree:
        """The same tree, and how sure the system is of it."""

    def find_trees(
        self, codes: Codes, heads: Heads | None, labels: Sequence[str] | None, count: int, /
    ) -> list[ScoredTree]:
        """At most `count` distinct trees, best first; or an error, where a system finds only one."""

    @property
    def labels(self) -> Collection[str]:
        """The labels there are."""

    @property
    def parsing_options(self) -> Collection[str]:
        """The options that can be set anew for a trained system."""

    def with_options(self, values: Mapping[str, object], /) -> "TreeFinder":
        """The same system with some of its `parsing_options` set anew."""

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
    mst.NAME: System(mst.MstOptions, mst_training.train_mst, mst.MstParser.restore),
    vine.NAME: System(vine.VineOptions, vine_training.train_vine, vine.VineParser.restore),
}
DEFAULT_SYSTEM = sampling.NAME


def system_named(name: str) -> System:
    """The system of that name, or an error that lists the names there are."""
    if name not in SYSTEMS:
        raise ArcwalkError(f"no system is called {name!r}; there are {', '.join(SYSTEMS)}")
    return SYSTEMS[name]
