"""Head classes: the property of heads that words in the same context agree on, the head's tag and its side."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from arcwalk.arrays import Heads, Numbers
from arcwalk.treebank.sentence import Sentence

TAG, SIDE = "tag", "side"
DETAILS = (TAG, SIDE)
ROOT = "ROOT"  # the tag of the root

_SIDES = ("", "<", ">")  # unspecified, head on the left, head on the right


@dataclass(frozen=True)
class HeadClasses:
    """Numbers for head classes: the head's tag, as published, or its tag and side."""

    column: str  # of tags
    tags: Sequence[str]  # the root's first
    coarse_tags: Sequence[str]
    detail: str

    @classmethod
    def fit(cls, sentences: Iterable[Sentence], column: str, detail: str) -> "HeadClasses":
        """Classes for the tags in a column; the coarse tag of a fine one is its most frequent UPOS."""
        coarse = dict(sorted(most_frequent_upos(sentences, column).items()))
        return cls(column, [ROOT, *coarse], [ROOT, *coarse.values()], detail)

    @cached_property
    def _number(self) -> dict[str, int]:
        return {tag: number for number, tag in enumerate(self.tags)}

    def classify(self, sentence: Sentence, words: Numbers, heads: Numbers | Heads) -> Numbers:
        """The classes of heads of some words of a sentence."""
        tags = np.array([0, *map(self._number.__getitem__, sentence.tags(self.column))])
        side = np.where(heads < words, 1, 2) if self.detail == SIDE else 0
        return np.where(heads == 0, 0, tags[heads] * len(_SIDES) + side)

    def of_tree(self, sentence: Sentence) -> Numbers:
        """The classes of the heads that the sentence has."""
        return self.classify(sentence, np.arange(1, len(sentence) + 1), np.array(sentence.heads))

    def name(self, head_class: int) -> str:
        """The tag, with `<` or `>` for the side."""
        return self.tag(head_class) + _SIDES[head_class % len(_SIDES)]

    def tag(self, head_class: int) -> str:
        """The head's tag."""
        return self.tags[head_class // len(_SIDES)]

    def coarse(self, head_class: int) -> str:
        """The head's coarse tag with the side: classes that share it are close."""
        return self.coarse_tags[head_class // len(_SIDES)] + _SIDES[head_class % len(_SIDES)]


def most_frequent_upos(sentences: Iterable[Sentence], column: str) -> dict[str, str]:
    """The most frequent UPOS of each tag in a column."""
    uses: dict[str, Counter[str]] = defaultdict(Counter)
    for sentence in sentences:
        for tag, upos in zip(sentence.tags(column), sentence.upos, strict=True):
            uses[tag][upos] += 1
    return {tag: max(counts, key=counts.__getitem__) for tag, counts in uses.items()}
