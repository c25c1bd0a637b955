"""What a character shows of its chunk: of all that stands between two spaces."""

import numpy as np

from arcwalk.arrays import Codes
from arcwalk.compiled import inline, kernel
from arcwalk.components.segmenter.kernels.classes import SPACE
from arcwalk.components.segmenter.kernels.words import NO_CHARACTERS, code_of
from arcwalk.features.kernels.hashing import mixed
from arcwalk.features.kernels.sentence_rows import word_count

CHARACTER, CLASS, START, END, START_SHAPE, END_SHAPE, BEFORE, AFTER = range(8)  # columns
_FAR = 40  # characters from the edge of a chunk that matter
_LENGTHS = 14  # that are told apart; padding has smaller codes
_SHORTEST = 8


@kernel
def describe_chunks(codes: Codes) -> None:
    """Fill the columns after CHARACTER and CLASS.

    START and END are the chunk from its start to the character and from there to its end, START_SHAPE and END_SHAPE the
    same as classes without repetitions, BEFORE and AFTER the number of characters.
    """
    n = word_count(codes)
    _describe(codes, 1, n + 1, 1, START, START_SHAPE, BEFORE)
    _describe(codes, n, 0, -1, END, END_SHAPE, AFTER)


@inline
def _describe(codes: Codes, first: int, last: int, step: int, text: int, shape: int, length: int) -> None:
    """Fill three columns from the edge of each chunk on."""
    count = 0
    key = shape_key = np.uint64(NO_CHARACTERS)
    for i in range(first, last, step):
        kind = codes[i, CLASS]
        if kind == SPACE:
            count = 0
            key = shape_key = np.uint64(NO_CHARACTERS)
        elif count < _FAR:
            if count == 0 or kind != codes[i - step, CLASS]:
                shape_key = mixed(shape_key, kind)
            key = mixed(key, codes[i, CHARACTER])
            count += 1
            if count == _FAR:
                key = shape_key = np.uint64(NO_CHARACTERS)
        codes[i, text], codes[i, shape] = code_of(key), code_of(shape_key)
        codes[i, length] = _SHORTEST + min(count, _LENGTHS)
