"""What a trained system can do, so that nobody else needs to know which one it is."""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from arcwalk.arrays import Codes, Heads
from arcwalk.systems.model_file import ModelFile
from arcwalk.systems.parses import ConfidentTree, CorrectedTree, ScoredTree
from arcwalk.treebank.sentence import Sentence

if TYPE_CHECKING:
    from arcwalk.systems.joint_tags.kernels.tagged_tree import Readings
    from arcwalk.systems.tagger.analyses import WordReadings


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
        self, sentence: Sentence, columns: Sequence[str], readings: "Sequence[WordReadings]", trust: float
    ) -> "Readings":
        """The ways to read the words of a sentence as kernels read them."""

    def find_tagged_tree(
        self, codes: Codes, readings: "Readings", heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> CorrectedTree:
        """The best tree found where words may be read in other ways."""
