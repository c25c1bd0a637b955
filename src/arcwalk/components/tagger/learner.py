"""Learning the weights of one column: the averaged perceptron with a margin."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Codes, Integers, Numbers, Scores, Starts, Weights
from arcwalk.components.tagger.kernels.tag_lattice import BEAM, SCORE_MARGIN
from arcwalk.components.tagger.kernels.tag_perceptron import tag_epoch
from arcwalk.components.tagger.lexicon import LEXICAL, PROPERTIES, Entry, Lexicon, TaggedSentence
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.learning.averaging import OnlineLearner
from arcwalk.treebank.corpus import repeated
from arcwalk.treebank.encoding import UNKNOWN


class TaggedCorpus(NamedTuple):
    """A treebank as flat arrays: sentence i has rows `rows[i]` to `rows[i + 1]` of every array but the last two."""

    codes: Codes  # (all rows, properties)
    candidates: Integers  # (all rows, most candidates)
    unseen: Integers  # the same: the candidates of the word if it were unknown
    counts: Numbers  # (all rows,): occurrences of the word in the treebank, 0 at padding
    tags: Integers  # (all rows,): -1 at padding
    rows: Starts  # (sentences + 1,)
    weights: Numbers  # (sentences,): how often each counts in training

    def __len__(self) -> int:
        return len(self.rows) - 1

    def order(self) -> list[int]:
        """What an epoch learns from, before it is shuffled: each sentence as often as it counts."""
        return repeated(range(len(self)), self.weights)


def tagged_corpus(sentences: Sequence[TaggedSentence], lexicon: Lexicon) -> TaggedCorpus:
    """Encode tagged sentences."""
    encoded = [lexicon.encode(sentence.entries) for sentence in sentences]
    rows = np.cumsum([0, *(len(words.codes) for words in encoded)]).astype(np.int64)
    candidates = np.concatenate([words.candidates for words in encoded])
    unseen = np.full_like(candidates, -1)
    counts = np.zeros(len(candidates), dtype=np.int64)
    tags = np.full(len(candidates), -1, dtype=np.int32)
    known: dict[Entry, tuple[int, list[int]]] = {}
    for row, (entries, names, _) in zip(rows, sentences, strict=False):
        tags[row + 1 : row + 1 + len(entries)] = [lexicon.number[name] for name in names]
        for index, entry in enumerate(entries, row + 1):
            if entry not in known:
                known[entry] = lexicon.count(entry), lexicon.candidates(entry, hidden=True)
            counts[index], listed = known[entry]
            unseen[index, : len(listed)] = listed
    codes = np.concatenate([words.codes for words in encoded])
    weights = np.array([sentence.weight for sentence in sentences], dtype=np.int64)
    return TaggedCorpus(codes, candidates, unseen, counts, tags, rows, weights)


@dataclass(frozen=True, slots=True, kw_only=True)
class TagLearner(OnlineLearner):
    """How to learn: epochs, margin, word dropout.

    `margin` is added to the scores of wrong tags before decoding in training, so updates go on until gold tags lead by
    that much. Word dropout replaces a word seen c times by UNK with probability α / (α + c) in each epoch, form and
    candidates alike, so that weights for unknown words are learned.
    """

    table: PartTable
    margin: float
    word_dropout: float

    def train(self, corpus: TaggedCorpus, random: Random, after_epoch: Callable[[], None]) -> Weights:
        """The weights, averaged over all steps."""
        alpha, counts = self.word_dropout, corpus.counts
        probabilities: Scores = np.where(counts > 0, alpha / np.maximum(alpha + counts, 1e-9), 0.0)
        lexical = [PROPERTIES.index(name) for name in LEXICAL]

        def one_epoch(order: Numbers, step: int, weights: Weights, totals: Weights) -> None:
            draws = np.frombuffer(random.randbytes(2 * len(probabilities)), dtype="<u2")
            hidden = draws < probabilities * 65536
            codes = corpus.codes.copy()
            for column in lexical:
                codes[hidden, column] = UNKNOWN
            candidates = np.where(hidden[:, None], corpus.unseen, corpus.candidates)
            arrays = (codes, candidates, corpus.rows, corpus.tags, order)
            tag_epoch(*arrays, self.table, BEAM, SCORE_MARGIN * self.margin, self.margin, step, weights, totals)

        return self.averaged(one_epoch, corpus.order(), random, after_epoch)
