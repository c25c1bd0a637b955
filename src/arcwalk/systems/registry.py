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
    rerank,
    rerank_training,
    sampling,
    sampling_training,
    vine,
    vine_training,
)
from arcwalk.systems.found_trees import ConfidentTree, ScoredTree
from arcwalk.systems.model_file import ModelFile
from arcwalk.systems.readings import WordReadings
from arcwalk.treebank.sentence import Sentence
from arcwalk.trees.readings import Readings


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


class TagCorrector(TreeFinder, Protocol):
    """A system that can choose among tags while it looks for the tree."""

    def encode_readings(
        self, sentence: Sentence, columns: Sequence[str], readings: Sequence[WordReadings], trust: float
    ) -> Readings:
        """The ways to read the words of a sentence as kernels read them."""

    def find_tagged_tree(
        self, codes: Codes, readings: Readings, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> tuple[Heads, list[str], list[int]]:
        """Heads, labels, and for words 1..n which of its readings is taken."""


class System(NamedTuple):
    """How to train a system, what can be set for it, and how to bring it back from a file."""

    options: type
    train: Callable[..., TreeFinder]  # sentences, development sentences or None, options, setting, progress
    restore: Callable[[ModelFile], TreeFinder]
    corrects_tags: Callable[[Any], bool] = lambda _: False
    """Whether it can, with these options: `train` then also takes `TagChoices`, and returns a `TagCorrector`."""


SYSTEMS = {
    sampling.NAME: System(
        sampling.SamplingOptions,
        sampling_training.train_sampling,
        sampling.SamplingParser.restore,
        corrects_tags=lambda options: options.learner == "violation",
    ),
    bayes_point.NAME: System(
        bayes_point.BayesPointOptions,
        bayes_point_training.train_bayes_point,
        bayes_point.BayesPointParser.restore,
    ),
    mst.NAME: System(mst.MstOptions, mst_training.train_mst, mst.MstParser.restore),
    rerank.NAME: System(rerank.RerankOptions, rerank_training.train_rerank, rerank.RerankParser.restore),
    vine.NAME: System(vine.VineOptions, vine_training.train_vine, vine.VineParser.restore),
}
DEFAULT_SYSTEM = sampling.NAME


def system_named(name: str) -> System:
    """The system of that name, or an error that lists the names there are."""
    if name not in SYSTEMS:
        raise ArcwalkError(f"no system is called {name!r}; there are {', '.join(SYSTEMS)}")
    return SYSTEMS[name]
