"""Learning which of the words nearby is a word's head, each word by itself."""

from itertools import pairwise
from random import Random

import numpy as np

from arcwalk.arrays import Integers, Weights
from arcwalk.features.part_kernels import PartTable
from arcwalk.learning.choice_online import Choices
from arcwalk.learning.choices import join_choices, learn_choices
from arcwalk.learning.vine_events import cut_long_arcs
from arcwalk.treebank.corpus import Corpus
from arcwalk.trees.head_scores import head_indices
from arcwalk.trees.vine_search import sentence_arcs


def head_choices(corpus: Corpus, bounds: Integers, table: PartTable, size: int) -> Choices:
    """The choice of each word; long arcs count as those from the root."""
    choices = []
    for begin, end in pairwise(corpus.rows):
        codes, heads = corpus.codes[begin:end], corpus.heads[begin : end - 2].copy()
        cut_long_arcs(codes, bounds, heads)
        arcs = sentence_arcs(codes, bounds)
        order = np.argsort(arcs.modifier, kind="stable")
        indices = head_indices(codes, arcs, table, size)[order]
        wrong = (arcs.head != heads[arcs.modifier])[order]
        start = np.searchsorted(arcs.modifier[order], np.arange(1, len(heads) + 1))
        choices += [(indices[a:b], wrong[a:b]) for a, b in pairwise(start)]
    return join_choices(choices)


def learn_heads(corpus: Corpus, bounds: Integers, table: PartTable, size: int, random: Random) -> Weights:
    """Weights for `head_scores`."""
    return learn_choices(head_choices(corpus, bounds, table, size), size, random)
