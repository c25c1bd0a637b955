"""Codes for the beginnings and endings of a word."""

import numpy as np
from numpy.typing import NDArray

from arcwalk.compiled import kernel

ABSENT = -1  # the word is no longer than that
LONGEST = 10
_SPREAD = 0x9E3779B1


@kernel("void(uint32[::1], int32[::1])")
def affix_codes(characters: NDArray[np.uint32], codes: NDArray[np.int32]) -> None:
    """Fill `codes`: those of the prefixes of 1 to 10 characters, then those of the suffixes.

    They are hashes of 30 bits, larger than the codes that stand for something else.
    """
    n = len(characters)
    codes[:] = ABSENT
    prefix, suffix = 1, 2
    for length in range(1, min(LONGEST, n - 1) + 1):
        prefix = ((prefix ^ np.int64(characters[length - 1])) * _SPREAD) & 0xFFFFFFFF
        suffix = ((suffix ^ np.int64(characters[n - length])) * _SPREAD) & 0xFFFFFFFF
        prefix ^= prefix >> 15
        suffix ^= suffix >> 15
        codes[length - 1] = (prefix & 0x3FFFFFFF) | 0x40000000
        codes[LONGEST + length - 1] = (suffix & 0x3FFFFFFF) | 0x40000000
