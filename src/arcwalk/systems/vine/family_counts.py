"""Counts of the reranker's families in a treebank."""

import numpy as np

from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.systems.vine.conditionals import Events, count_events, lookup_of
from arcwalk.systems.vine.kernels.candidate_parts import ATOMS, ROLES, surroundings
from arcwalk.systems.vine.kernels.families import KINDS
from arcwalk.systems.vine.kernels.lookup import Lookup
from arcwalk.treebank.corpus import Corpus


def gold_parts(corpus: Corpus) -> Events:
    """Each word of the treebank with all that is around it."""
    words = np.empty((len(corpus.codes), 1 + ROLES), dtype=np.int64)
    structure = np.empty((len(corpus.codes), ATOMS), dtype=np.int64)
    for i in range(len(corpus)):
        begin, end = int(corpus.rows[i]), int(corpus.rows[i + 1]) - 2
        of_words, of_structure = np.empty((end - begin, ROLES), np.int64), np.empty((end - begin, ATOMS), np.int64)
        surroundings(
            corpus.codes[begin : end + 2], corpus.heads[begin:end], corpus.labels[begin:end], of_words, of_structure
        )
        words[begin:end, 0], words[begin:end, 1:], structure[begin:end] = i, of_words, of_structure
    used = corpus.heads >= 0
    return Events(words[used], structure[used])


def count_families(corpus: Corpus, parts: Events, table: PartTable) -> Lookup:
    """The counts that `family_values` reads."""
    keys, values = [], []
    for counts in count_events(corpus, parts, table):
        anywhere = counts.outcome_count / len(parts.words)
        for some, numbers in (
            (counts.joint, counts.pair_count),
            (counts.context, counts.context_count),
            (counts.context + KINDS, counts.context_kinds),
            (counts.outcome, anywhere),
        ):
            every, first = np.unique(some, return_index=True)
            keys.append(every)
            values.append(numbers[first])
    return lookup_of(np.concatenate(keys), np.concatenate(values))
