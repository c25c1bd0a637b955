"""Scores of units, memoized: each unit and each part is scored once per sentence and state of the weights.

The memo is a hash table from 64 bits that identify a unit or a part, and the generation of the weights that it was
scored with, to a score. Key and score are neighbors, to be fetched from memory at once.

These kernels are called millions of times. They take arrays one by one, since a tuple would count references at every
use, and search the memo in place: a kernel for that made parsing 5% slower.
"""

import numpy as np

from arcwalk.arrays import Codes, Integers, Keys, KeyTable, Numbers, NumberTable, Scores, ScoreTable, Weights
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.hashing import index_shift, mixed
from arcwalk.features.kernels.structure_features import Groups, part_indices
from arcwalk.features.kernels.weight_sums import sum_weights
from arcwalk.scoring.global_parts import FARTHEST_SIBLING, conjunction_of, left_conjunct
from arcwalk.scoring.linked_tree import FIRST, HEAD, INWARD, LABEL, LAST, NEAREST, OUTWARD, LinkedTree, has_gap
from arcwalk.scoring.part_kinds import Convention, Parts
from arcwalk.scoring.python_parts import UserFeatures, user_parts
from arcwalk.scoring.tree_parts import ANCESTORS, CHILDREN, KINDS, NEIGHBORS, NEPHEWS, SIBLINGS, unit_parts
from arcwalk.treebank.word_classes import CONJUNCTION

KEY, SCORE = range(2)  # columns of the memo
GENERATION, REMEMBERED, TOUCHED, LAST_TOUCHED = range(4)  # counters
USER_CALLS = 4  # counter: features written in Python
NEWEST = 5  # counter: the latest generation so far
COUNTERS = 6

Memo = NumberTable  # (2^k, 2): keys, 0 where a row is free
MemoScores = ScoreTable  # the same memory, read as scores


@inline
def begin_generation(counters: Numbers) -> None:
    """Invalidate everything memoized: weights or tags have changed."""
    counters[NEWEST] += 1
    counters[GENERATION] = counters[NEWEST]


@inline
def remember(
    memo: Memo, memo_scores: MemoScores, counters: Numbers, slot: np.uint64, key: np.uint64, score: float
) -> None:
    """Enter a score at a free row of the memo, which is emptied first if three quarters of it are taken."""
    if 4 * counters[REMEMBERED] >= 3 * len(memo):
        memo[:] = 0
        counters[REMEMBERED] = 0
    memo[slot, KEY], memo_scores[slot, SCORE] = np.int64(key), score
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
    memo_scores: MemoScores,
    counters: Numbers,
    indices: Keys,
) -> float:
    """The score of the first `count` parts of a list, each from the memo if it is there."""
    shift = index_shift(len(weights))
    seed, mask = mixed(np.uint64(1), counters[GENERATION]), np.uint64(len(memo) - 1)
    total = 0.0
    for i in range(count):
        part, rest = parts[i, 0], parts[i, 1]
        key = mixed(mixed(seed, part), rest)
        slot = key >> np.uint64(8) & mask
        while memo[slot, KEY] != 0 and memo[slot, KEY] != np.int64(key):
            slot = slot + np.uint64(1) & mask
        if memo[slot, KEY] != 0:
            total += memo_scores[slot, SCORE]
            continue
        features = part_indices(part, rest, groups, words, labels, shift, indices)
        score = sum_weights(weights, indices, features, np.uint32(0))
        total += score
        remember(memo, memo_scores, counters, slot, key, score)
    return total


@inline
def unit_key(unit: int, sentence: Codes, tree: LinkedTree, seed: np.uint64) -> np.uint64:
    """A number that identifies the shape of a unit; 0 for a unit whose shape is too costly to describe."""
    word, kind = unit // KINDS, unit % KINDS
    if word == len(tree):
        return np.uint64(0)
    key = mixed(mixed(seed, ~unit), np.int64(tree[word, HEAD]) << 32 | (np.int64(tree[word, LABEL]) & 0xFFFFFFFF))
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
    memo_scores: MemoScores,
    counters: Numbers,
    parts: Parts,
    indices: Keys,
    scores: Scores,
) -> None:
    """The scores of some units of the current tree, each from the memo if a unit of its shape is there."""
    seed, mask = mixed(np.uint64(1), counters[GENERATION]), np.uint64(len(memo) - 1)
    for i in range(count):
        unit = np.int64(units[i])
        key = unit_key(unit, sentence, tree, seed)
        slot = key >> np.uint64(8) & mask
        if key != 0:
            while memo[slot, KEY] != 0 and memo[slot, KEY] != np.int64(key):
                slot = slot + np.uint64(1) & mask
            if memo[slot, KEY] != 0:
                scores[i] = memo_scores[slot, SCORE]
                continue
        listed = unit_parts(unit, sentence, tree, groups, convention, parts, 0)
        if counters[USER_CALLS] > 0 and unit == KINDS * len(tree):
            listed = user_parts(user, tree, groups, parts, listed)
        scores[i] = sum_parts(parts, listed, groups, words, labels, weights, memo, memo_scores, counters, indices)
        if key != 0:
            while memo[slot, KEY] != 0:  # parts may have been entered in the meantime
                slot = slot + np.uint64(1) & mask
            remember(memo, memo_scores, counters, slot, key, scores[i])
