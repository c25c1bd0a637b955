"""What comes of decoding sentences together."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from arcwalk.consistency.dual_decomposition import JointSolution
from arcwalk.treebank.sentence import Sentence

Place = tuple[int, int]  # a sentence, and a word from 1


@dataclass(frozen=True)
class Consensus:
    """Words that were to agree, and what they agreed on."""

    name: str  # what they have in common
    words: Sequence[Place]
    elsewhere: int  # such words in the treebank, or in raw text
    agreed: str  # nothing, where they need not agree


@dataclass(frozen=True)
class Change:
    """A word that has changed; what is told of it may be the same, if it has another head of the same kind."""

    sentence: int
    word: int  # from 1
    before: str
    after: str


@dataclass(frozen=True)
class ConsistentCorpus:
    """Sentences that were decoded together.

    Raw ones that took part are only in the solution, after all others.
    """

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
        for place in consensus.words:
            change = self._change(place)
            if change.before != change.after == consensus.agreed:
                yield change

    @cached_property
    def most_effective(self) -> list[tuple[Consensus, list[Change]]]:
        """The groups that changed something, most of all first."""
        found = [(group, list(self.changes(group))) for group in self.groups if group.agreed]
        return sorted((pair for pair in found if pair[1]), key=lambda pair: (-len(pair[1]), pair[0].name))

    @cached_property
    def changed_words(self) -> list[Place]:
        """All words that have another head, or another tag, than they had alone."""
        before, after = (
            [list(zip(own, sentence.heads, strict=True)) for own, sentence in zip(told, sentences, strict=True)]
            for told, sentences in ((self.told_alone, self.alone), (self.told_together, self.together))
        )
        return [
            (number, word)
            for number, pair in enumerate(zip(before, after, strict=True))
            for word, (one, other) in enumerate(zip(*pair, strict=True), 1)
            if one != other
        ]

    def changed_along(self) -> list[Change]:
        """The words that changed though no consensus wanted it: because others in their sentence did."""
        wanted = {(change.sentence, change.word) for _, changes in self.most_effective for change in changes}
        return [self._change(place) for place in self.changed_words if place not in wanted]

    @property
    def lifted(self) -> list[int]:
        """The sentences whose constraints were lifted."""
        return [number for number in self.solution.lifted if number < len(self.together)]

    def first(self, count: int) -> "ConsistentCorpus":
        """Only so many sentences: those after them took part for their sake."""

        def find_groups() -> list[Consensus]:
            own = [[place for place in group.words if place[0] < count] for group in self.groups]
            return [
                replace(group, words=words, elsewhere=group.elsewhere + len(group.words) - len(words))
                for group, words in zip(self.groups, own, strict=True)
            ]

        return replace(
            self,
            alone=self.alone[:count],
            together=self.together[:count],
            told_alone=self.told_alone[:count],
            told_together=self.told_together[:count],
            find_groups=find_groups,
        )

    def _change(self, place: Place) -> Change:
        sentence, word = place
        return Change(sentence, word, self.told_alone[sentence][word - 1], self.told_together[sentence][word - 1])
