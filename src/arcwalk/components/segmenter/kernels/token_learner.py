"""Learning where tokens end, from texts whose tokens are known."""

import numpy as np

from arcwalk.arrays import Booleans, Codes
from arcwalk.compiled import kernel
from arcwalk.components.segmenter.kernels.chunks import CHARACTER, CLASS
from arcwalk.components.segmenter.kernels.classes import SPACE
from arcwalk.components.segmenter.kernels.logistic import Learning, learn
from arcwalk.components.segmenter.kernels.token_gaps import KnownTokens, token_keys
from arcwalk.components.segmenter.kernels.words import NO_CHARACTERS
from arcwalk.features.kernels.hashing import mixed
from arcwalk.features.kernels.part_keys import PartTable
from arcwalk.features.kernels.sentence_rows import word_count


@kernel
def learn_token_ends(
    codes: Codes,
    is_inside: Booleans,
    is_end: Booleans,
    has_spaces: bool,
    known: KnownTokens,
    table: PartTable,
    step: int,
    learning: Learning,
) -> int:
    """Learn from one text; returns the number of the next step."""
    keys = np.empty(len(table.row_salts), dtype=np.uint32)
    words, structure = np.empty(2, dtype=np.int64), np.empty(5, dtype=np.int64)
    start, token = 1, np.uint64(NO_CHARACTERS)
    for i in range(1, word_count(codes)):
        if i < start:
            continue
        token = mixed(token, codes[i, CHARACTER])
        is_space = codes[i + 1, CLASS] == SPACE
        if codes[i, CLASS] != SPACE and not is_inside[i] and (has_spaces or not is_space):
            count = token_keys(codes, i, start, token, known, table, words, structure, keys)
            learn(keys, count, is_end[i], step, learning)
            step += 1
        if is_end[i]:
            start, token = i + 1 + is_space, np.uint64(NO_CHARACTERS)
    return step
