"""Parsing one sentence with the sampling parser: score what was not pruned, then climb."""

import numba
import numpy as np
from numba import types

from arcwalk.arrays import Booleans, Codes, Heads, Labels, Numbers, Scores, Starts
from arcwalk.compiled import kernel
from arcwalk.features.arc_kernels import arc_parts
from arcwalk.features.linked_tree import HEAD, LABEL
from arcwalk.features.scorer import (
    CHOICES_TYPE,
    MODEL_TYPE,
    SCORER_TYPE,
    Choices,
    Model,
    Scorer,
    make_scorer,
    score_choices,
)
from arcwalk.features.structure_kernels import word_contributions
from arcwalk.trees.climb import climb
from arcwalk.trees.moves import start_from
from arcwalk.trees.pruning import CANDIDATES_TYPE, Candidates


@kernel("boolean[::1](int64[::1], float64[::1], int64[::1], float64)")
def within_reach(start: Starts, scores: Scores, chosen: Numbers, reach: float) -> Booleans:
    """Which choices score little enough less than the best one of their word; what is chosen always does."""
    kept = np.empty(len(scores), dtype=np.bool_)
    for m in range(1, len(start) - 1):
        best = -np.inf
        for choice in range(start[m], start[m + 1]):
            best = max(best, scores[choice])
        for choice in range(start[m], start[m + 1]):
            kept[choice] = scores[choice] >= best - reach
        kept[chosen[m]] = True
    return kept


@kernel(
    types.Tuple((CHOICES_TYPE, numba.float64[::1], numba.int64[::1]))(
        CHOICES_TYPE, numba.float64[::1], numba.int64[::1], numba.boolean[::1]
    )
)
def keep_choices(
    choices: Choices, scores: Scores, chosen: Numbers, kept: Booleans
) -> tuple[Choices, Scores, Numbers]:
    """Only some of the choices, their scores, and the same tree among them."""
    place = np.cumsum(kept) - 1
    start = np.zeros(len(choices.start), dtype=np.int64)
    for m in range(1, len(start)):
        start[m] = place[choices.start[m] - 1] + 1 if choices.start[m] > 0 else 0
    fewer = np.full(len(chosen), -1, dtype=np.int64)
    for m in range(1, len(chosen)):
        fewer[m] = place[chosen[m]]
    return Choices(start, choices.head[kept], choices.label[kept], choices.arc[kept]), scores[kept], fewer


@kernel(SCORER_TYPE(numba.int32[:, ::1], MODEL_TYPE, CANDIDATES_TYPE, numba.float64))
def scorer_of(sentence: Codes, model: Model, candidates: Candidates, reach: float) -> Scorer:
    """A scorer with all choices scored, at the tree that the pruner found.

    By their own first-order scores most choices are out of the question: only those within `reach` are kept.
    """
    words = word_contributions(sentence, model.structure)
    scores = np.empty(len(candidates.prior), dtype=np.float64)
    arcs = arc_parts(sentence, model.arcs)
    score_choices(arcs, model, words, candidates.start, candidates.head, candidates.choices, scores)
    scores += candidates.prior
    kept = within_reach(candidates.choices.start, scores, candidates.chosen, reach)
    choices, scores, chosen = keep_choices(candidates.choices, scores, candidates.chosen, kept)
    scorer = make_scorer(sentence, model, words, choices)
    scorer.choice_score[:] = scores
    start_from(scorer, chosen)
    return scorer


@kernel(
    types.Tuple((numba.int32[::1], numba.int32[::1]))(
        numba.int32[:, ::1], MODEL_TYPE, CANDIDATES_TYPE, numba.boolean, numba.boolean, numba.float64, numba.int64
    )
)
def climb_from_best(
    sentence: Codes,
    model: Model,
    candidates: Candidates,
    single_root: bool,
    projective: bool,
    reach: float,
    most_rounds: int,
) -> tuple[Heads, Labels]:
    """Heads and labels of the tree at which a climb from the pruner's best tree ends."""
    scorer = scorer_of(sentence, model, candidates, reach)
    climb(scorer, single_root, projective, most_rounds)
    return scorer.tree[:, HEAD].copy(), scorer.tree[:, LABEL].copy()
