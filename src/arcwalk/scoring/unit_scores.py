"""Scores of units, memoized: each unit and each part is scored once per sentence and state of the weights.

These kernels are called millions of times. They take arrays one by one, since a tuple would count references at every
use, and search the memo in place: a kernel for that made parsing 5% slower.
"""

import numpy as np

from arcwalk.arrays import Codes, Integers, Keys, KeyTable, Numbers, NumberTable, Scores, Weights
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.arc_features import index_shift
from arcwalk.features.kernels.hashing import mixed
from arcwalk.features.kernels.structure_features import Groups, part_indices
from arcwalk.scoring.global_parts import FARTHEST_SIBLING, conjunction_of, left_conjunct
from arcwalk.scoring.linked_tree import FIRST, HEAD, INWARD, LABEL, LAST, NEAREST, OUTWARD, LinkedTree, has_gap
from arcwalk.scoring.part_kinds import Convention, Parts
from arcwalk.scoring.python_parts import UserFeatures, user_parts
from arcwalk.scoring.tree_parts import ANCESTORS, CHILDREN, KINDS, NEIGHBORS, NEPHEWS, SIBLINGS, unit_parts
from arcwalk.treebank.word_classes import CONJUNCTION

MEMO_WORDS, MEMO_REST, MEMO_STAMP = range(3)  # columns of the memo
UNIT = -1  # in place of a part's second integer: the entry is a whole unit
GENERATION, REMEMBERED, TOUCHED, LAST_TOUCHED = range(4)  # counters
USER_CALLS = 4  # counter: features written in Python
NEWEST = 5  # counter: the latest generation so far
COUNTERS = 6

Memo = NumberTable  # (2^k, 3): a part's two integers, and the generation of the weights that it was scored with


@inline
def begin_generation(counters: Numbers) -> None:
    """Invalidate everything memoized: weights or tags have changed."""
    counters[NEWEST] += 1
    counters[GENERATION] = counters[NEWEST]
    counters[REMEMBERED] = 0


@inline
def remember(
    memo: Memo, memo_score: Scores, counters: Numbers, place: np.uint64, words: int, rest: int, score: float
) -> None:
    """Enter a score at a free place of the memo, unless that is three quarters full."""
    if 4 * counters[REMEMBERED] < 3 * len(memo_score):
        memo[place, MEMO_WORDS], memo[place, MEMO_REST] = words, rest
        memo[place, MEMO_STAMP] = counters[GENERATION]
        memo_score[place] = score
        counters[REMEMBERED] += 1


@inline
def sum_parts(
    parts: Parts,
    count: int,
    groups: Groups,
    words: KeyTable,
    labels: KeyTable,
    weights: Weights,
    memo: Memo,
    memo_score: Scores,
    counters: Numbers,
    indices: Keys,
) -> float:
    """The score of the first `count` parts of a list, each from the memo if it is there."""
    generation = counters[GENERATION]
    shift = index_shift(len(weights))
    mask = np.uint64(len(memo_score) - 1)
    total = 0.0
    for i in range(count):
        part, rest = parts[i, 0], parts[i, 1]
        place = np.uint64(part) * np.uint64(0x9E3779B97F4A7C15) ^ np.uint64(rest) * np.uint64(0xC2B2AE3D27D4EB4F)
        place = (place ^ place >> np.uint64(29)) * np.uint64(0xBF58476D1CE4E5B9) >> np.uint64(20) & mask
        known = False
        while memo[place, MEMO_STAMP] == generation:
            if memo[place, MEMO_WORDS] == part and memo[place, MEMO_REST] == rest:
                known = True
                break
            place = place + np.uint64(1) & mask
        if known:
            total += memo_score[place]
            continue
        features = part_indices(part, rest, groups, words, labels, shift, indices)
        score = np.float64(0.0)
        for j in range(np.uint64(features)):
            score += weights[indices[j]]
        total += score
        remember(memo, memo_score, counters, place, part, rest, score)
    return total


