"""Folds: models predict training sentences as they will predict new ones, if they were not trained on them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Codes
from arcwalk.treebank.corpus import Corpus
from arcwalk.treebank.encoding import UNKNOWN

FULL_TREEBANK = -1  # in place of a fold: nothing is left out

Model = TypeVar("Model")
Item = TypeVar("Item")  # a sentence in any form


@dataclass(frozen=True)
class Folds:
    """The division of a treebank: sentence i belongs to fold i mod `count`."""

    count: int
    sentences: int

    @classmethod
    def of(cls, wanted: int, sentences: int) -> "Folds":
        """At most as many folds as sentences."""
        return cls(min(wanted, sentences), sentences)

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.count))

    @property
    def rest(self) -> float:
        """The share of the sentences that the model of a fold is trained on."""
        return 1 - 1 / self.count if self.count > 1 else 1.0

    def fold_of(self, sentence: int) -> int:
        """The fold that a sentence belongs to."""
        return sentence % self.count

    def members(self, fold: int) -> range:
        """The sentences of a fold."""
        return range(fold, self.sentences, self.count)

    def others(self, fold: int) -> list[int]:
        """The sentences that the model of a fold is trained on: those of all other folds; of a single fold, its own."""
        everything = fold == FULL_TREEBANK or self.count == 1
        return [i for i in range(self.sentences) if everything or self.fold_of(i) != fold]

    def in_order(self, by_fold: Sequence[Sequence[Item]]) -> list[Item]:
        """What was found for the members of each fold, in the order of the treebank."""
        return [by_fold[self.fold_of(i)][i // self.count] for i in range(self.sentences)]

    def training_part(self, corpus: Corpus, fold: int) -> Corpus:
        """The sentences that the model of a fold is trained on."""
        if fold == FULL_TREEBANK:
            return corpus
        return corpus.part(self.others(fold))


@dataclass(frozen=True)
class OutOfFold(Generic[Model]):
    """The models of all folds, each for the sentences it was not trained on.

    A model is made when it is needed: the weights of all of them at once would take more memory than training does.
    """

    folds: Folds
    model: Callable[[int], Model]  # of a fold, or of `FULL_TREEBANK`
    known: list[list[NDArray[np.bool_]]]  # for each fold and column, the codes that its training sentences have

    def in_turn(self) -> Iterator[tuple[int, Model]]:
        """All sentences, fold by fold, each with the model that was not trained on it."""
        for fold in self.folds:
            model = self.model(fold)
            for sentence in self.folds.members(fold):
                yield sentence, model

    def codes(self, sentence: int, codes: Codes) -> Codes:
        """All analyses of the sentence as its model sees them: words it was not trained on are unknown."""
        seen = codes.copy()
        for column, known in enumerate(self.known[self.folds.fold_of(sentence)], 2):
            seen[..., column][~known[seen[..., column]]] = UNKNOWN
        return seen


def known_codes(part: Corpus, whole: Corpus, properties: int) -> list[NDArray[np.bool_]]:
    """For each property, which of its codes occur in a part of the treebank."""
    known = []
    for column in range(2, 2 + properties):
        seen = np.zeros(int(whole.codes[:, column].max()) + 1, dtype=np.bool_)
        seen[part.codes[:, column]] = True
        known.append(seen)
    return known
