"""Features of attachments of fragments."""

import numpy as np

from arcwalk.arrays import Codes, IntegerTable, Scores, Weights
from arcwalk.compiled import kernel
from arcwalk.features.kernels.arc_features import distance_bin, index_shift
from arcwalk.features.kernels.part_keys import PartTable, part_keys
from arcwalk.systems.vine.kernels.fragments import Attachments
from arcwalk.systems.vine.kernels.normalise import normalise


@kernel
def attachment_indices(sentence: Codes, found: Attachments, table: PartTable, size: int) -> IntegerTable:
    """Of each candidate, the indices of its features among `size` weights, a power of 2."""
    shift = index_shift(size)
    width = len(table.row_salts)
    indices = np.empty((len(found.head), width), dtype=np.int32)
    words, structure = np.empty(2, dtype=np.int64), np.empty(5, dtype=np.int64)
    keys = np.empty(width, dtype=np.uint32)
    for i in range(len(found.top)):
        m = found.top[i]
        for place in range(found.start[i], found.start[i + 1]):
            h = found.head[place]
            words[0], words[1] = h, m
            structure[0] = 2 if h == 0 else np.int64(h < m)
            structure[1] = 0 if h == 0 else distance_bin(abs(h - m))
            for fact in range(3):
                structure[2 + fact] = found.facts[place, fact]
            part_keys(sentence, table, 0, words, structure, 0, keys)
            for k in range(width):
                indices[place, k] = keys[k] >> shift
    return indices


@kernel
def attachment_scores(sentence: Codes, found: Attachments, table: PartTable, weights: Weights) -> Scores:
    """The logarithm of the probability of each candidate among those of its fragment."""
    indices = attachment_indices(sentence, found, table, len(weights))
    scores = np.zeros(len(found.head), dtype=np.float64)
    for place in range(len(scores)):
        for k in range(indices.shape[1]):
            scores[place] += weights[indices[place, k]]
    normalise(found.start, scores)
    return scores
