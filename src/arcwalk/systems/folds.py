"""Folds: models that predict training sentences as they will predict new ones, because they were not trained on them.

Sentence i belongs to fold i mod the number of folds, and the model of a fold is trained on all other sentences.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from arcwalk.arrays import Codes
from arcwalk.treebank.corpus import Corpus
from arcwalk.treebank.encoding import UNKNOWN

EVERYTHING = -1  # in place of a fold: nothing is left out

Model = TypeVar("Model")


@dataclass(frozen=True)
class OutOfFold(Generic[Model]):
    """The models of all folds, each for the sentences it was not trained on.

    A model is made when it is needed: the weights of all of them at once would take more memory than training does.
    """

    model: Callable[[int], Model]  # of a fold, or of `EVERYTHING`
    known: list[list[NDArray[np.bool_]]]  # for each fold and column, the codes that its training sentences have

    def in_turn(self, sentences: int) -> Iterator[tuple[int, Model]]:
        """All sentences, fold by fold, each with the model that was not trained on it."""
        folds = len(self.known)
        for fold in range(min(folds, sentences)):
            model = self.model(fold)
            for sentence in range(fold, sentences, folds):
                yield sentence, model

    def codes(self, sentence: int, codes: Codes) -> Codes:
        """All analyses of the sentence as its model sees them: words it was not trained on are unknown."""
        seen = codes.copy()
        for column, known in enumerate(self.known[sentence % len(self.known)], 2):
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


def sentences_without(fold: int, folds: int, sentences: int) -> list[int]:
    """The sentences of all other folds; with a single fold, of that one."""
    return [i for i in range(sentences) if i % folds != fold or folds == 1]


def training_part(corpus: Corpus, fold: int, folds: int) -> Corpus:
    """The treebank without the sentences of a fold, see `sentences_without`."""
    kept = sentences_without(fold, folds, len(corpus))
    rows = np.concatenate([np.arange(corpus.rows[i], corpus.rows[i + 1]) for i in kept])
    lengths = [int(corpus.rows[i + 1] - corpus.rows[i]) for i in kept]
    return Corpus(corpus.codes[rows], np.cumsum([0, *lengths]), corpus.heads[rows], corpus.labels[rows])
