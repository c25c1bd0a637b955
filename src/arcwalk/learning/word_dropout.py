"""Word dropout: rare words are made unknown now and then, so that weights are learned for words never seen."""

from collections.abc import Callable
from random import Random

import numpy as np

from arcwalk.arrays import Codes, ScoreTable
from arcwalk.treebank.corpus import Corpus
from arcwalk.treebank.encoding import UNKNOWN


def hidden_words(corpus: Corpus, lexical: list[int], forget: float, random: Random) -> Callable[[], Codes]:
    """A function that gives the treebank with some of its words made unknown, others each time; see `ArcLearner`."""
    words = corpus.heads >= 0
    probabilities: ScoreTable = np.zeros((len(words), len(lexical)))
    if forget > 0:
        for place, column in enumerate(lexical):
            codes = corpus.codes[words, column]
            probabilities[words, place] = forget / (forget + np.bincount(codes)[codes])

    def hide() -> Codes:
        if forget == 0:
            return corpus.codes
        draws = np.frombuffer(random.randbytes(2 * probabilities.size), dtype="<u2").reshape(probabilities.shape)
        codes = corpus.codes.copy()
        hidden = draws < probabilities * 65536
        for place, column in enumerate(lexical):
            codes[hidden[:, place], column] = UNKNOWN
        return codes

    return hide
