"""Learning the weights of tags from a treebank: the averaged perceptron with a margin."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Codes, Integers, Numbers, Scores, Starts, Weights
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.learning.averaging import OnlineLearner
from arcwalk.systems.tagger.kernels.tag_perceptron import tag_epoch
from arcwalk.systems.tagger.lexicon import LEXICAL, PROPERTIES, Lexicon, Word
from arcwalk.treebank.encoding import UNKNOWN


class TaggedCorpus(NamedTuple):
    """A treebank as flat arrays: sentence i occupies rows `rows[i]` to `rows[i + 1]` of every array but `rows`."""

    codes: Codes  # (all rows, properties)
    candidates: Integers  # (all rows, most candidates)
    unseen: Integers  # likewise: the candidates if the treebank did not have the word
    counts: Numbers  # (all rows,): how often the treebank has the word, 0 at padding
    tags: Integers  # (all rows,): -1 at padding
    rows: Starts  # (sentences + 1,)

    def __len__(self) -> int:
        return len(self.rows) - 1


def tagged_corpus(sentences: Sequence[tuple[Sequence[Word], Sequence[str]]], lexicon: Lexicon) -> TaggedCorpus:
    """Encode sentences, each one its words and their tags."""
    encoded = [lexicon.encode(words) for words, _ in sentences]
    rows = np.cumsum([0, *(len(words.codes) for words in encoded)]).astype(np.int64)
    number = {tag: place for place, tag in enumerate(lexicon.tags)}
    candidates = np.concatenate([words.candidates for words in encoded])
    unseen = np.full_like(candidates, -1)
    counts = np.zeros(len(candidates), dtype=np.int64)
    tags = np.full(len(candidates), -1, dtype=np.int32)
    known: dict[Word, tuple[int, list[int]]] = {}
    for row, (words, names) in zip(rows, sentences, strict=False):
        tags[row + 1 : row + 1 + len(words)] = [number[name] for name in names]
        for place, word in enumerate(words, row + 1):
            if word not in known:
                known[word] = lexicon.count(word), lexicon.candidates(word, hidden=True)
            counts[place], listed = known[word]
            unseen[place, : len(listed)] = listed
    return TaggedCorpus(np.concatenate([words.codes for words in encoded]), candidates, unseen, counts, tags, rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class TagLearner(OnlineLearner):
    """How to learn: for how long, how far a right tag must lead, which words to hide.

    A wrong tag is credited with `margin` before decoding in training, so that updates go on until right tags lead
    clearly. `forget` hides a word that occurs c times in training with probability forget / (forget + c) each epoch:
    its form is unknown, and it may bear what an unknown word may bear, so that weights are learned for such words.
    """

    table: PartTable
    margin: float
    forget: float
    beam: int
    reach: float

    def train(self, corpus: TaggedCorpus, random: Random, after_epoch: Callable[[], None]) -> Weights:
        """The weights, averaged over all steps."""
        words = corpus.counts > 0
        probabilities: Scores = np.where(words, self.forget / np.maximum(self.forget + corpus.counts, 1e-9), 0.0)
        lexical = [PROPERTIES.index(name) for name in LEXICAL]

        def one_epoch(order: Numbers, step: int, weights: Weights, totals: Weights) -> None:
            draws = np.frombuffer(random.randbytes(2 * len(probabilities)), dtype="<u2")
            hidden = draws < probabilities * 65536
            codes = corpus.codes.copy()
            for column in lexical:
                codes[hidden, column] = UNKNOWN
            candidates = np.where(hidden[:, None], corpus.unseen, corpus.candidates)
            arrays = (codes, candidates, corpus.rows, corpus.tags, order)
            tag_epoch(*arrays, self.table, self.beam, self.reach * self.margin, self.margin, step, weights, totals)

        return self.averaged(one_epoch, len(corpus), random, after_epoch)
