"""How far two annotators agree on the words that both have: in percent, and corrected for chance by Cohen's kappa.

Chance is what two annotators would agree on who choose values as often as these do, but neither looks at the sentence.
A head is not a value in this sense, since every word has other heads to choose from. Its direction and distance is: the
next word but one, say, or the root. It is counted in words that both have, so that it is the same where the head is.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from arcwalk.arrays import Booleans, Integers, Numbers
from arcwalk.errors import ArcwalkError
from arcwalk.evaluation.aligned.text_words import MISSING, ROOT, UNALIGNED
from arcwalk.evaluation.aligned.word_alignment import WordAlignment, align_words
from arcwalk.evaluation.attachment import count, percent
from arcwalk.treebank.reader import Treebank, sentences_of

HEAD_AND_DEPREL = "HEAD, DEPREL"
_COLUMNS = {"LEMMA": "lemmas", "UPOS": "upos", "XPOS": "xpos", "FEATS": "feats"}


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two values, and how many words have the first from one annotator and the second from the other."""

    first: str
    second: str
    words: int


@dataclass(frozen=True, slots=True)
class ColumnAgreement:
    """How many words have the same value from both annotators, of those that have one from both."""

    words: int
    same: int
    chance: float  # the agreement to expect by chance, in percent
    disagreements: tuple[Disagreement, ...] = ()  # most frequent first; none where HEAD counts

    @property
    def agreement(self) -> float:
        """The share of words with the same value, in percent."""
        return percent(self.same, self.words)

    @property
    def kappa(self) -> float:
        """Cohen's kappa: 1 for full agreement, 0 for that of chance; NaN if there is only one value."""
        return (self.agreement - self.chance) / (100 - self.chance) if self.chance < 100 else math.nan


@dataclass(frozen=True, eq=False)
class Agreement:
    """The agreement of two annotators in each column that both filled in, by its name, and in HEAD and DEPREL at once.

    `alignment` has the words that are compared.
    """

    alignment: WordAlignment
    columns: Mapping[str, ColumnAgreement]


def agreement(first: Treebank, second: Treebank) -> Agreement:
    """Compare two annotations of the same text, in files or in memory, whose words and sentences may differ."""
    sides = sentences_of(first, heads="given"), sentences_of(second, heads="given")
    return annotators_agreement(align_words(*sides, names=("<first>", "<second>")))


def annotators_agreement(alignment: WordAlignment) -> Agreement:
    """The agreement on words that are aligned, in the columns that both sides have.

    Words that have no value on one side are left out; in FEATS, none is a value.
    """
    columns = {name: choices.agreement() for name, choices in _choices(alignment) if choices.has_both}
    if not columns:
        names = f"{alignment.first.file} and {alignment.second.file}"
        raise ArcwalkError(f"{names}: no column has values in both", "fill in UPOS, or HEAD and DEPREL")
    return Agreement(alignment, columns)


@dataclass(frozen=True, eq=False)
class _Choices:
    """What both annotators chose for each word, as numbers, and where they chose at all."""

    first: Numbers
    second: Numbers
    given: tuple[Booleans, Booleans]
    values: tuple[str, ...] = ()  # by number, if they have names

    @property
    def has_both(self) -> bool:
        return all(side.any() for side in self.given)

    def and_also(self, other: "_Choices") -> "_Choices":
        """Two choices taken as one."""
        n = len(other.values)
        given = self.given[0] & other.given[0], self.given[1] & other.given[1]
        return _Choices(self.first * n + other.first, self.second * n + other.second, given)

    def agreement(self) -> ColumnAgreement:
        kept = self.given[0] & self.given[1]
        first, second = self.first[kept], self.second[kept]
        words = len(first)
        codes = np.unique(np.concatenate([first, second]), return_inverse=True)[1]
        often = [np.bincount(side, minlength=2 * words) for side in (codes[:words], codes[words:])]
        chance = percent(int(often[0] @ often[1]), words**2)
        return ColumnAgreement(words, count(first == second), chance, tuple(self._disagreements(first, second)))

    def _disagreements(self, first: Numbers, second: Numbers) -> list[Disagreement]:
        if not self.values:
            return []
        pairs, often = np.unique(np.stack([first, second])[:, first != second], axis=1, return_counts=True)
        found = [
            Disagreement(self.values[one], self.values[other], words)
            for one, other, words in zip(*pairs.tolist(), often.tolist(), strict=True)
        ]
        return sorted(found, key=lambda each: (-each.words, each.first, each.second))


def _choices(alignment: WordAlignment) -> Iterator[tuple[str, _Choices]]:
    for name, column in _COLUMNS.items():
        yield name, _values(alignment, column)
    heads, labels = _heads(alignment), _values(alignment, "deprels")
    yield from (("HEAD", heads), ("DEPREL", labels), (HEAD_AND_DEPREL, heads.and_also(labels)))


def _values(alignment: WordAlignment, column: str) -> _Choices:
    codes = alignment.codes(column, _in_order if column == "feats" else str)
    is_value = np.array([value != "_" for value in codes.values], dtype=np.bool_)
    given = is_value[codes.first], is_value[codes.second]
    if column == "feats":
        given = np.full(len(alignment), given[0].any()), np.full(len(alignment), given[1].any())
    return _Choices(codes.first.astype(np.int64), codes.second.astype(np.int64), given, codes.values)


def _in_order(feats: str) -> str:
    return "|".join(sorted(feats.split("|")))


def _heads(alignment: WordAlignment) -> _Choices:
    """Heads by direction and distance; one that the other annotator has not as a word is never the same."""
    first, second = alignment.heads()
    given = first != MISSING, second != MISSING
    n = len(alignment)
    return _Choices(_directions(first, elsewhere=n), _directions(second, elsewhere=-n), given)


def _directions(heads: Integers, elsewhere: int) -> Numbers:
    directions = heads - np.arange(len(heads), dtype=np.int64)
    directions[heads == ROOT] = 0  # where no other head is
    directions[heads == UNALIGNED] = elsewhere
    return directions
