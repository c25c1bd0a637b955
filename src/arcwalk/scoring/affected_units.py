"""Which units a move affects, what they score before and after it, and which of the two scores to keep.

A search that tries other choices first touches the units that depend on them (`touch`), then makes the choices and
scores the touched units again; all other units keep their scores.
"""

import numpy as np

from arcwalk.arrays import Integers, Numbers, Scores
from arcwalk.compiled import inline, kernel
from arcwalk.scoring.global_parts import FARTHEST_SIBLING
from arcwalk.scoring.linked_tree import HEAD, NEAREST, OUTWARD, LinkedTree, has_gap
from arcwalk.scoring.scorer import Scorer
from arcwalk.scoring.tree_parts import ANCESTORS, CHILDREN, KINDS, NEIGHBORS, NEPHEWS, SIBLINGS, YIELD
from arcwalk.scoring.unit_scores import GENERATION, LAST_TOUCHED, TOUCHED, USER_CALLS, score_units


@inline
def touch_unit(unit: int, marks: Integers, touched: Integers, counters: Numbers) -> None:
    """Mark a unit that is about to change."""
    if marks[unit] == 0:
        marks[unit] = 1
        touched[counters[TOUCHED]] = unit
        counters[TOUCHED] += 1


@inline
def touch_place(
    m: int, outer: int, h: int, tree: LinkedTree, marks: Integers, touched: Integers, counters: Numbers
) -> None:
    """Touch the units that see the place of word m under h, now or after the move, just inside of the child `outer`."""
    touch_unit(KINDS * h + CHILDREN, marks, touched, counters)
    if tree[h, HEAD] >= 0:
        touch_unit(KINDS * np.int64(tree[h, HEAD]) + CHILDREN, marks, touched, counters)
    touch_unit(KINDS * h + NEPHEWS, marks, touched, counters)
    if tree[h, OUTWARD] >= 0:
        touch_unit(KINDS * np.int64(tree[h, OUTWARD]) + NEPHEWS, marks, touched, counters)
    distance = 0
    touch_unit(KINDS * h + SIBLINGS, marks, touched, counters)
    if m < h:  # a conjunct on the other side may be paired with the nearest one on this side, past punctuation
        right = np.int64(tree[h, NEAREST + 1])
        while right >= 0 and distance < FARTHEST_SIBLING:
            touch_unit(KINDS * right + SIBLINGS, marks, touched, counters)
            distance += 1
            right = np.int64(tree[right, OUTWARD])
        distance = 0
    while outer >= 0 and distance < FARTHEST_SIBLING:
        touch_unit(KINDS * outer + SIBLINGS, marks, touched, counters)
        if distance == 0:
            touch_unit(KINDS * outer + NEPHEWS, marks, touched, counters)
        distance += 1
        outer = np.int64(tree[outer, OUTWARD])


@kernel
def touch(m: int, h: int, tree: LinkedTree, marks: Integers, touched: Integers, counters: Numbers) -> None:
    """Touch all units that see the head or the label of word m, before m moves to the head h.

    Where several words move at once, touch for each before any of them moves.
    """
    touch_unit(KINDS * m + NEIGHBORS, marks, touched, counters)
    if m + 1 < len(tree):
        touch_unit(KINDS * (m + 1) + NEIGHBORS, marks, touched, counters)
    touch_unit(KINDS * m + ANCESTORS, marks, touched, counters)
    touch_unit(KINDS * m + SIBLINGS, marks, touched, counters)
    touch_unit(KINDS * m + NEPHEWS, marks, touched, counters)
    touch_unit(KINDS * m + CHILDREN, marks, touched, counters)
    touch_unit(KINDS * m + YIELD, marks, touched, counters)
    for side in range(2):
        child = np.int64(tree[m, NEAREST + side])
        while child >= 0:
            touch_unit(KINDS * child + ANCESTORS, marks, touched, counters)
            touch_unit(KINDS * child + SIBLINGS, marks, touched, counters)
            for below in range(2):
                grandchild = np.int64(tree[child, NEAREST + below])
                while grandchild >= 0:
                    touch_unit(KINDS * grandchild + ANCESTORS, marks, touched, counters)
                    grandchild = np.int64(tree[grandchild, OUTWARD])
            child = np.int64(tree[child, OUTWARD])
    old = np.int64(tree[m, HEAD])
    touch_unit(KINDS * old + YIELD, marks, touched, counters)
    touch_place(m, np.int64(tree[m, OUTWARD]), old, tree, marks, touched, counters)
    if h != old:
        outer = np.int64(tree[h, NEAREST + np.int64(m > h)])
        while outer >= 0 and abs(outer - h) < abs(m - h):
            outer = np.int64(tree[outer, OUTWARD])
        touch_place(m, outer, h, tree, marks, touched, counters)
        for above in (old, h):
            while above >= 0:
                touch_unit(KINDS * above + YIELD, marks, touched, counters)
                above = np.int64(tree[above, HEAD])
    if h != old or counters[USER_CALLS] > 0:  # those may depend on anything
        touch_unit(KINDS * len(tree), marks, touched, counters)


@inline
def any_stale(touched: Integers, unit_stamp: Numbers, counters: Numbers) -> bool:
    """Whether a touched unit was last scored with older weights."""
    for i in range(counters[TOUCHED]):
        if unit_stamp[touched[i]] != counters[GENERATION]:
            return True
    return False


@inline
def score_some(scorer: Scorer, units: Integers, count: int, scores: Scores) -> None:
    """The scores of some units of the current tree."""
    score_units(
        units,
        count,
        scorer.sentence,
        scorer.tree,
        scorer.groups,
        scorer.convention,
        scorer.user,
        scorer.words,
        scorer.labels,
        scorer.weights,
        scorer.memo,
        scorer.memo_scores,
        scorer.counters,
        scorer.parts,
        scorer.indices,
        scores,
    )


@inline
def score_touched(scorer: Scorer, projective: bool) -> float:
    """The score of all touched units of the current tree; -inf if it should be projective and is not."""
    touched, tree, scores, count = scorer.touched, scorer.tree, scorer.touched_score, scorer.counters[TOUCHED]
    if projective:
        for i in range(count):
            if touched[i] % KINDS == YIELD and has_gap(tree, touched[i] // KINDS):
                return -np.inf
    score_some(scorer, touched, count, scores)
    total = 0.0
    for i in range(count):
        total += scores[i]
    return total


@inline
def known_score(touched: Integers, unit_score: Scores, counters: Numbers) -> float:
    """The score of all touched units when last kept."""
    total = 0.0
    for i in range(counters[TOUCHED]):
        total += unit_score[touched[i]]
    return total


@inline
def keep_scores(
    touched: Integers, touched_score: Scores, unit_score: Scores, unit_stamp: Numbers, counters: Numbers
) -> None:
    """Store the scores just computed as those of the touched units."""
    for i in range(counters[TOUCHED]):
        unit_score[touched[i]] = touched_score[i]
        unit_stamp[touched[i]] = counters[GENERATION]


@inline
def release(touched: Integers, marks: Integers, counters: Numbers) -> None:
    """Clear the set of touched units."""
    for i in range(counters[TOUCHED]):
        marks[touched[i]] = 0
    counters[TOUCHED], counters[LAST_TOUCHED] = 0, counters[TOUCHED]
