"""What a system can do that chooses tags together with the tree."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from arcwalk.arrays import Codes, Heads
from arcwalk.models.parses import CorrectedTree
from arcwalk.treebank.sentence import Sentence

if TYPE_CHECKING:
    from arcwalk.components.tagger.analyses import WordAnalyses
    from arcwalk.systems.joint_tags.kernels.tagged_tree import Analyses


@runtime_checkable
class CorrectsTags(Protocol):
    """A system that chooses tags together with the tree."""

    def encode_analyses(
        self, sentence: Sentence, columns: Sequence[str], analyses: "Sequence[WordAnalyses]"
    ) -> "Analyses":
        """The analyses of the words of a sentence as kernels read them."""

    def parse_and_tag(
        self, codes: Codes, analyses: "Analyses", heads: Heads | None = None, labels: Sequence[str] | None = None
    ) -> CorrectedTree:
        """The best tree found when words may take analyses other than the first."""
