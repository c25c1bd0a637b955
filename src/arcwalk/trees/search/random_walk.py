"""Loop-erased random walks: many words are redrawn at once (the paper, section 3.2.2; Wilson, 1996).

A walk draws trees exactly from the first-order distribution, where choice c has the weight exp(s₁(c) / T). A step
redraws the choices of a set S of words, all others stay, and corrects for what first-order scores do not see.

Bounds do no harm, for two reasons. The number of draws of a walk is independent of the tree it ends with (the cycles
popped and the tree left are independent), so giving up after a number of draws prefers no tree. And whether S, the
bounds and the weights lead from y to y' does not depend on which of the two is the current tree, so staying where a
walk gives up, or offers no valid tree, keeps the chain reversible.
"""

import math
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Heads, Numbers, RandomState, Scores, Starts
from arcwalk.compiled import inline, kernel
from arcwalk.scoring.linked_tree import HEAD, LinkedTree, unlinked
from arcwalk.scoring.moves import root_word, try_moves
from arcwalk.scoring.scorer import Scorer
from arcwalk.trees.random_numbers import below, uniform

LEAST_LOG_WEIGHT = -20.0  # a floor, so that no choice is lost at low temperatures
MOST_DRAWS = 50  # per word that may change, over all attempts
ROOT_SHARE = 0.25  # how often a single root is among the words that may change
WIDENING = 0.1  # how often the number of words that may change is doubled, repeatedly


class Walk(NamedTuple):
    """What random walks over one sentence need: weights of its choices, and workspaces."""

    log_weight: Scores  # of every choice, 0 for the best choice of a word
    cumulative: Scores  # sum of the weights of a word's choices up to this one
    free: Numbers  # the words with more than one choice, in any order
    mover_index: Numbers  # (n + 1,): the index of a word among the movers, -1 for others
    movers: Numbers  # the words that may change
    choices: Numbers  # what they choose


@kernel
def weigh_choices(start: Starts, scores: Scores, temperature: float, log_weight: Scores, cumulative: Scores) -> None:
    """The weight exp(score / temperature) of every choice, relative to the best choice of its word."""
    for m in range(1, len(start) - 1):
        best = -np.inf
        for choice in range(start[m], start[m + 1]):
            best = max(best, scores[choice])
        total = 0.0
        for choice in range(start[m], start[m + 1]):
            log_weight[choice] = max((scores[choice] - best) / temperature, LEAST_LOG_WEIGHT)
            total += math.exp(log_weight[choice])
            cumulative[choice] = total


@kernel
def make_walk(start: Starts, scores: Scores, temperature: float) -> Walk:
    """Prepare walks at some temperature; for another one, call `weigh_choices` again."""
    n = len(start) - 2
    free, count = np.empty(n, dtype=np.int64), 0
    for m in range(1, n + 1):
        if start[m + 1] - start[m] > 1:
            free[count] = m
            count += 1
    walk = Walk(
        np.empty(len(scores), dtype=np.float64),
        np.empty(len(scores), dtype=np.float64),
        free[:count].copy(),
        np.full(n + 1, -1, dtype=np.int64),
        np.empty(n, dtype=np.int64),
        np.empty(n, dtype=np.int64),
    )
    weigh_choices(start, scores, temperature, walk.log_weight, walk.cumulative)
    return walk


@inline
def draw_choice(state: RandomState, start: Starts, head: Heads, cumulative: Scores, m: int, below_words: bool) -> int:
    """Draw a choice of word m by weight; with `below_words`, one whose head is not the root."""
    first, last = start[m], start[m + 1] - 1
    before = 0.0
    while below_words and head[first] == 0:  # choices are sorted by head
        before = cumulative[first]
        first += 1
    aim = before + uniform(state) * (cumulative[last] - before)
    while first < last and cumulative[first] <= aim:
        first += 1
    return first


@inline
def next_mover(tree: LinkedTree, mover_index: Numbers, word: int) -> int:
    """The index of the first mover from `word` upwards; -1 if the root comes first."""
    while word > 0 and mover_index[word] < 0:
        word = np.int64(tree[word, HEAD])
    return mover_index[word]


@kernel
def walk_to_root(
    start: Starts, head: Heads, tree: LinkedTree, walk: Walk, count: int, most_roots: int, state: RandomState
) -> bool:
    """Draw choices for the first `count` movers that form a tree with all other words unchanged (Figure 2).

    At most `most_roots` of them choose the root. Returns whether the walk succeeded.
    """
    cumulative, mover_index, movers, choices = walk.cumulative, walk.mover_index, walk.movers, walk.choices
    draws = 0
    in_tree = np.empty(count, dtype=np.bool_)
    while True:
        in_tree[:] = False
        roots = 0
        for i in range(count):
            at = i
            while at >= 0 and not in_tree[at]:  # a choice is overwritten at each visit, which erases loops
                draws += 1
                if draws > MOST_DRAWS * (count + 1):
                    return False
                choices[at] = draw_choice(state, start, head, cumulative, movers[at], most_roots == 0)
                at = next_mover(tree, mover_index, np.int64(head[choices[at]]))
            at = i
            while at >= 0 and not in_tree[at]:
                in_tree[at] = True
                roots += np.int64(head[choices[at]] == 0)
                at = next_mover(tree, mover_index, np.int64(head[choices[at]]))
            if roots > most_roots:
                break
        if roots <= most_roots:
            return True


