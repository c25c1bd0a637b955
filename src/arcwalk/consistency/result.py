"""The result of consistent parsing or tagging: what changed, and which constraints changed it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from arcwalk.consistency.dual_decomposition import JointSolution
from arcwalk.treebank.sentence import Sentence

Place = tuple[int, int]  # a sentence, and a word from 1


@dataclass(frozen=True)
class AppliedConstraint:
    """A constraint and its consensus."""

    name: str  # the context, or the word types
    words: Sequence[Place]
    elsewhere: int  # further words that it connects, in the training data or in raw text
    consensus: str  # empty if the constraint was turned off


@dataclass(frozen=True)
class Change:
    """A word that changed; its tag, or the class of its head, may be the same if it has another head of this class."""

    sentence: int
    word: int  # from 1
    before: str
    after: str


@dataclass(frozen=True)
class ConsistentCorpus:
    """Sentences decoded independently and jointly. Imported raw sentences are in the solution only, at its end."""

    independent: list[Sentence]
    joint: list[Sentence]
    independent_tags: list[list[str]]  # what constraints are about, for each word: its tag, or the class of its head
    joint_tags: list[list[str]]
    solution: JointSolution
    describe_constraints: Callable[[], list[AppliedConstraint]]

    @cached_property
    def constraints(self) -> list[AppliedConstraint]:
        """All constraints; there are many, so they are described on request."""
        return self.describe_constraints()

    def changes(self, constraint: AppliedConstraint) -> Iterator[Change]:
        """The words that a constraint changed: they match its consensus now and did not before."""
        for word in constraint.words:
            change = self._change(word)
            if change.before != change.after == constraint.consensus:
                yield change

    @cached_property
    def most_effective(self) -> list[tuple[AppliedConstraint, list[Change]]]:
        """The constraints that changed something, with their changes, most effective first."""
        effects = [(each, list(self.changes(each))) for each in self.constraints if each.consensus]
        return sorted((pair for pair in effects if pair[1]), key=lambda pair: (-len(pair[1]), pair[0].name))

    @cached_property
    def changed_words(self) -> list[Place]:
        """All words whose head or tag changed."""
        before, after = (
            [list(zip(own, sentence.heads, strict=True)) for own, sentence in zip(tags, sentences, strict=True)]
            for tags, sentences in ((self.independent_tags, self.independent), (self.joint_tags, self.joint))
        )
        return [
            (number, word)
            for number, pair in enumerate(zip(before, after, strict=True))
            for word, (one, other) in enumerate(zip(*pair, strict=True), 1)
            if one != other
        ]

    def side_effects(self) -> list[Change]:
        """Changes not due to any constraint, caused by changes elsewhere in the sentence."""
        wanted = {(change.sentence, change.word) for _, changes in self.most_effective for change in changes}
        return [self._change(word) for word in self.changed_words if word not in wanted]

    @property
    def lifted(self) -> list[int]:
        """The sentences released from their constraints."""
        return [number for number in self.solution.lifted if number < len(self.joint)]

    def first(self, count: int) -> "ConsistentCorpus":
        """Only the first sentences, without those imported for their sake."""

        def describe_constraints() -> list[AppliedConstraint]:
            own = [[word for word in each.words if word[0] < count] for each in self.constraints]
            return [
                replace(each, words=words, elsewhere=each.elsewhere + len(each.words) - len(words))
                for each, words in zip(self.constraints, own, strict=True)
            ]

        return replace(
            self,
            independent=self.independent[:count],
            joint=self.joint[:count],
            independent_tags=self.independent_tags[:count],
            joint_tags=self.joint_tags[:count],
            describe_constraints=describe_constraints,
        )

    def _change(self, place: Place) -> Change:
        sentence, word = place
        return Change(sentence, word, self.independent_tags[sentence][word - 1], self.joint_tags[sentence][word - 1])
