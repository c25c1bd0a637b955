"""The labels of a treebank, and which of them a word of each coarse tag may bear."""

import numpy as np

from arcwalk.arrays import BooleanTable, Labels, Starts
from arcwalk.treebank.corpus import Corpus
from arcwalk.treebank.encoding import COARSE_TAGS


def allowed_labels(corpus: Corpus, labels: int) -> BooleanTable:
    """For each coarse tag, the labels that its words bear in the treebank; all of them for a tag without words."""
    allowed = np.zeros((COARSE_TAGS, labels), dtype=np.bool_)
    words = corpus.labels >= 0
    allowed[corpus.codes[words, 0], corpus.labels[words]] = True
    allowed[~allowed.any(axis=1)] = True
    return allowed


def label_lists(allowed: BooleanTable) -> tuple[Starts, Labels]:
    """The labels of each coarse tag as kernels read them, from a table (tags, labels)."""
    start = np.cumsum([0, *allowed.sum(axis=1)])
    every_label = np.arange(allowed.shape[1])
    return start.astype(np.int64), np.concatenate((np.nonzero(allowed)[1], every_label)).astype(np.int32)
