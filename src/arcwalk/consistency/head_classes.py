"""What is told of a word's head, and so what words in the same context may agree on: its tag, and its side."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from arcwalk.arrays import Heads, Numbers
from arcwalk.treebank.sentence import Sentence

TAG, SIDE = "tag", "side"
DETAILS = (TAG, SIDE)
ROOT = "ROOT"  # stands for the tag of the root, which is no word

_SIDES = ("", "<", ">")  # not told, or the head is to the left or to the right


@dataclass(frozen=True)
class HeadNames:
    """Numbers for what can be told of a head: the tag alone, as published, or with the side."""

    tags: Sequence[str]  # that of the root first
    coarse: Sequence[str]
    detail: str

    @classmethod
    def fit(cls, sentences: Iterable[Sentence], column: str, detail: str) -> "HeadNames":
        """For the tags in a column of sentences; the coarse tag of a fine one is the UPOS it mostly has."""
        uses: dict[str, Counter[str]] = defaultdict(Counter)
        for sentence in sentences:
            for tag, upos in zip(sentence.tags(column), sentence.upos, strict=True):
                uses[tag][upos] += 1
        tags = sorted(uses)
        return cls([ROOT, *tags], [ROOT, *(max(uses[tag], key=uses[tag].__getitem__) for tag in tags)], detail)

    @cached_property
    def _number(self) -> dict[str, int]:
        return {tag: place for place, tag in enumerate(self.tags)}

    def of_words(self, sentence: Sentence, column: str) -> Numbers:
        """The numbers of the tags of a sentence, that of the root first."""
        return np.array([0, *map(self._number.__getitem__, sentence.tags(column))])

    def tell(self, tags: Numbers, words: Numbers, heads: Numbers | Heads) -> Numbers:
        """What is told of heads of words; `tags` are those of their sentence, see `of_words`."""
        side = np.where(heads < words, 1, 2) if self.detail == SIDE else 0
        return np.where(heads == 0, 0, tags[heads] * len(_SIDES) + side)

    def name(self, told: int) -> str:
        """The tag, and `<` or `>` for the side."""
        return self.tag(told) + _SIDES[told % len(_SIDES)]

    def tag(self, told: int) -> str:
        """The tag of the head."""
        return self.tags[told // len(_SIDES)]

    def kind(self, told: int) -> str:
        """What it has in common with what is close to it: the coarse tag, and the side."""
        return self.coarse[told // len(_SIDES)] + _SIDES[told % len(_SIDES)]
