"""Moves from one tree to another: one word moves, a new root and the old root swap, or several words choose.

If only one word may attach to the root, no single word can become the root. So a word that chooses the root takes the
place of the old one, which chooses among the words now below the new root.
"""

import numpy as np

from arcwalk.arrays import Heads, Labels, Numbers, NumberTable, Scores
from arcwalk.compiled import inline, kernel
from arcwalk.scoring.affected_units import (
    any_stale,
    keep_scores,
    known_score,
    release,
    score_some,
    score_touched,
    touch,
)
from arcwalk.scoring.linked_tree import NEAREST, RIGHT, LinkedTree, attach, detach, has_gap, is_below, link, unlink
from arcwalk.scoring.scorer import Scorer
from arcwalk.scoring.tree_parts import KINDS, YIELD
from arcwalk.scoring.unit_scores import GENERATION, LAST_TOUCHED, TOUCHED, score_units

LEAST_GAIN = 1e-6  # smaller gains are rounding errors


@kernel
def start_from(scorer: Scorer, chosen: Numbers) -> float:
    """Make the tree of the given choices the current one; return its score."""
    n = len(chosen) - 1
    unlink(scorer.tree)
    scorer.chosen[:] = chosen
    heads, labels = np.full(n + 1, -1, dtype=np.int32), np.full(n + 1, -1, dtype=np.int32)
    total = 0.0
    for m in range(1, n + 1):
        heads[m], labels[m] = scorer.head[chosen[m]], scorer.label[chosen[m]]
        total += scorer.choice_score[chosen[m]]
    link(scorer.tree, heads, labels)
    units = np.arange(len(scorer.unit_score)).astype(np.int32)
    score_some(scorer, units, len(units), scorer.unit_score)
    scorer.unit_stamp[:] = scorer.counters[GENERATION]
    for unit in units:
        total += scorer.unit_score[unit]
    return total


@inline
def move(
    tree: LinkedTree, head: Heads, label: Labels, chosen: Numbers, m: int, choice: int, root: int, root_choice: int
) -> None:
    """Move word m and, unless `root_choice` is -1, the old root too."""
    detach(tree, m)
    chosen[m] = choice
    if root_choice >= 0:
        detach(tree, root)
        chosen[root] = root_choice
        if head[root_choice] == 0:
            attach(tree, root, 0, label[root_choice])
            attach(tree, m, head[choice], label[choice])
        else:
            attach(tree, m, head[choice], label[choice])
            attach(tree, root, head[root_choice], label[root_choice])
    else:
        attach(tree, m, head[choice], label[choice])


@inline
def move_several(
    tree: LinkedTree, head: Heads, label: Labels, chosen: Numbers, movers: Numbers, choices: Numbers, count: int
) -> None:
    """Move the first `count` movers to their choices, which must give a tree; `choices` then holds the old ones.

    So a second call undoes the first. All are detached before any is attached, so that no cycle arises on the way.
    """
    for i in range(count):
        detach(tree, movers[i])
    for i in range(count):
        m, choice = movers[i], choices[i]
        attach(tree, m, head[choice], label[choice])
        choices[i], chosen[m] = chosen[m], choice


@inline
def root_word(scorer: Scorer) -> int:
    """The first word attached to the root."""
    return np.int64(scorer.tree[0, NEAREST + RIGHT])


