"""SampleRank for first-order models, whose trees may have any shape: how the paper trains its pruner (section 5).

A word draws its head by Gibbs from all heads that keep a tree; of these alone arcs need be scored, so a sweep costs no
more than scoring a sentence once. The constraints are those of `samplerank`.
"""

import numpy as np

from arcwalk.arrays import Codes, Heads, Keys, Numbers, RandomState, Starts, Weights
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.arc_features import (
    ArcParts,
    ArcTable,
    arc_indices,
    arc_parts,
    most_indices,
    score_arcs,
    tags_between,
)
from arcwalk.features.kernels.hashing import index_shift
from arcwalk.features.kernels.sentence_rows import word_count
from arcwalk.learning.kernels.feature_difference import subtract
from arcwalk.learning.kernels.updates import take_step
from arcwalk.trees.random_numbers import below, draw


@inline
def is_above(heads: Heads, word: int, other: int) -> bool:
    """Whether a word is `other`, or between it and the root."""
    while other > 0 and other != word:
        other = np.int64(heads[other])
    return other == word


@inline
def features_of_difference(
    parts: ArcParts, table: ArcTable, heads: Heads, others: Heads, shift: np.uint32, room: Keys
) -> int:
    """Write the features of the arcs of one tree that another does not have; return their number."""
    count = np.int64(0)
    for m in range(1, len(heads)):
        if heads[m] != others[m]:
            h = np.int64(heads[m])
            count += arc_indices(
                parts, table, h, m, tags_between(parts.sentence, min(h, m), max(h, m)), shift, room[count:]
            )
    return count


@inline
def prefer(
    parts: ArcParts,
    table: ArcTable,
    better: Heads,
    worse: Heads,
    margin: float,
    aggressiveness: float,
    step: float,
    room: tuple[Keys, Keys],
    weights: Weights,
    totals: Weights,
) -> None:
    """Take MIRA's step, if one is needed, after which one tree leads another by the margin."""
    plus, minus = room
    shift = index_shift(len(weights))
    more = features_of_difference(parts, table, better, worse, shift, plus)
    less = features_of_difference(parts, table, worse, better, shift, minus)
    take_step(subtract(plus[:more], minus[:less]), margin, aggressiveness, step, weights, weights[:0], totals)


@kernel
def arc_samples_epoch(
    codes: Codes,
    rows: Starts,
    golds: Heads,
    order: Numbers,
    table: ArcTable,
    temperature: float,
    aggressiveness: float,
    step: int,
    random: RandomState,
    samples: Heads,
    weights: Weights,
    totals: Weights,
) -> None:
    """Learn from a sweep over each sentence, in the given order.

    Sentence i is `codes[rows[i]:rows[i + 1]]`, with its gold heads in the same rows of `golds`, and the heads that the
    sampler is at in those of `samples`.
    """
    for i in order:
        sentence = codes[rows[i] : rows[i + 1]]
        n = word_count(sentence)
        gold, sample = golds[rows[i] : rows[i] + n + 1], samples[rows[i] : rows[i] + n + 1]
        parts = arc_parts(sentence, table)
        room = (
            np.empty(n * most_indices(table), dtype=np.uint32),
            np.empty(n * most_indices(table), dtype=np.uint32),
        )
        start = np.zeros(n + 2, dtype=np.int64)
        heads, scores = np.empty(n, dtype=np.int32), np.empty(n, dtype=np.float64)
        error = np.int64(0)
        for m in range(1, n + 1):
            error += sample[m] != gold[m]
        before = sample.copy()
        for _ in range(n):
            m = 1 + below(random, n)
            count = 0
            for h in range(n + 1):
                if not is_above(sample, m, h):
                    heads[count] = h
                    count += 1
            start[: m + 1], start[m + 1 :] = 0, count
            score_arcs(parts, start, heads[:count], table, weights, scores)
            before[:] = sample
            sample[m] = heads[draw(random, scores, count, temperature)]
            change = np.int64(sample[m] != gold[m]) - np.int64(before[m] != gold[m])
            if change > 0:
                prefer(parts, table, before, sample, 1.0, aggressiveness, float(step), room, weights, totals)
            elif change < 0:
                prefer(parts, table, sample, before, 1.0, aggressiveness, float(step), room, weights, totals)
            error += change
            if error > 0:
                prefer(parts, table, gold, sample, float(error), aggressiveness, float(step), room, weights, totals)
        step += 1
