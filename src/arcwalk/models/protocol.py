"""What trained systems can do, so that nothing else needs to know which system it has.

Every system is a `System`. One that can do more has the methods of another protocol, and nothing else declares it:
`isinstance(system, ListsAlternatives)`.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

from arcwalk.arrays import Codes, Heads, Numbers, Scores, Starts
from arcwalk.models.label_set import LabelSet
from arcwalk.models.model_file import ModelFile
from arcwalk.models.parses import ConfidentTree, ScoredTree
from arcwalk.treebank.sentence import Sentence


class System(Protocol):
    """A trained system. Given heads are kept unless -1, given labels unless empty or `_`."""

    def encode(self, sentence: Sentence) -> Codes:
        """The sentence as kernels read it."""

    def parse(
        self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> tuple[Heads, list[str]]:
        """The best tree: its heads, index 0 for the root, and the labels of words 1..n."""

    def parse_with_confidence(
        self, codes: Codes, heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> ConfidentTree:
        """The same tree with confidences."""

    def label(self, codes: Codes, heads: Heads, given: Sequence[str], /) -> list[str]:
        """The best labels for the words 1..n of a tree."""

    @property
    def name(self) -> str:
        """The name of the system, as in `Parser.train(system=...)`."""

    @property
    def label_set(self) -> LabelSet:
        """All labels."""

    @property
    def options(self) -> Any:
        """Its options, see `arcwalk.models.options`."""

    def with_options(self, options: Any, /) -> "System":
        """The same system with other options; an error for what it has not been trained for."""

    def model(self) -> ModelFile:
        """Everything a model file keeps."""


@runtime_checkable
class ListsAlternatives(Protocol):
    """A system that finds more than one tree of a sentence."""

    def k_best(self, codes: Codes, heads: Heads | None, labels: Sequence[str] | None, k: int, /) -> list[ScoredTree]:
        """At most `k` distinct trees, best first."""


class Solution(NamedTuple):
    """The choices of words 1..n, and their score with adjustments."""

    chosen: Numbers
    score: float


class AdjustableSentence(Protocol):
    """One sentence, scored once, to be decoded again whenever the adjustments of joint decoding change."""

    @property
    def is_exact(self) -> bool:
        """Whether the best choices are certain to be found; known once the sentence was decoded."""

    @property
    def start(self) -> Starts:
        """(n + 2,): word m has the choices from start[m] to start[m + 1]."""

    def decode(self, adjustments: Scores | None) -> Solution:
        """The best choices, with `adjustments` added to the scores of choices."""

    def prune(self, slack: float) -> Scores | None:
        """By how much the best solution with each choice scores below the best one, without adjustments; if known.

        Afterwards, `decode` may leave out solutions that score more than `slack` below the best one.
        """

    def decode_unpruned(self, adjustments: Scores) -> Solution:
        """The best choices, with nothing left out from now on."""


class AdjustableTree(AdjustableSentence, Protocol):
    """A sentence whose choices are heads, or heads with labels."""

    @property
    def head(self) -> Heads:
        """The head of each choice."""

    def labels(self, chosen: Numbers) -> list[str]:
        """The labels of words 1..n that go with these choices."""


class JointDecoding(NamedTuple):
    """How a system takes part in decoding a corpus jointly."""

    adjustable: Callable[[Codes, Heads | None, Sequence[str] | None], AdjustableTree]  # given heads and labels stay
    scale: float  # of rewards, to suit the system's scores
    is_exact: bool  # whether the best tree is found whatever the adjustments


@runtime_checkable
class JointlyDecodable(Protocol):
    """A system that can decode sentences with adjusted scores."""

    def joint_decoding(self) -> JointDecoding:
        """How it does so; an error if its options rule it out."""
