"""The Markov random field that makes words agree: a star for each consensus, solved exactly (section 4).

Each group of words has one consensus, a tag or none. A word earns a reward by its own tag and by the consensus; words
of the training treebank, whose tags are given, earn it too. Lagrange multipliers add to the score of each tag that a
word can have, its *options*.
"""

from typing import NamedTuple

import numba
import numpy as np
from numba import types

from arcwalk.arrays import Booleans, Integers, Numbers, Scores, Starts
from arcwalk.compiled import kernel

EQUAL = 1e-9  # scores that differ less are the same


class Field(NamedTuple):
    """Groups of words with their options; a word is in one group."""

    start: Starts  # (groups + 1,): where the words of each group begin in `word`
    word: Numbers
    option_start: Starts  # (words + 1,)
    tag: Integers  # (options,)
    observed: Scores  # (groups, tags): how many words with a given tag take part
    rewards: Scores  # (tags, tags + 1), see `TagSet.rewards`


FIELD_TYPE = types.NamedTuple(
    [
        numba.int64[::1],
        numba.int64[::1],
        numba.int64[::1],
        numba.int32[::1],
        numba.float64[:, ::1],
        numba.float64[:, ::1],
    ],
    Field,
)


@kernel(numba.float64(FIELD_TYPE, numba.int64, numba.int64, numba.boolean[::1], numba.float64[::1]))
def consensus_score(field: Field, group: int, consensus: int, lifted: Booleans, multipliers: Scores) -> float:
    """The best score of a group whose consensus is given: every word, unless it is lifted, takes its best option."""
    total = 0.0
    for tag in range(field.observed.shape[1]):
        total += field.observed[group, tag] * field.rewards[tag, consensus]
    for i in range(field.start[group], field.start[group + 1]):
        word = field.word[i]
        if not lifted[word]:
            best = -np.inf
            for option in range(field.option_start[word], field.option_start[word + 1]):
                best = max(best, field.rewards[field.tag[option], consensus] + multipliers[option])
            total += best
    return total


@kernel(numba.void(FIELD_TYPE, numba.int64, numba.boolean[::1], numba.boolean[::1]))
def find_sensible(field: Field, group: int, lifted: Booleans, sensible: Booleans) -> None:
    """Which consensuses of a group can be best: those that some word of it can have, and none at all.

    Any other earns what close words earn; with a tag of theirs instead, none of them earns less.
    """
    sensible[:] = False
    sensible[-1] = True
    for tag in range(field.observed.shape[1]):
        sensible[tag] = field.observed[group, tag] > 0
    for i in range(field.start[group], field.start[group + 1]):
        word = field.word[i]
        if not lifted[word]:
            for option in range(field.option_start[word], field.option_start[word + 1]):
                sensible[field.tag[option]] = True


@kernel(
    numba.void(
        FIELD_TYPE,
        numba.int64[::1],
        numba.boolean[::1],
        numba.float64[::1],
        numba.int64[::1],
        numba.int64[::1],
        numba.float64[::1],
        numba.int64[::1],
    )
)
def agree(
    field: Field,
    groups: Numbers,
    lifted: Booleans,
    multipliers: Scores,
    preferred: Numbers,
    consensus: Numbers,
    score: Scores,
    chosen: Numbers,
) -> None:
    """Find the best consensus of some groups, its score, and the option that each of their words chooses with it.

    Where scores are equal, a group stays with the consensus it has and a word chooses its preferred option.
    """
    sensible = np.empty(field.rewards.shape[1], dtype=np.bool_)
    for group in groups:
        find_sensible(field, group, lifted, sensible)
        best = consensus[group]
        highest = consensus_score(field, group, best, lifted, multipliers)
        for label in range(len(sensible)):
            if sensible[label]:
                found = consensus_score(field, group, label, lifted, multipliers)
                if found > highest + EQUAL:
                    best, highest = label, found
        consensus[group], score[group] = best, highest
        for i in range(field.start[group], field.start[group + 1]):
            word = field.word[i]
            option = preferred[word]
            value = field.rewards[field.tag[option], best] + multipliers[option]
            for other in range(field.option_start[word], field.option_start[word + 1]):
                found = field.rewards[field.tag[other], best] + multipliers[other]
                if found > value + EQUAL:
                    option, value = other, found
            chosen[word] = option
