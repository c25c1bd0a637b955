"""The Markov random field of consistency constraints: one star per constraint, solved exactly (section 4).

A constraint has a consensus node, whose value is a tag or NULL, connected to word nodes. An edge scores a reward that
depends on the word's tag and the consensus; observed words of the training data, whose tags are fixed, score too.
Lagrange multipliers add to the score of each *state* of a word node: a tag that the word can have. The score of every
value of every consensus node is kept up to date as multipliers change.
"""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Integers, Numbers, Scores, ScoreTable, Starts
from arcwalk.compiled import inline, kernel

EQUAL = 1e-9  # scores that differ by less are ties


class ConsensusMrf(NamedTuple):
    """Constraints and word nodes. A word with several constraints has a node for each."""

    start: Starts  # (constraints + 1,): where the nodes of each constraint begin in `node`
    node: Numbers
    state_start: Starts  # (nodes + 1,)
    tag: Integers  # (states,)
    value_start: Starts  # (constraints + 1,): where the values of each consensus node begin
    value: Integers  # tags that a connected word can have, and NULL (the number of tags); no other can be best
    rewards: ScoreTable  # (tags, tags + 1), see `arcwalk.consistency.joint_problem.rewards_of`
    weight: Scores  # (constraints,): factors of the rewards


@kernel
def add_node(mrf: ConsensusMrf, node: int, constraint: int, sign: float, multipliers: Scores, scores: Scores) -> None:
    """Add the score of a node's best state to each value of its consensus node; subtract it if `sign` is -1."""
    weight = mrf.weight[constraint]
    for i in range(mrf.value_start[constraint], mrf.value_start[constraint + 1]):
        best = -np.inf
        for state in range(mrf.state_start[node], mrf.state_start[node + 1]):
            best = max(best, weight * mrf.rewards[mrf.tag[state], mrf.value[i]] + multipliers[state])
        scores[i] += sign * best


@inline
def add_nodes(mrf: ConsensusMrf, constraints: Numbers, multipliers: Scores, scores: Scores) -> None:
    """Add the scores of all nodes; `constraints` are theirs."""
    for node in range(len(constraints)):
        add_node(mrf, node, constraints[node], 1.0, multipliers, scores)


@inline
def move_multipliers(
    mrf: ConsensusMrf,
    nodes: Numbers,
    constraints: Numbers,
    down: Numbers,
    up: Numbers,
    steps: Scores,
    multipliers: Scores,
    scores: Scores,
) -> None:
    """Subgradient step: lower the multiplier of one state of each node and raise that of another."""
    for i in range(len(nodes)):
        add_node(mrf, nodes[i], constraints[i], -1.0, multipliers, scores)
        multipliers[down[i]] -= steps[i]
        multipliers[up[i]] += steps[i]
        add_node(mrf, nodes[i], constraints[i], 1.0, multipliers, scores)


@kernel
def solve(
    mrf: ConsensusMrf,
    constraints: Numbers,
    multipliers: Scores,
    scores: Scores,
    preferred: Numbers,
    consensus: Numbers,
    best_scores: Scores,
    states: Numbers,
) -> None:
    """Find the best value of some consensus nodes, its score, and the best state of each word node.

    Ties: a consensus node keeps its value, and a word node takes its preferred state.
    """
    for constraint in constraints:
        best, highest, current = np.int64(-1), -np.inf, -np.inf
        weight = mrf.weight[constraint]
        for i in range(mrf.value_start[constraint], mrf.value_start[constraint + 1]):
            if mrf.value[i] == consensus[constraint]:
                current = scores[i]
            if scores[i] > highest:
                best, highest = np.int64(mrf.value[i]), scores[i]
        if current >= highest - EQUAL:
            best = consensus[constraint]
        consensus[constraint], best_scores[constraint] = best, highest
        for i in range(mrf.start[constraint], mrf.start[constraint + 1]):
            node = mrf.node[i]
            state = preferred[node]
            value = weight * mrf.rewards[mrf.tag[state], best] + multipliers[state]
            for other in range(mrf.state_start[node], mrf.state_start[node + 1]):
                candidate = weight * mrf.rewards[mrf.tag[other], best] + multipliers[other]
                if candidate > value + EQUAL:
                    state, value = other, candidate
            states[node] = state
