"""The units that a move touches: what they scored before it, what they score after it, and which of the two to keep."""

import numba
import numpy as np

from arcwalk.arrays import Codes, Integers, Keys, Numbers, Scores, Weights
from arcwalk.compiled import kernel
from arcwalk.features.linked_tree import LinkedTree, has_gap
from arcwalk.features.part_list import CONVENTION, Convention
from arcwalk.features.scoring import GENERATION, LAST_TOUCHED, TOUCHED, Memo, score_units
from arcwalk.features.structure_kernels import Groups
from arcwalk.features.tree_parts import KINDS, YIELD
from arcwalk.features.user_kernels import USER_TYPE, UserFeatures


@kernel("boolean(int32[::1], int64[::1], int64[::1])")
def any_stale(touched: Integers, unit_stamp: Numbers, counters: Numbers) -> bool:
    """Whether the score of a touched unit is of older weights."""
    for i in range(counters[TOUCHED]):
        if unit_stamp[touched[i]] != counters[GENERATION]:
            return True
    return False


@kernel(
    numba.float64(
        numba.boolean,
        numba.int32[:, ::1],
        numba.int32[:, ::1],
        numba.int32[:, ::1],
        CONVENTION,
        USER_TYPE,
        numba.uint32[:, ::1],
        numba.uint32[:, ::1],
        numba.float32[::1],
        numba.int64[:, ::1],
        numba.float64[::1],
        numba.int64[::1],
        numba.int64[:, ::1],
        numba.uint32[::1],
        numba.int32[::1],
        numba.float64[::1],
    )
)
def score_touched(
    projective: bool,
    sentence: Codes,
    tree: LinkedTree,
    groups: Groups,
    convention: Convention,
    user: UserFeatures,
    words: Keys,
    labels: Keys,
    weights: Weights,
    memo: Memo,
    memo_score: Scores,
    counters: Numbers,
    parts: Numbers,
    indices: Keys,
    touched: Integers,
    touched_score: Scores,
) -> float:
    """The score of all touched units of the tree as it is; -inf if it has a gap there and should be projective."""
    count = counters[TOUCHED]
    if projective:
        for i in range(count):
            if touched[i] % KINDS == YIELD and has_gap(tree, touched[i] // KINDS):
                return -np.inf
    score_units(
        touched,
        count,
        sentence,
        tree,
        groups,
        convention,
        user,
        words,
        labels,
        weights,
        memo,
        memo_score,
        counters,
        parts,
        indices,
        touched_score,
    )
    total = 0.0
    for i in range(count):
        total += touched_score[i]
    return total


@kernel("float64(int32[::1], float64[::1], int64[::1])")
def known_score(touched: Integers, unit_score: Scores, counters: Numbers) -> float:
    """The score of all touched units as it was when last kept."""
    total = 0.0
    for i in range(counters[TOUCHED]):
        total += unit_score[touched[i]]
    return total


@kernel("void(int32[::1], float64[::1], float64[::1], int64[::1], int64[::1])")
def keep_scores(
    touched: Integers, touched_score: Scores, unit_score: Scores, unit_stamp: Numbers, counters: Numbers
) -> None:
    """Make the scores just found those of the units."""
    for i in range(counters[TOUCHED]):
        unit_score[touched[i]] = touched_score[i]
        unit_stamp[touched[i]] = counters[GENERATION]


@kernel("void(int32[::1], int32[::1], int64[::1])")
def release(touched: Integers, marks: Integers, counters: Numbers) -> None:
    """Touch nothing any more."""
    for i in range(counters[TOUCHED]):
        marks[touched[i]] = 0
    counters[TOUCHED], counters[LAST_TOUCHED] = 0, counters[TOUCHED]
