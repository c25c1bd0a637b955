"""The units that a move touches: what they scored before it, what they score after it, and which of the two to keep."""

import numpy as np

from arcwalk.arrays import Integers, Numbers, Scores
from arcwalk.compiled import kernel
from arcwalk.scoring.linked_tree import has_gap
from arcwalk.scoring.scorer import Scorer
from arcwalk.scoring.tree_parts import KINDS, YIELD
from arcwalk.scoring.unit_scores import GENERATION, LAST_TOUCHED, TOUCHED, score_units


@kernel
def any_stale(touched: Integers, unit_stamp: Numbers, counters: Numbers) -> bool:
    """Whether the score of a touched unit is of older weights."""
    for i in range(counters[TOUCHED]):
        if unit_stamp[touched[i]] != counters[GENERATION]:
            return True
    return False


@kernel
def score_some(scorer: Scorer, units: Integers, count: int, scores: Scores) -> None:
    """The scores of some units of the tree as it is."""
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
        scorer.memo_score,
        scorer.counters,
        scorer.parts,
        scorer.indices,
        scores,
    )


@kernel
def score_touched(scorer: Scorer, projective: bool) -> float:
    """The score of all touched units of the tree as it is; -inf if it has a gap there and should be projective."""
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


@kernel
def known_score(touched: Integers, unit_score: Scores, counters: Numbers) -> float:
    """The score of all touched units as it was when last kept."""
    total = 0.0
    for i in range(counters[TOUCHED]):
        total += unit_score[touched[i]]
    return total


@kernel
def keep_scores(
    touched: Integers, touched_score: Scores, unit_score: Scores, unit_stamp: Numbers, counters: Numbers
) -> None:
    """Make the scores just found those of the units."""
    for i in range(counters[TOUCHED]):
        unit_score[touched[i]] = touched_score[i]
        unit_stamp[touched[i]] = counters[GENERATION]


@kernel
def release(touched: Integers, marks: Integers, counters: Numbers) -> None:
    """Touch nothing any more."""
    for i in range(counters[TOUCHED]):
        marks[touched[i]] = 0
    counters[TOUCHED], counters[LAST_TOUCHED] = 0, counters[TOUCHED]
