"""What comes of decoding sentences together."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from arcwalk.corpus.dual_decomposition import JointSolution
from arcwalk.treebank.sentence import Sentence


@dataclass(frozen=True)
class Consensus:
    """Words that were to agree, and what they agreed on."""

    name: str  # what they have in common
    words: Sequence[tuple[int, int]]  # (sentence, word from 1)
    observed: dict[str, int]  # what such words have in the treebank, and how often
    agreed: str  # nothing, where they need not agree


@dataclass(frozen=True)
class Change:
    """A word that has changed."""

    sentence: int
    word: int  # from 1
    before: str
    after: str


@dataclass(frozen=True)
class ConsistentCorpus:
    """Sentences that were decoded together."""

    alone: list[Sentence]  # each decoded for itself
    together: list[Sentence]
    told_alone: list[list[str]]  # what was to agree, for each word
    told_together: list[list[str]]
    solution: JointSolution
    find_groups: Callable[[], list[Consensus]]

    @cached_property
    def groups(self) -> list[Consensus]:
        """All groups of words; there are many, so they are named only when someone asks."""
        return self.find_groups()

    def changes(self, consensus: Consensus) -> Iterator[Change]:
        """The words that a consensus has changed: they have now what was agreed on, and had not before."""
        for sentence, word in consensus.words:
            before, after = self.told_alone[sentence][word - 1], self.told_together[sentence][word - 1]
            if before != after == consensus.agreed:
                yield Change(sentence, word, before, after)

    def most_effective(self) -> list[tuple[Consensus, list[Change]]]:
        """The groups that changed something, most of all first."""
        found = [(group, list(self.changes(group))) for group in self.groups if group.agreed]
        return sorted((pair for pair in found if pair[1]), key=lambda pair: (-len(pair[1]), pair[0].name))

    @property
    def changed_words(self) -> int:
        """How many words have not what they had alone."""
        pairs = zip(self.told_alone, self.told_together, strict=True)
        return sum(a != b for alone, together in pairs for a, b in zip(alone, together, strict=True))
