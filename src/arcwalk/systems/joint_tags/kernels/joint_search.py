"""Searching trees and tags together: climb by heads and by analyses in turn, or draw pairs of both (H × T)."""

import numpy as np

from arcwalk.arrays import Codes, Heads, Labels, Numbers, NumberTable, RandomState, Scores
from arcwalk.compiled import inline, kernel
from arcwalk.components.pruner.kernels.head_pruning import SECOND_SHARE
from arcwalk.features.kernels.arc_features import arc_parts
from arcwalk.features.kernels.structure_features import word_contributions
from arcwalk.scoring.choices import Candidates
from arcwalk.scoring.linked_tree import HEAD, LABEL
from arcwalk.scoring.moves import LEAST_GAIN, most_moves, start_from
from arcwalk.scoring.scorer import Model, score_choices
from arcwalk.systems.joint_tags.kernels.tagged_tree import (
    Analyses,
    TaggedTree,
    analysis_gain,
    most_analyses,
    score_analyses,
    scored_parts,
    set_analysis,
    take,
    window_of,
)
from arcwalk.trees.random_numbers import draw
from arcwalk.trees.search.anneal import PATIENCE
from arcwalk.trees.search.climb import climb
from arcwalk.trees.search.gibbs import gibbs_step
from arcwalk.trees.search.tree_search import Annealing, climb_again, cooling_of, score_candidates

MOST_ROUNDS = 3
CLOSE = 0.1  # an analysis that loses more than this in the current tree hardly ever wins with another head


@inline
def tagged_tree(
    sentence: Codes, model: Model, candidates: Candidates, analyses: Analyses, score_margin: float
) -> TaggedTree:
    """The pruner's tree with the first analysis of every word; for `score_margin` see `score_candidates`."""
    scorer, arcs, prior = score_candidates(sentence.copy(), model, candidates, score_margin)
    return TaggedTree(scorer, arcs, model, prior, analyses, analyses.start[:-1].copy(), window_of(model))


@kernel
def expected_prior(sentence: Codes, second: Codes, model: Model, candidates: Candidates) -> Scores:
    """The prior of choices, adjusted so that their first-order scores are the weighted mean of both analyses.

    This holds for words as analyzed in `sentence`; while a search tries other analyses, it is an approximation.
    """
    choices, scores, other = candidates.choices, np.empty_like(candidates.prior), np.empty_like(candidates.prior)
    for codes, out in ((sentence, scores), (second, other)):
        arcs, words = arc_parts(codes, model.arcs), word_contributions(codes, model.structure)
        score_choices(arcs, model, words, candidates.start, candidates.head, choices, out)
    return candidates.prior + SECOND_SHARE * (other - scores)


@kernel
def climb_analyses(tagged: TaggedTree, single_root: bool, projective: bool) -> float:
    """Let every ambiguous word take its best analysis, then climb; repeat. Returns the gain.

    Where another analysis loses little, the word may take another head or label together with it.
    """
    size = most_analyses(tagged)
    moves, gains = np.empty((size, 3), dtype=np.int64), np.empty(size, dtype=np.float64)
    start, taken = tagged.analyses.start, tagged.taken
    total = 0.0
    for _ in range(MOST_ROUNDS):
        changed = False
        parts, scores = scored_parts(tagged.scorer)
        for m in range(1, len(start) - 1):
            best, best_gain = np.int64(-1), -CLOSE
            for analysis in range(start[m], start[m + 1]):
                if analysis != taken[m]:
                    gain = analysis_gain(tagged, m, analysis, parts, scores)
                    if gain > best_gain:
                        best, best_gain = analysis, gain
            if best < 0:
                continue
            choice, root_choice = tagged.scorer.chosen[m], np.int64(-1)
            if best_gain <= LEAST_GAIN:
                best_gain = LEAST_GAIN
                for i in range(score_analyses(tagged, m, single_root, projective, moves, gains)):
                    if gains[i] > best_gain:
                        best_gain, choice, root_choice, best = gains[i], moves[i, 0], moves[i, 1], moves[i, 2]
            if best_gain > LEAST_GAIN:
                changed = True
                total += best_gain
                take(tagged, m, choice, root_choice, best, projective)
                parts, scores = scored_parts(tagged.scorer)
        if not changed:
            break
        total += climb(tagged.scorer, single_root, projective)
    return total