@kernel
def try_move(scorer: Scorer, m: int, choice: int, root: int, root_choice: int, projective: bool, commit: bool) -> float:
    """The gain in score by a move; -inf if the tree should be projective and would not be.

    The move is undone unless `commit`.
    """
    # The innermost loop of all searches. Passing the scorer on would count references to all of its arrays, so it is
    # unpacked once, and `score_touched` and its like are written out.
    (
        sentence,
        groups,
        convention,
        user,
        words,
        labels,
        weights,
        _,
        head,
        label,
        choice_score,
        tree,
        chosen,
        unit_score,
        unit_stamp,
        marks,
        touched,
        touched_score,
        memo,
        memo_scores,
        counters,
        parts,
        indices,
    ) = scorer
    generation = counters[GENERATION]
    old = chosen[m]
    old_root_choice = chosen[root] if root_choice >= 0 else -1
    touch(m, head[choice], tree, marks, touched, counters)
    gain = choice_score[choice] - choice_score[old]
    if root_choice >= 0:
        touch(root, head[root_choice], tree, marks, touched, counters)
        gain += choice_score[root_choice] - choice_score[old_root_choice]
    count = counters[TOUCHED]
    stale = False
    for i in range(count):
        stale = stale or unit_stamp[touched[i]] != generation
    for turn in range(2):
        if turn == 0 and not stale:
            continue
        if turn == 1:
            for i in range(count):
                gain -= unit_score[touched[i]]
            move(tree, head, label, chosen, m, choice, root, root_choice)
            if projective:
                for i in range(count):
                    unit = touched[i]
                    if unit % KINDS == YIELD and has_gap(tree, unit // KINDS):
                        gain = -np.inf
                        break
            if gain == -np.inf:
                break
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
            memo_scores,
            counters,
            parts,
            indices,
            touched_score,
        )
        if turn == 0:
            for i in range(count):
                unit_score[touched[i]] = touched_score[i]
                unit_stamp[touched[i]] = generation
        else:
            for i in range(count):
                gain += touched_score[i]
                if commit:
                    unit_score[touched[i]] = touched_score[i]
    if not commit:
        move(tree, head, label, chosen, m, old, root, old_root_choice)
    for i in range(count):
        marks[touched[i]] = 0
    counters[TOUCHED], counters[LAST_TOUCHED] = 0, count
    return gain


@kernel
def try_moves(
    scorer: Scorer, movers: Numbers, choices: Numbers, count: int, projective: bool, least_gain: float
) -> float:
    """The gain in score if the first `count` movers make other choices, all at once; these must give a tree.

    It is -inf if the tree should be projective and is not. The moves are undone unless they gain at least `least_gain`;
    if they stay, `choices` holds what the movers had chosen before.
    """
    head, tree, chosen, counters, touched = scorer.head, scorer.tree, scorer.chosen, scorer.counters, scorer.touched
    gain = 0.0
    for i in range(count):
        touch(movers[i], head[choices[i]], tree, scorer.marks, touched, counters)
        gain += scorer.choice_score[choices[i]] - scorer.choice_score[chosen[movers[i]]]
    if any_stale(touched, scorer.unit_stamp, counters):
        score_touched(scorer, False)
        keep_scores(touched, scorer.touched_score, scorer.unit_score, scorer.unit_stamp, counters)
    gain -= known_score(touched, scorer.unit_score, counters)
    move_several(tree, head, scorer.label, chosen, movers, choices, count)
    gain += score_touched(scorer, projective)
    if gain >= least_gain and gain > -np.inf:
        keep_scores(touched, scorer.touched_score, scorer.unit_score, scorer.unit_stamp, counters)
    else:
        move_several(tree, head, scorer.label, chosen, movers, choices, count)
    release(touched, scorer.marks, counters)
    return gain


@kernel
def score_moves(scorer: Scorer, m: int, single_root: bool, projective: bool, moves: NumberTable, gains: Scores) -> int:
    """All moves of word m that give a tree, as (choice, choice of the old root or -1), and their gains; their number.

    Staying is one of them, with a gain of 0.
    """
    start, head, tree = scorer.start, scorer.head, scorer.tree
    root = root_word(scorer) if single_root else np.int64(0)
    count = 0
    for choice in range(start[m], start[m + 1]):
        h = np.int64(head[choice])
        if choice == scorer.chosen[m]:
            moves[count, 0], moves[count, 1], gains[count] = choice, -1, 0.0
            count += 1
        elif single_root and h == 0 and m != root:
            for other in range(start[root], start[root + 1]):
                under = np.int64(head[other])
                if under > 0 and is_below(tree, under, m):
                    gain = try_move(scorer, m, choice, root, other, projective, False)
                    if gain > -np.inf:
                        moves[count, 0], moves[count, 1], gains[count] = choice, other, gain
                        count += 1
        elif not (single_root and m == root and h != 0) and not is_below(tree, h, m):
            gain = try_move(scorer, m, choice, 0, -1, projective, False)
            if gain > -np.inf:
                moves[count, 0], moves[count, 1], gains[count] = choice, -1, gain
                count += 1
    return count


@inline
def most_moves(scorer: Scorer) -> int:
    """An upper bound on the number of moves of one word."""
    widest = 0
    start = scorer.start
    for m in range(1, len(start) - 1):
        widest = max(widest, start[m + 1] - start[m])
    return widest * (widest + 1)
