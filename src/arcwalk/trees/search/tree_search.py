"""Searching for the best tree of one sentence: score the candidates, then climb or anneal."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Codes, Heads, Labels, RandomState, Scores
from arcwalk.compiled import inline, kernel
from arcwalk.features.kernels.arc_features import ArcParts, arc_parts
from arcwalk.features.kernels.structure_features import word_contributions
from arcwalk.scoring.choices import Candidates, keep_choices, near_best
from arcwalk.scoring.linked_tree import HEAD, LABEL, LinkedTree, has_gap
from arcwalk.scoring.moves import LEAST_GAIN, start_from
from arcwalk.scoring.scorer import Model, Scorer, make_scorer, score_choices
from arcwalk.trees.search.anneal import anneal
from arcwalk.trees.search.climb import climb
from arcwalk.trees.search.random_walk import sample_tree

CLIMB, WALK, GIBBS = range(3)  # search methods
RESTART_TEMPERATURE = 0.25
FINAL_TEMPERATURE = 0.02  # where annealing ends that has no rate of cooling


class Annealing(NamedTuple):
    """The constants of annealing (the paper, Figure 1 and section 3.2.2)."""

    temperature: float  # T₀, at the start
    cooling: float  # c, its factor in each sweep; 0: what leads to `FINAL_TEMPERATURE` in the last sweep
    walk_words: int  # K, redrawn by a random walk


@inline
def cooling_of(annealing: Annealing, sweeps: int) -> float:
    """By what the temperature is multiplied after each of so many sweeps."""
    if annealing.cooling > 0.0:
        return annealing.cooling
    return (FINAL_TEMPERATURE / annealing.temperature) ** (1.0 / max(sweeps - 1, 1))


@kernel
def score_candidates(
    sentence: Codes, model: Model, candidates: Candidates, slack: float
) -> tuple[Scorer, ArcParts, Scores]:
    """A scorer whose current tree is the pruner's, what its arcs share, and the priors of its choices.

    Only choices whose first-order scores are at most `slack` below the best of their word are kept.
    """
    words = word_contributions(sentence, model.structure)
    scores = np.empty(len(candidates.prior), dtype=np.float64)
    arcs = arc_parts(sentence, model.arcs)
    score_choices(arcs, model, words, candidates.start, candidates.head, candidates.choices, scores)
    scores += candidates.prior
    kept = near_best(candidates.choices.start, scores, candidates.chosen, slack)
    choices, scores, chosen = keep_choices(candidates.choices, scores, candidates.chosen, kept)
    scorer = make_scorer(sentence, model, words, choices)
    scorer.choice_score[:] = scores
    start_from(scorer, chosen)
    return scorer, arcs, candidates.prior[kept]


@inline
def scorer_of(sentence: Codes, model: Model, candidates: Candidates, slack: float) -> Scorer:
    """The scorer alone, see `score_candidates`."""
    scorer, _, _ = score_candidates(sentence, model, candidates, slack)
    return scorer


@inline
def is_projective_tree(tree: LinkedTree) -> bool:
    """Whether no subtree has a gap."""
    for word in range(len(tree)):
        if has_gap(tree, word):
            return False
    return True


@kernel
def climb_again(scorer: Scorer, single_root: bool, projective: bool, climbs: int, state: RandomState) -> float:
    """Climb from the current tree, then from first-order samples; stop at the best tree and return its gain."""
    best_gain = gain = climb(scorer, single_root, projective)
    score = 0.0
    for unit in range(len(scorer.unit_score)):
        score += scorer.unit_score[unit]
    for m in range(1, len(scorer.chosen)):
        score += scorer.choice_score[scorer.chosen[m]]
    base = score - gain
    best, sample = scorer.chosen.copy(), scorer.chosen.copy()
    for _ in range(climbs - 1):
        if not sample_tree(
            scorer.start, scorer.head, scorer.choice_score, RESTART_TEMPERATURE, single_root, state, sample
        ):
            continue
        gain = start_from(scorer, sample) - base
        if projective and not is_projective_tree(scorer.tree):
            continue
        gain += climb(scorer, single_root, projective)
        if gain > best_gain + LEAST_GAIN:
            best_gain = gain
            best[:] = scorer.chosen
    if climbs > 1:
        start_from(scorer, best)
    return best_gain


@kernel
def search_tree(
    sentence: Codes,
    model: Model,
    candidates: Candidates,
    single_root: bool,
    projective: bool,
    slack: float,
    method: int,
    budget: int,
    annealing: Annealing,
    state: RandomState,
) -> tuple[Heads, Labels, float]:
    """Heads and labels of the best tree found, and its gain over the pruner's tree.

    The budget is a number of climbs, or of sweeps of the annealed sampler.
    """
    scorer = scorer_of(sentence, model, candidates, slack)
    if method == CLIMB:
        gain = climb_again(scorer, single_root, projective, budget, state)
    else:
        n = len(scorer.chosen) - 1
        gain = anneal(
            scorer,
            method == WALK,
            single_root,
            projective,
            annealing.temperature,
            cooling_of(annealing, budget),
            budget * n,
            annealing.walk_words,
            state,
        )
    return scorer.tree[:, HEAD].copy(), scorer.tree[:, LABEL].copy(), gain
