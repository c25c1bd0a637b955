"""The tags that words can agree on, as numbers, and which of them are close to each other."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from arcwalk.arrays import Scores
from arcwalk.treebank.sentence import Sentence

ROOT = "ROOT"  # stands for the tag of the root, which is no word


@dataclass(frozen=True)
class TagSet:
    """Tags, each with the coarse tag it belongs to; those of the same one are close."""

    tags: Sequence[str]
    coarse: Sequence[str]

    @classmethod
    def fit(cls, sentences: Iterable[Sentence], column: str) -> "TagSet":
        """The tags in a column of sentences; the coarse tag of a fine one is the UPOS it mostly has."""
        uses: dict[str, Counter[str]] = defaultdict(Counter)
        for sentence in sentences:
            for tag, upos in zip(sentence.tags(column), sentence.upos, strict=True):
                uses[tag][upos] += 1
        tags = sorted(uses)
        most = [min(uses[tag], key=lambda upos, tag=tag: (-uses[tag][upos], upos)) for tag in tags]  # type: ignore[misc]
        return cls([ROOT, *tags], [ROOT, *most])

    @cached_property
    def number(self) -> dict[str, int]:
        """The place of each tag."""
        return {tag: place for place, tag in enumerate(self.tags)}

    def rewards(self, same: float, close: float, off: float) -> Scores:
        """(tags, tags + 1): what a word with a tag earns by its consensus; the last column is for none at all."""
        coarse = np.array(self.coarse)
        rewards = np.where(coarse[:, None] == coarse[None, :], close, 0.0)
        np.fill_diagonal(rewards, same)
        return np.column_stack([rewards, np.full(len(coarse), off)])
