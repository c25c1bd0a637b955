"""What is told of a word's head, and what words in the same context may agree on: its tag, and where it is."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from arcwalk.arrays import Numbers
from arcwalk.treebank.sentence import Sentence

TAG, SIDE, PLACE = "tag", "side", "place"
DETAILS = (TAG, SIDE, PLACE)
ROOT = "ROOT"  # stands for the tag of the root, which is no word

_NEAR = 3  # words; of heads further away, no more than the side is told
_WHERE = ("", "<", ">", *(f"{distance:+d}" for distance in range(-_NEAR, _NEAR + 1)))
_HERE = _WHERE.index("+0")


@dataclass(frozen=True)
class HeadNames:
    """Numbers for what can be told of a head: the tag alone, with the side, or with the distance if it is near."""

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

    def of_words(self, sentence: Sentence, column: str) -> Numbers:
        """The numbers of the tags of a sentence, that of the root first."""
        number = {tag: place for place, tag in enumerate(self.tags)}
        return np.array([0, *(number[tag] for tag in sentence.tags(column))])

    def tell(self, tags: Numbers, words: Numbers, heads: Numbers) -> Numbers:
        """What is told of heads of words; `tags` are those of their sentence, see `of_words`."""
        distance = np.asarray(heads, dtype=np.int64) - words
        if self.detail == TAG:
            where = np.zeros(len(distance), dtype=np.int64)
        else:
            where = np.where(distance < 0, _WHERE.index("<"), _WHERE.index(">"))
            if self.detail == PLACE:
                where = np.where(np.abs(distance) <= _NEAR, _HERE + distance, where)
        return np.where(heads == 0, 0, tags[heads] * len(_WHERE) + where)

    def name(self, told: int) -> str:
        """In words: the tag, and `<` or `>` or the distance."""
        return self.tag(told) + _WHERE[told % len(_WHERE)]

    def tag(self, told: int) -> str:
        """The tag of the head."""
        return self.tags[told // len(_WHERE)]

    def kind(self, told: int) -> str:
        """What it has in common with what is close to it: the coarse tag and the side."""
        where = _WHERE[told % len(_WHERE)]
        side = where if where in ("", "<", ">") else "<" if where[0] == "-" else ">"
        return self.coarse[told // len(_WHERE)] + side
