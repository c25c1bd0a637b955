"""Events: what the generative model predicts in a treebank, as rows of words by role and of structural atoms."""

import numpy as np

from arcwalk.arrays import Codes, Heads, IntegerTable, KeyTable, Labels, Numbers, NumberTable, ScoreTable, Starts
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.part_keys import PartTable, part_keys
from arcwalk.features.kernels.sentence_rows import word_count
from arcwalk.systems.vine.kernels.lookup import look_up
from arcwalk.systems.vine.kernels.mixture import JOINT, AutomatonMixture, siblings_before, vine_distance


@inline
def cut_long_arcs(sentence: Codes, bounds: IntegerTable, heads: Heads) -> None:
    """Attach to the root each word whose arc is longer than the bounds of its head's coarse tag allow."""
    for m in range(1, len(heads)):
        h = heads[m]
        if h > 0 and abs(h - m) > bounds[sentence[h, 0], np.int64(m > h)]:
            heads[m] = 0


@kernel
def tree_events(
    codes: Codes, rows: Starts, heads: Heads, labels: Labels, bounds: IntegerTable
) -> tuple[NumberTable, NumberTable]:
    """Every child, and every STOP on either side of a word, in trees without long arcs.

    An event has a sentence, a head, a modifier (-1: STOP) and its inner sibling (-1: none); its structural atoms are
    direction, binned distance (0 for the root's children and for STOP) and label.
    """
    most = 3 * len(codes)
    words, structure = np.empty((most, 4), dtype=np.int64), np.zeros((most, 3), dtype=np.int64)
    count = 0
    for i in range(len(rows) - 1):
        sentence = codes[rows[i] : rows[i + 1]]
        n = word_count(sentence)
        tree = heads[rows[i] : rows[i] + n + 1].copy()
        cut_long_arcs(sentence, bounds, tree)
        before = siblings_before(tree)
        furthest = np.full((n + 1, 2), -1, dtype=np.int64)
        for m in range(1, n + 1):
            h = int(tree[m])
            side = int(h < m)
            words[count, 0], words[count, 1], words[count, 2], words[count, 3] = i, h, m, before[m]
            structure[count, 0], structure[count, 2] = side, labels[rows[i] + m]
            structure[count, 1] = vine_distance(abs(h - m)) if h > 0 else 0
            count += 1
            if side == 1 or furthest[h, 0] < 0:
                furthest[h, side] = m
        for h in range(1, n + 1):
            for side in range(2):
                words[count, 0], words[count, 1], words[count, 2], words[count, 3] = i, h, -1, furthest[h, side]
                structure[count, 0], structure[count, 1], structure[count, 2] = side, 0, -1
                count += 1
    return words[:count].copy(), structure[:count].copy()


@kernel
def event_keys(
    codes: Codes, rows: Starts, words: NumberTable, structure: NumberTable, table: PartTable, group: int
) -> KeyTable:
    """The keys of a group of templates for many events.

    Event i is in sentence `words[i, 0]`, whose codes start at `rows[words[i, 0]]`; the rest of `words[i]` are its words
    by role.
    """
    width = table.group_rows[group + 1] - table.group_rows[group]
    keys = np.empty((len(words), width), dtype=np.uint32)
    for i in range(len(words)):
        sentence = codes[rows[words[i, 0]] : rows[words[i, 0] + 1]]
        part_keys(sentence, table, group, words[i, 1:], structure[i], 0, keys[i])
    return keys


@kernel
def event_probabilities(
    codes: Codes, rows: Starts, words: NumberTable, structure: NumberTable, mixture: AutomatonMixture
) -> tuple[ScoreTable, Numbers]:
    """The probability of each event under each model of the mixture, and the bucket of its head."""
    models = len(mixture.distance_of)
    probabilities, buckets = np.empty((len(words), models), dtype=np.float64), np.empty(len(words), dtype=np.int64)
    keys = np.empty(models, dtype=np.uint32)
    for i in range(len(words)):
        sentence = codes[rows[words[i, 0]] : rows[words[i, 0] + 1]]
        h = words[i, 1]
        buckets[i] = mixture.buckets[sentence[h, mixture.form]] if h > 0 else len(mixture.weights) - 1
        part_keys(sentence, mixture.child, JOINT, words[i, 1:], structure[i], 0, keys)
        for k in range(models):
            probabilities[i, k] = look_up(mixture.table, keys[k])
        if words[i, 2] >= 0:
            part_keys(sentence, mixture.distance, JOINT, words[i, 1:], structure[i], 0, keys)
            for k in range(models):
                probabilities[i, k] *= look_up(mixture.table, keys[mixture.distance_of[k]])
    return probabilities, buckets
