"""Contexts of words, and what they tell of a word's head (section 7 of the paper named in `consistency`).

A context of a word is its tag with the tags of some words around it. Words in the same context tend to have heads with
the same tag; contexts for which a treebank shows no exception are worth being consistent about.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arcwalk.corpus.tag_sets import ROOT
from arcwalk.treebank.sentence import Sentence

LONGEST = 4  # tags in a context, the word's own included


class Context(NamedTuple):
    """Tags in a row; that of the word itself is at `place`."""

    place: int
    tags: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(f"[{tag}]" if place == self.place else tag for place, tag in enumerate(self.tags))

    def has_beside(self, tag: str) -> bool:
        """Whether another word of the context has this tag."""
        return any(other == tag for place, other in enumerate(self.tags) if place != self.place)


@dataclass(frozen=True)
class Evidence:
    """What a treebank shows of a context: how often its words have a head with which tag."""

    context: Context
    heads: Mapping[str, int]

    @property
    def count(self) -> int:
        """How often the treebank has the context."""
        return sum(self.heads.values())

    @property
    def usual(self) -> str:
        """The most frequent tag of the head."""
        return min(self.heads, key=lambda tag: (-self.heads[tag], tag))

    @property
    def share(self) -> float:
        """How often it is that one."""
        return self.heads[self.usual] / self.count

    @property
    def head_is_inside(self) -> bool:
        """Whether the context itself has a word that could be the usual head."""
        return self.context.has_beside(self.usual)


def contexts_of(tags: Sequence[str], m: int) -> Iterator[Context]:
    """All contexts of the word at index m."""
    for first in range(max(0, m - LONGEST + 1), m + 1):
        for last in range(m, min(len(tags), first + LONGEST)):
            yield Context(m - first, tuple(tags[first : last + 1]))


def gather(
    train: Iterable[Sentence], column: str, wanted: Iterable[Context] | None = None
) -> dict[Context, Evidence]:
    """What annotated sentences show of all contexts they have, or only of those that are wanted."""
    counts: dict[Context, Counter[str]] = defaultdict(Counter)
    only = None if wanted is None else set(wanted)
    for sentence in train:
        tags = sentence.tags(column)
        for m, head in enumerate(sentence.heads):
            tag = head_tag(tags, head)
            for context in contexts_of(tags, m):
                if only is None or context in only:
                    counts[context][tag] += 1
    return {context: Evidence(context, heads) for context, heads in counts.items()}


def head_tag(tags: Sequence[str], head: int) -> str:
    """The tag of a head, 1..n, or of the root, 0."""
    return ROOT if head == 0 else tags[head - 1]


@dataclass(frozen=True)
class ContextChoice:
    """Which contexts are worth being consistent about, and which of them each word has."""

    evidence: Mapping[Context, Evidence]
    threshold: float  # share of the usual head's tag that a context needs
    least: int  # how often the treebank must have it

    def choose(self, tags: Sequence[str], m: int) -> Evidence | None:
        """The context of a word: best one that its head may be in, then a long one, then a frequent one."""
        telling = [found for context in contexts_of(tags, m) if (found := self._telling(context)) is not None]
        return max(telling, key=_worth, default=None)

    def _telling(self, context: Context) -> Evidence | None:
        found = self.evidence.get(context)
        if found is not None and found.count >= self.least and found.share >= self.threshold:
            return found
        return None


def _worth(evidence: Evidence) -> tuple[bool, int, int, Context]:
    return evidence.head_is_inside, len(evidence.context.tags), evidence.count, evidence.context