@inline
def draw_analysis(
    tagged: TaggedTree,
    m: int,
    single_root: bool,
    projective: bool,
    temperature: float,
    state: RandomState,
    moves: NumberTable,
    gains: Scores,
) -> float:
    """Draw a head, a label and an analysis for word m by their exact conditional probabilities; return the gain.

    Moves that change two words are left to `gibbs_step`: without them, the reverse move has the right probability.
    """
    count = score_analyses(tagged, m, single_root, projective, moves, gains)
    kept = 0
    for i in range(count):
        if moves[i, 1] < 0:
            moves[kept], gains[kept] = moves[i], gains[i]
            kept += 1
    drawn = draw(state, gains, kept, temperature)
    take(tagged, m, moves[drawn, 0], -1, moves[drawn, 2], projective)
    return gains[drawn]


@inline
def draw_step(
    tagged: TaggedTree,
    step: int,
    single_root: bool,
    projective: bool,
    temperature: float,
    state: RandomState,
    moves: NumberTable,
    head_moves: NumberTable,
    gains: Scores,
) -> float:
    """A step of a sweep, and its gain: as many Gibbs steps as words, then a draw for each ambiguous word.

    There are twice as many steps as words. Workspaces have room for `most_analyses`, or for `most_moves` of heads.
    """
    start = tagged.analyses.start
    n = len(start) - 2
    if step < n:
        return gibbs_step(tagged.scorer, single_root, projective, temperature, state, head_moves, gains)
    m = step - n + 1
    if start[m + 1] - start[m] == 1:
        return 0.0
    return draw_analysis(tagged, m, single_root, projective, temperature, state, moves, gains)


@inline
def go_to(tagged: TaggedTree, chosen: Numbers, taken: Numbers) -> None:
    """Go to a tree and analyses."""
    for m in range(1, len(taken)):
        if taken[m] != tagged.taken[m]:
            set_analysis(tagged, m, taken[m])
    start_from(tagged.scorer, chosen)


@inline
def anneal_analyses(
    tagged: TaggedTree, single_root: bool, projective: bool, sweeps: int, annealing: Annealing, state: RandomState
) -> float:
    """Sample trees and analyses while the temperature falls; end at the best ones seen and return their gain.

    The search ends earlier if the score no longer changes.
    """
    scorer = tagged.scorer
    n = len(scorer.chosen) - 1
    size = most_analyses(tagged)
    moves, gains = np.empty((size, 3), dtype=np.int64), np.empty(size, dtype=np.float64)
    head_moves = np.empty((most_moves(scorer), 2), dtype=np.int64)
    best_chosen, best_taken = scorer.chosen.copy(), tagged.taken.copy()
    lead = best_lead = 0.0
    temperature, still = annealing.temperature, 0
    for _ in range(sweeps):
        still += 1
        for step in range(2 * n):
            gain = draw_step(tagged, step, single_root, projective, temperature, state, moves, head_moves, gains)
            lead += gain
            if abs(gain) > LEAST_GAIN:
                still = 0
            if lead > best_lead + LEAST_GAIN:
                best_lead = lead
                best_chosen[:], best_taken[:] = scorer.chosen, tagged.taken
        if still == PATIENCE:
            break
        temperature *= cooling_of(annealing, sweeps)
    if lead < best_lead:
        go_to(tagged, best_chosen, best_taken)
    return best_lead


@kernel
def best_tagged_tree(
    sentence: Codes,
    model: Model,
    candidates: Candidates,
    analyses: Analyses,
    single_root: bool,
    projective: bool,
    score_margin: float,
    by_climbing: bool,
    budget: int,
    annealing: Annealing,
    state: RandomState,
) -> tuple[Heads, Labels, Numbers]:
    """Heads, labels and analyses of the best tagged tree found; the budget is in climbs, or in Gibbs sweeps."""
    tagged = tagged_tree(sentence, model, candidates, analyses, score_margin)
    if by_climbing:
        climb_again(tagged.scorer, single_root, projective, budget, state)
        climb_analyses(tagged, single_root, projective)
    else:
        anneal_analyses(tagged, single_root, projective, budget, annealing, state)
    tree = tagged.scorer.tree
    return tree[:, HEAD].copy(), tree[:, LABEL].copy(), tagged.taken
