"""The systems there are, under the names that `--system` and model files use."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from arcwalk.arrays import Codes, Heads
from arcwalk.errors import ArcwalkError
from arcwalk.systems.found_trees import ConfidentTree, CorrectedTree, ScoredTree
from arcwalk.systems.model_file import ModelFile
from arcwalk.systems.readings import WordReadings
from arcwalk.treebank.sentence import Sentence

if TYPE_CHECKING:
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
    ) -> "Readings":
        """The ways to read the words of a sentence as kernels read them."""

    def find_tagged_tree(
        self, codes: Codes, readings: "Readings", heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> CorrectedTree:
        """The best tree found where words may be read in other ways."""


@dataclass(frozen=True)
class System:
    """How to train a system, what can be set for it, and how to bring it back from a file.

    `module` is imported when it is asked for, and its training only to train: whoever parses does not wait for the
    kernels of all the others. It has classes whose names begin with `stem`.
    """

    module: str
    stem: str
    corrects_tags_with: tuple[str, str] | None = None  # the option and the value that it takes to correct tags

    @property
    def options(self) -> Any:
        """The class of its options."""
        return getattr(import_module(f"arcwalk.systems.{self.module}"), f"{self.stem}Options")

    def train(self, *task: Any) -> TreeFinder:
        """Train on sentences, with development sentences or None, options, setting, progress.

        Where tags are to be corrected, `TagChoices` follow, and the result is a `TagCorrector`.
        """
        trained: TreeFinder = getattr(import_module(f"arcwalk.systems.{self.module}_training"), f"train_{self.module}")(
            *task
        )
        return trained

    def restore(self, model: ModelFile) -> TreeFinder:
        """The system that a model file came from."""
        restored: TreeFinder = getattr(import_module(f"arcwalk.systems.{self.module}"), f"{self.stem}Parser").restore(
            model
        )
        return restored

    def corrects_tags(self, options: Any) -> bool:
        """Whether it can, with these options."""
        if self.corrects_tags_with is None:
            return False
        name, value = self.corrects_tags_with
        return bool(getattr(options, name) == value)


SYSTEMS = {
    "sampling": System("sampling", "Sampling", corrects_tags_with=("learner", "violation")),
    "bayes-point": System("bayes_point", "BayesPoint"),
    "mst": System("mst", "Mst"),
    "rerank": System("rerank", "Rerank"),
    "vine": System("vine", "Vine"),
}
DEFAULT_SYSTEM = "sampling"


def system_named(name: str) -> System:
    """The system of that name, or an error that lists the names there are."""
    if name not in SYSTEMS:
        raise ArcwalkError(f"no system is called {name!r}; there are {', '.join(SYSTEMS)}")
    return SYSTEMS[name]
