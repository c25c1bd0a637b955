"""Gaps between characters, at which a token can end: their features, and where it does.

From left to right, each decision knows the token so far. Where a space follows, a token ends, unless the treebank has
tokens with spaces; before a combining mark, none does.
"""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Booleans, Codes, Keys, Numbers, Weights
from arcwalk.compiled import inline, kernel
from arcwalk.components.segmenter.kernels.chunks import CHARACTER, CLASS
from arcwalk.components.segmenter.kernels.classes import MARK, SPACE
from arcwalk.components.segmenter.kernels.logistic import score
from arcwalk.components.segmenter.kernels.words import NO_CHARACTERS, WordTable, code_of, value_of
from arcwalk.features.kernels.hashing import mixed
from arcwalk.features.kernels.part_keys import PartTable, part_keys
from arcwalk.features.kernels.sentence_rows import word_count

TOKEN, LENGTH, KNOWN, LONGER, NEXT = range(5)  # structural atoms
_LONGEST, _LOOK_AHEAD, _NEXT = 9, 6, 8  # lengths of tokens, of what makes a known one longer, of the next one


class KnownTokens(NamedTuple):
    """Tokens of the treebank, each with the folds that have it as bits; those of the fold itself are not known."""

    table: WordTable
    own_fold: int  # a bit, or 0


@inline
def is_known(key: np.uint64, known: KnownTokens) -> bool:
    """Whether a token of this key is known."""
    return value_of(code_of(key), known.table) & ~known.own_fold != 0


@inline
def longest_known(key: np.uint64, codes: Codes, first: int, most: int, known: KnownTokens) -> int:
    """How many characters from `first` on make a known token with those in the key."""
    longest = 0
    for i in range(first, min(first + most, len(codes) - 2)):
        key = mixed(key, codes[i, CHARACTER])
        if is_known(key, known):
            longest = i + 1 - first
    return longest


@inline
def token_keys(
    codes: Codes,
    i: int,
    start: int,
    token: np.uint64,
    known: KnownTokens,
    table: PartTable,
    words: Numbers,
    structure: Numbers,
    keys: Keys,
) -> int:
    """Write the keys of the gap after character i; `token` is the key of what is between `start` and there."""
    is_space = np.int64(codes[i + 1, CLASS] == SPACE)
    words[0], words[1] = i, i + 1 + is_space
    structure[TOKEN] = code_of(token)
    structure[LENGTH] = min(i + 1 - start, _LONGEST)
    structure[KNOWN] = is_known(token, known)
    structure[LONGER] = longest_known(token, codes, i + 1, _LOOK_AHEAD, known)
    structure[NEXT] = longest_known(np.uint64(NO_CHARACTERS), codes, words[1], _NEXT, known)
    return part_keys(codes, table, is_space, words, structure, 0, keys)


@kernel
def find_token_ends(
    codes: Codes,
    is_inside: Booleans,
    has_spaces: bool,
    known: KnownTokens,
    table: PartTable,
    weights: Weights,
    is_end: Booleans,
) -> None:
    """Mark the characters at which tokens end; `is_inside` marks those that are surely inside one."""
    n = word_count(codes)
    keys = np.empty(len(table.row_salts), dtype=np.uint32)
    words, structure = np.empty(2, dtype=np.int64), np.empty(5, dtype=np.int64)
    start, token = 1, np.uint64(NO_CHARACTERS)
    for i in range(1, n + 1):
        is_end[i] = False
        if i < start:
            continue
        token = mixed(token, codes[i, CHARACTER])
        if codes[i, CLASS] == SPACE:
            continue
        if i == n or (codes[i + 1, CLASS] == SPACE and not has_spaces):
            is_end[i] = True
        elif not is_inside[i] and codes[i + 1, CLASS] != MARK:
            count = token_keys(codes, i, start, token, known, table, words, structure, keys)
            is_end[i] = score(keys, count, weights) > 0.0
        if is_end[i]:
            start, token = i + 1, np.uint64(NO_CHARACTERS)
            if i < n and codes[i + 1, CLASS] == SPACE:
                start += 1