@inline
def unit_key(unit: int, sentence: Codes, tree: LinkedTree) -> np.uint64:
    """A number that identifies the shape of a unit; 0 for a unit whose shape is too costly to describe."""
    word, kind = unit // KINDS, unit % KINDS
    if word == len(tree):
        return np.uint64(0)
    key = mixed(
        mixed(np.uint64(1), unit), np.int64(tree[word, HEAD]) << 32 | (np.int64(tree[word, LABEL]) & 0xFFFFFFFF)
    )
    h = np.int64(tree[word, HEAD])
    if kind == ANCESTORS:
        if h > 0:
            g = np.int64(tree[h, HEAD])
            key = mixed(key, g << 32 | np.int64(tree[h, LABEL]))
            if g > 0:
                key = mixed(key, np.int64(tree[g, HEAD]) << 32 | np.int64(tree[g, LABEL]))
    elif kind == SIBLINGS:
        if h > 0:
            key = mixed(key, np.int64(tree[h, HEAD]) << 32 | np.int64(tree[h, LABEL]))
        other, apart = np.int64(tree[word, INWARD]), 1
        while other >= 0 and apart <= FARTHEST_SIBLING:
            key = mixed(key, other << 32 | np.int64(tree[other, LABEL]))
            other, apart = np.int64(tree[other, INWARD]), apart + 1
        key = mixed(key, conjunction_of(sentence, tree, word))
        if h > 0 and other < 0 and sentence[h, 1] == CONJUNCTION:
            other = left_conjunct(sentence, tree, h)
            key = mixed(key, other << 32 | np.int64(tree[other, LABEL]) if other >= 0 else -1)
    elif kind == NEPHEWS:
        other = np.int64(tree[word, INWARD])
        if other >= 0:
            key = mixed(key, other << 32 | np.int64(tree[other, LABEL]))
            for owner in (word, other):
                for side in range(2):
                    child = np.int64(tree[owner, NEAREST + side])
                    key = mixed(key, child << 32 | np.int64(tree[child, LABEL]) if child >= 0 else -1)
    elif kind == CHILDREN:
        for side in range(2):
            child = np.int64(tree[word, NEAREST + side])
            while child >= 0:
                key = mixed(key, child << 32 | np.int64(tree[child, LABEL]))
                if sentence[child, 1] == CONJUNCTION:  # its conjuncts may be arguments of a preposition
                    for below in range(2):
                        conjunct = np.int64(tree[child, NEAREST + below])
                        while conjunct >= 0:
                            key = mixed(key, conjunct << 32 | np.int64(tree[conjunct, LABEL]))
                            conjunct = np.int64(tree[conjunct, OUTWARD])
                    key = mixed(key, -1)  # end of the conjuncts: children follow again
                child = np.int64(tree[child, OUTWARD])
    elif kind == NEIGHBORS:
        key = mixed(key, np.int64(tree[word - 1, HEAD]) if word > 0 else -1)
    else:
        if has_gap(tree, word):
            return np.uint64(0)
        key = mixed(key, np.int64(tree[word, FIRST]) << 32 | np.int64(tree[word, LAST]))
    return key


@kernel
def score_units(
    units: Integers,
    count: int,
    sentence: Codes,
    tree: LinkedTree,
    groups: Groups,
    convention: Convention,
    user: UserFeatures,
    words: KeyTable,
    labels: KeyTable,
    weights: Weights,
    memo: Memo,
    memo_score: Scores,
    counters: Numbers,
    parts: Parts,
    indices: Keys,
    scores: Scores,
) -> None:
    """The scores of some units of the current tree, each from the memo if a unit of its shape is there."""
    generation, mask = counters[GENERATION], np.uint64(len(memo) - 1)
    for i in range(count):
        unit = np.int64(units[i])
        key = unit_key(unit, sentence, tree)
        place = key >> np.uint64(8) & mask
        shape, known = np.int64(key), False
        while key != 0 and memo[place, MEMO_STAMP] == generation:
            if memo[place, MEMO_WORDS] == shape and memo[place, MEMO_REST] == UNIT:
                known = True
                break
            place = place + np.uint64(1) & mask
        if known:
            scores[i] = memo_score[place]
            continue
        listed = unit_parts(unit, sentence, tree, groups, convention, parts, 0)
        if counters[USER_CALLS] > 0 and unit == KINDS * len(tree):
            listed = user_parts(user, tree, groups, parts, listed)
        scores[i] = sum_parts(parts, listed, groups, words, labels, weights, memo, memo_score, counters, indices)
        if key != 0:
            while memo[place, MEMO_STAMP] == generation:  # parts may have been entered in the meantime
                place = place + np.uint64(1) & mask
            remember(memo, memo_score, counters, place, shape, UNIT, scores[i])
