"""Learning where sentences end, from texts whose sentences are known."""

import numpy as np

from arcwalk.arrays import Booleans, Codes
from arcwalk.compiled import kernel
from arcwalk.components.segmenter.kernels.logistic import Learning, learn
from arcwalk.components.segmenter.kernels.sentence_gaps import distances_to_final, sentence_keys, track
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.features.kernels.sentence_rows import word_count


@kernel
def learn_sentence_ends(codes: Codes, is_end: Booleans, table: PartTable, step: int, learning: Learning) -> int:
    """Learn from one text; returns the number of the next step. That a sentence ends with the text is no news."""
    keys = np.empty(len(table.row_salts), dtype=np.uint32)
    words, tracked, atoms = np.empty(2, dtype=np.int64), np.zeros(5, dtype=np.int64), np.empty(5, dtype=np.int64)
    distances = distances_to_final(codes)
    for i in range(1, word_count(codes)):
        track(codes, i, tracked)
        count = sentence_keys(codes, i, tracked, distances[i], table, words, atoms, keys)
        learn(keys, count, is_end[i], step, learning)
        step += 1
        if is_end[i]:
            tracked[:] = 0
    return step