@inline
def sample_tree(
    start: Starts,
    head: Heads,
    scores: Scores,
    temperature: float,
    single_root: bool,
    state: RandomState,
    chosen: Numbers,
) -> bool:
    """Draw a tree, as choices, from the first-order distribution p ∝ exp(Σ score / temperature).

    With `single_root`, trees are drawn until one has a single root. Returns whether one was found within the bounds; if
    not, `chosen` is unchanged. The choices must allow a tree.
    """
    n = len(start) - 2
    walk = make_walk(start, scores, temperature)
    for m in range(1, n + 1):
        walk.mover_index[m], walk.movers[m - 1] = m - 1, m
    succeeded = walk_to_root(start, head, unlinked(n), walk, n, 1 if single_root else n, state)
    if succeeded:
        chosen[1:] = walk.choices
    return succeeded


@inline
def choose_movers(
    free: Numbers, movers: Numbers, words_to_change: int, root: int, rest: int, state: RandomState
) -> int:
    """Fill `movers` up to `words_to_change` with free words other than the root, all sets equally likely.

    `rest` of them are there already. Returns their number.
    """
    count = rest
    for i in range(len(free)):
        if count == words_to_change:
            break
        j = i + below(state, len(free) - i)
        free[i], free[j] = free[j], free[i]
        if free[i] != root:
            movers[count] = free[i]
            count += 1
    return count


@inline
def propose(scorer: Scorer, walk: Walk, words_to_change: int, single_root: bool, state: RandomState) -> int:
    """Draw a tree near the current one; return the number of movers whose choice would change (they come first).

    Occasionally more words than requested may change, up to all, so that every tree can be reached. A single root is in
    S with a fixed probability; a proposal with another root has that one in S as well, so S is equally likely from
    there. Unless the root is in S, no other word can become the root.
    """
    start, free, mover_index, movers, choices = scorer.start, walk.free, walk.mover_index, walk.movers, walk.choices
    while words_to_change < len(free) and uniform(state) < WIDENING:
        words_to_change *= 2
    root, count, most_roots = np.int64(0), 0, len(start)
    if single_root:
        root, most_roots = root_word(scorer), 0
        if start[root + 1] - start[root] > 1 and uniform(state) < ROOT_SHARE:
            movers[0], count, most_roots = root, 1, 1
    count = choose_movers(free, movers, words_to_change, root, count, state)
    for i in range(count):
        mover_index[movers[i]] = i
    succeeded = walk_to_root(start, scorer.head, scorer.tree, walk, count, most_roots, state)
    changed = 0
    for i in range(count):
        m = movers[i]
        mover_index[m] = -1
        if succeeded and choices[i] != scorer.chosen[m]:
            movers[changed], choices[changed] = m, choices[i]
            changed += 1
    return changed


@inline
def drawn_lead(scorer: Scorer, walk: Walk, changed: int) -> float:
    """By how much the log weights of the first `changed` movers would grow with what they are to choose."""
    total = 0.0
    for i in range(changed):
        total += walk.log_weight[walk.choices[i]] - walk.log_weight[scorer.chosen[walk.movers[i]]]
    return total


@kernel
def random_walk_step(
    scorer: Scorer,
    walk: Walk,
    words_to_change: int,
    single_root: bool,
    projective: bool,
    temperature: float,
    enough: float,
    state: RandomState,
) -> float:
    """A Metropolis-Hastings step for p ∝ exp(score / temperature); return the gain, 0 if the proposal was rejected.

    α = min[1, exp(((s−s₁)(y') − (s−s₁)(y)) / T)], with the log weights of the walk in place of s₁ / T. A proposal that
    gains `enough` is always accepted: pass inf to sample, less to search. The weights of `walk` must be for this
    temperature; a chain of projective trees must start from one.
    """
    changed = propose(scorer, walk, words_to_change, single_root, state)
    if changed == 0:
        return 0.0
    drawn = drawn_lead(scorer, walk, changed)
    least_gain = min(temperature * (drawn + math.log(1.0 - uniform(state))), enough)
    gain = try_moves(scorer, walk.movers, walk.choices, changed, projective, least_gain)
    return gain if gain >= least_gain else 0.0
