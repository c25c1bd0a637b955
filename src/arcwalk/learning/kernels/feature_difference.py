"""The difference between the features of two trees, f(x, y) - f(x, y').

Parts that both trees share cancel before their features are looked up, so the cost depends on what the trees differ in.
The rest is summed by index in a small hash table, since features can occur several times or in both trees.
"""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Keys, Numbers, NumberTable, Weights
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.arc_features import ArcParts, arc_indices, most_indices, tags_between
from arcwalk.features.kernels.hashing import index_shift
from arcwalk.features.kernels.structure_features import arc_label_indices, part_indices
from arcwalk.scoring.scorer import Model, Scorer

_MIX = np.uint64(0x9E3779B97F4A7C15)


class Difference(NamedTuple):
    """A sparse vector: the indices and values of its nonzero entries."""

    indices: Keys
    values: Weights


@inline
def table_size(entries: int) -> int:
    """The size of a hash table for this many entries: a power of two, at most half full."""
    size = 16
    while size < 2 * entries:
        size *= 2
    return size


@kernel
def cancel(plus: NumberTable, minus: NumberTable, parts: NumberTable, counts: Numbers) -> int:
    """Write the parts that are more frequent in one list, and the differences of their counts; return their number."""
    size = table_size(len(plus) + len(minus))
    mask = np.uint64(size - 1)
    slot = np.full(size, -1, dtype=np.int64)
    distinct = 0
    for side in range(2):
        source, sign = (plus, 1) if side == 0 else (minus, -1)
        for i in range(len(source)):
            words, rest = source[i, 0], source[i, 1]
            bucket = (np.uint64(words) * _MIX ^ np.uint64(rest)) * _MIX
            bucket = bucket >> np.uint64(30) & mask
            while slot[bucket] >= 0 and (parts[slot[bucket], 0] != words or parts[slot[bucket], 1] != rest):
                bucket = bucket + np.uint64(1) & mask
            if slot[bucket] < 0:
                slot[bucket] = distinct
                parts[distinct, 0], parts[distinct, 1], counts[distinct] = words, rest, 0
                distinct += 1
            counts[slot[bucket]] += sign
    kept = 0
    for i in range(distinct):
        if counts[i] != 0:
            parts[kept, 0], parts[kept, 1], counts[kept] = parts[i, 0], parts[i, 1], counts[i]
            kept += 1
    return kept


@kernel
def add_up(
    features: Keys, count: int, sign: np.float32, slot: Numbers, indices: Keys, values: Weights, entries: int
) -> int:
    """Add features to a sparse vector that has `entries` entries; return the new number of entries.

    `slot` is a hash table of positions in `indices` and `values`, -1 where it is free.
    """
    mask = np.uint64(len(slot) - 1)
    for j in range(count):
        index = features[j]
        bucket = np.uint64(index) * _MIX >> np.uint64(30) & mask
        while slot[bucket] >= 0 and indices[slot[bucket]] != index:
            bucket = bucket + np.uint64(1) & mask
        if slot[bucket] < 0:
            slot[bucket] = entries
            indices[entries] = index
            entries += 1
        values[slot[bucket]] += sign
    return entries


@inline
def without_zeros(indices: Keys, values: Weights, entries: int) -> Difference:
    """The nonzero entries among the first `entries`."""
    nonzero = 0
    for i in range(entries):
        if values[i] != 0.0:
            indices[nonzero], values[nonzero] = indices[i], values[i]
            nonzero += 1
    return Difference(indices[:nonzero], values[:nonzero])


@inline
def subtract(plus: Keys, minus: Keys) -> Difference:
    """One list of features minus another."""
    total = len(plus) + len(minus)
    slot = np.full(table_size(total), -1, dtype=np.int64)
    indices, values = np.empty(total, dtype=np.uint32), np.zeros(total, dtype=np.float32)
    entries = add_up(plus, len(plus), np.float32(1.0), slot, indices, values, 0)
    entries = add_up(minus, len(minus), np.float32(-1.0), slot, indices, values, entries)
    return without_zeros(indices, values, entries)


@kernel
def feature_difference(
    scorer: Scorer,
    model: Model,
    arcs: ArcParts,
    plus: NumberTable,
    plus_chosen: Numbers,
    minus: NumberTable,
    minus_chosen: Numbers,
) -> Difference:
    """f of the first tree minus f of the second, each given by its parts and choices."""
    head, label, groups, words, labels = scorer.head, scorer.label, scorer.groups, scorer.words, scorer.labels
    shift = index_shift(len(model.weights))
    parts = np.empty((len(plus) + len(minus), 2), dtype=np.int64)
    counts = np.empty(len(parts), dtype=np.int64)
    kept = cancel(plus, minus, parts, counts)
    total = 0
    for i in range(kept):
        group = parts[i, 1] & 0xFF
        total += groups[group, 4] - groups[group, 0]
    per_arc = most_indices(model.arcs) + groups[0, 4] - groups[0, 0]
    for m in range(1, len(plus_chosen)):
        if plus_chosen[m] != minus_chosen[m]:
            total += 2 * per_arc
    slot = np.full(table_size(total), -1, dtype=np.int64)
    indices, values = np.empty(total, dtype=np.uint32), np.zeros(total, dtype=np.float32)
    entries = 0
    room = scorer.indices
    for i in range(kept + 2 * len(plus_chosen)):
        if i < kept:
            sign = np.float32(counts[i])
            count = part_indices(parts[i, 0], parts[i, 1], groups, words, labels, shift, room)
        else:
            m = (i - kept) // 2
            if m == 0 or plus_chosen[m] == minus_chosen[m]:
                continue
            plus_side = (i - kept) % 2 == 0
            sign = np.float32(1.0 if plus_side else -1.0)
            choice = plus_chosen[m] if plus_side else minus_chosen[m]
            h = np.int64(head[choice])
            own = np.uint32(label[choice])
            count = arc_label_indices(groups, words, h, m, shift, room)
            for j in range(count):
                room[j] ^= own
            if head[plus_chosen[m]] != head[minus_chosen[m]]:
                between = tags_between(scorer.sentence, min(h, m), max(h, m))
                count += arc_indices(arcs, model.arcs, h, m, between, shift, room[count:])
        entries = add_up(room, count, sign, slot, indices, values, entries)
    return without_zeros(indices, values, entries)
