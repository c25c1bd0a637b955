"""Word dropout: words, mostly rare ones, are randomly replaced by UNK, so that weights are learned for unseen words."""

from collections.abc import Callable
from random import Random

import numpy as np

from arcwalk.arrays import Codes, ScoreTable
from arcwalk.treebank.corpus import Corpus
from arcwalk.treebank.encoding import UNKNOWN


def word_dropout(corpus: Corpus, lexical: list[int], alpha: float, random: Random) -> Callable[[], Codes]:
    """A function that returns the encoded treebank with a new random set of words dropped each time.

    In each of the `lexical` columns, a word seen c times is replaced by UNK with probability α / (α + c).
    """
    words = corpus.heads >= 0
    probabilities: ScoreTable = np.zeros((len(words), len(lexical)))
    if alpha > 0:
        for index, column in enumerate(lexical):
            codes = corpus.codes[words, column]
            probabilities[words, index] = alpha / (alpha + np.bincount(codes)[codes])

    def drop() -> Codes:
        if alpha == 0:
            return corpus.codes
        draws = np.frombuffer(random.randbytes(2 * probabilities.size), dtype="<u2").reshape(probabilities.shape)
        codes = corpus.codes.copy()
        dropped = draws < probabilities * 65536
        for index, column in enumerate(lexical):
            codes[dropped[:, index], column] = UNKNOWN
        return codes

    return drop
