"""Gaps between tokens, at which a sentence can end: the properties of tokens, their features, and where it does.

From left to right, each decision knows how long the sentence is so far, and what is open in it.
"""

import numpy as np

from arcwalk.arrays import Booleans, Codes, Integers, Keys, Numbers, Weights
from arcwalk.compiled import inline, kernel
from arcwalk.components.segmenter.kernels import classes
from arcwalk.components.segmenter.kernels.chunks import CHARACTER, CLASS
from arcwalk.components.segmenter.kernels.logistic import score
from arcwalk.components.segmenter.kernels.words import NO_CHARACTERS, WordTable, code_of, value_of
from arcwalk.features.kernels.hashing import mixed
from arcwalk.features.kernels.part_keys import PartTable, part_keys
from arcwalk.features.kernels.sentence_rows import word_count

# columns
FORM, LOWER, SUFFIX, PREFIX, SHAPE, FIRST, LAST, LENGTH, SPACE_AFTER, FINAL, STARTS, ENDS, CASE, TAG = range(14)
SINCE, FEW, DEPTH, QUOTES, UNTIL_FINAL = range(5)  # structural atoms
RATE_BITS = 4  # of each of the three numbers that a word table has of a word
_CODE = 8  # the smallest code above those of padding
_LONGEST, _RUNS = 12, 8  # lengths of tokens and shapes that are told apart
_LONGEST_FINAL = 4  # characters of a token that ends with a full stop and is no abbreviation
_FAR = 20  # tokens until the next full stop that are told apart
_FEW = 4
_DEEPEST = 3


@kernel
def describe_tokens(
    text: Codes, lower: Integers, starts: Numbers, ends: Numbers, rates: WordTable, codes: Codes
) -> None:
    """Fill the rows of tokens 1 to n, which lead from `starts[i]` to before `ends[i]`."""
    for i in range(1, len(starts)):
        first, last = starts[i], ends[i]
        form, folded, shape = np.uint64(NO_CHARACTERS), np.uint64(NO_CHARACTERS), np.uint64(NO_CHARACTERS)
        runs, is_final = 0, False
        for j in range(first, last):
            form, folded = mixed(form, text[j, CHARACTER]), mixed(folded, lower[j])
            kind = text[j, CLASS]
            if runs < _RUNS and (j < first + 2 or kind != text[j - 1, CLASS]):
                shape = mixed(shape, kind)
                runs += 1
            is_final |= kind == classes.PERIOD or kind == classes.FINAL
        word = code_of(folded)
        value = value_of(word, rates)
        row = codes[i]
        row[FORM], row[LOWER], row[SHAPE] = code_of(form), word, code_of(shape)
        row[SUFFIX] = _affix(lower, max(first, last - 3), last)
        row[PREFIX] = _affix(lower, first, min(last, first + 2))
        row[FIRST], row[LAST] = text[first, CLASS], text[last - 1, CLASS]
        row[LENGTH] = _CODE + min(last - first, _LONGEST)
        row[SPACE_AFTER] = _CODE + (text[last, CLASS] == classes.SPACE)
        row[FINAL] = _CODE + (is_final and last - first <= _LONGEST_FINAL)
        mask = (1 << RATE_BITS) - 1
        row[STARTS] = _CODE + (value >> 2 * RATE_BITS & mask)
        row[ENDS] = _CODE + (value >> RATE_BITS & mask)
        row[CASE] = _CODE + 2 * (value & mask) + (form != folded)
        row[TAG] = _CODE + (value >> 3 * RATE_BITS)


@inline
def _affix(characters: Integers, first: int, last: int) -> int:
    key = np.uint64(NO_CHARACTERS)
    for i in range(first, last):
        key = mixed(key, characters[i])
    return code_of(key)


@inline
def length_class(length: int) -> int:
    """Lengths of sentences that are told apart."""
    for place, most in enumerate((1, 2, 3, 4, 5, 6, 7, 11, 15, 23, 31, 47, 63)):
        if length <= most:
            return place
    return 13


@kernel
def distances_to_final(codes: Codes) -> Numbers:
    """For each token how far the next full stop, or the like, is."""
    n = word_count(codes)
    distances = np.zeros(n + 2, dtype=np.int64)
    distance = _FAR
    for i in range(n, 0, -1):
        distances[i] = min(distance, _FAR)
        distance = 1 if codes[i, FINAL] > _CODE else distance + 1
    return distances


@inline
def track(codes: Codes, i: int, structure: Numbers) -> None:
    """Take token i into the sentence; `structure` starts with zeros."""
    structure[SINCE] += 1
    if codes[i, LENGTH] == _CODE + 1:
        kind = codes[i, FIRST]
        if kind == classes.OPENING:
            structure[DEPTH] = min(structure[DEPTH] + 1, _DEEPEST)
        elif kind == classes.CLOSING:
            structure[DEPTH] = max(structure[DEPTH] - 1, -1)
        elif kind == classes.QUOTE or kind == classes.APOSTROPHE:
            structure[QUOTES] = 1 - structure[QUOTES]


@inline
def closes(codes: Codes, i: int) -> bool:
    """Whether token i is a closing mark that touches the token before it, but not the one after it."""
    is_mark = codes[i, FIRST] == classes.CLOSING and codes[i, LAST] == classes.CLOSING
    is_last = i == word_count(codes) or codes[i, SPACE_AFTER] > _CODE
    return is_mark and is_last and codes[i - 1, SPACE_AFTER] == _CODE


@inline
def sentence_keys(
    codes: Codes, i: int, tracked: Numbers, distance: int, table: PartTable, words: Numbers, atoms: Numbers, keys: Keys
) -> int:
    """Write the keys of the gap after token i."""
    words[0], words[1] = i, i + 1
    atoms[:] = tracked
    atoms[SINCE], atoms[FEW] = length_class(tracked[SINCE]), min(tracked[SINCE], _FEW)
    atoms[UNTIL_FINAL] = distance
    return part_keys(codes, table, 0, words, atoms, 0, keys)


@kernel
def find_sentence_ends(codes: Codes, table: PartTable, weights: Weights, threshold: float, is_end: Booleans) -> None:
    """Mark the tokens at which sentences end, by log odds above the threshold; one ends at the last."""
    n = word_count(codes)
    keys = np.empty(len(table.row_salts), dtype=np.uint32)
    words, tracked, atoms = np.empty(2, dtype=np.int64), np.zeros(5, dtype=np.int64), np.empty(5, dtype=np.int64)
    distances = distances_to_final(codes)
    for i in range(1, n + 1):
        track(codes, i, tracked)
        is_end[i] = i == n
        if i < n and not closes(codes, i + 1):
            count = sentence_keys(codes, i, tracked, distances[i], table, words, atoms, keys)
            is_end[i] = score(keys, count, weights) > threshold
        if is_end[i]:
            tracked[:] = 0
