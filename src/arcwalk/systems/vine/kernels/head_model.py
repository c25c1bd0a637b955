"""A log-linear model of the head of each word, independent of other heads: a word within bounds or the root."""

import math

import numpy as np

from arcwalk.arrays import Booleans, Codes, IntegerTable, Scores, Starts, Weights
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.bins import distance_bin
from arcwalk.features.kernels.hashing import index_shift
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.features.kernels.sentence_rows import word_count
from arcwalk.systems.vine.kernels.chart import VineArcs
from arcwalk.systems.vine.kernels.lookup import number_keys, role_keys
from arcwalk.treebank.word_classes import CONJUNCTION, PUNCTUATION, VERB

DIRECTION, DISTANCE, VERBS, MARKS, CONJUNCTIONS = range(5)  # structural atoms
KINDS = ((VERB, VERBS), (PUNCTUATION, MARKS), (CONJUNCTION, CONJUNCTIONS))
MOST = 2  # count of each kind in between, at most
BINS = 9
DOUBT = 5.0  # arcs this much below the best one to the same word are pruned, in log probability


@kernel
def log_softmax(start: Starts, scores: Scores) -> None:
    """Turn the scores of each run, `scores[start[i]:start[i + 1]]`, into log probabilities; runs may be empty."""
    for i in range(len(start) - 1):
        best = -math.inf
        for j in range(start[i], start[i + 1]):
            best = max(best, scores[j])
        total = 0.0
        for j in range(start[i], start[i + 1]):
            total += math.exp(scores[j] - best)
        if total > 0.0:
            best += math.log(total)
        for j in range(start[i], start[i + 1]):
            scores[j] -= best


@kernel
def head_indices(sentence: Codes, arcs: VineArcs, table: PartTable, size: int) -> IntegerTable:
    """The indices of each arc's features among `size` weights, a power of 2."""
    n = word_count(sentence)
    width = len(table.row_salts)
    shift = index_shift(size)
    words = role_keys(sentence, table, 0, 2)
    sides, gaps = number_keys(table, 0, DIRECTION, 2), number_keys(table, 0, DISTANCE, BINS)
    between = np.empty((3, MOST + 1, width), dtype=np.uint32)
    passed = np.zeros((3, n + 2), dtype=np.int64)
    for i, (kind, atom) in enumerate(KINDS):
        between[i] = number_keys(table, 0, atom, MOST)
        for m in range(1, n + 1):
            passed[i, m + 1] = passed[i, m] + (sentence[m, 1] == kind)
    indices = np.empty((len(arcs.head), width), dtype=np.int32)
    for arc in range(len(arcs.head)):
        h, m = np.int64(arcs.head[arc]), np.int64(arcs.modifier[arc])
        side, gap = (2, 0) if h == 0 else (np.int64(h < m), 1 + distance_bin(abs(h - m)))
        first, last = (1, 1) if h == 0 else (h + 1, m) if h < m else (m + 1, h)
        verbs = min(MOST, passed[0, last] - passed[0, first])
        marks = min(MOST, passed[1, last] - passed[1, first])
        conjunctions = min(MOST, passed[2, last] - passed[2, first])
        for k in range(width):
            key = table.row_salts[k] + words[0, h, k] + words[1, m, k] + sides[side, k] + gaps[gap, k]
            key += between[0, verbs, k] + between[1, marks, k] + between[2, conjunctions, k]
            indices[arc, k] = np.uint32(key) >> shift
    return indices


@kernel
def head_scores(sentence: Codes, arcs: VineArcs, table: PartTable, weights: Weights) -> Scores:
    """The log probability of each arc among those to the same word; 0 without weights."""
    n = word_count(sentence)
    if len(weights) == 0:
        return np.zeros(len(arcs.head), dtype=np.float64)
    indices = head_indices(sentence, arcs, table, len(weights))
    scores = np.zeros(len(arcs.head), dtype=np.float64)
    best, total = np.full(n + 1, -np.inf), np.zeros(n + 1)
    for arc in range(len(scores)):
        for k in range(indices.shape[1]):
            scores[arc] += weights[indices[arc, k]]
        best[arcs.modifier[arc]] = max(best[arcs.modifier[arc]], scores[arc])
    for arc in range(len(scores)):
        total[arcs.modifier[arc]] += math.exp(scores[arc] - best[arcs.modifier[arc]])
    for m in range(1, n + 1):
        best[m] += math.log(total[m])
    for arc in range(len(scores)):
        scores[arc] -= best[arcs.modifier[arc]]
    return scores


@inline
def likely_arcs(arcs: VineArcs, scores: Scores) -> Booleans:
    """Which arcs are not far less likely than the best one to the same word.

    All arcs from the root stay, so that there is always a parse. Not for sentences with fixed heads, which may leave
    the other words unlikely arcs only.
    """
    n = (len(arcs.start) - 3) // 2
    best = scores[:n].copy()
    for arc in range(n, len(scores)):
        m = arcs.modifier[arc] - 1
        best[m] = max(best[m], scores[arc])
    likely = np.empty(len(scores), dtype=np.bool_)
    for arc in range(len(scores)):
        likely[arc] = arc < n or scores[arc] >= best[arcs.modifier[arc] - 1] - DOUBT
    return likely
