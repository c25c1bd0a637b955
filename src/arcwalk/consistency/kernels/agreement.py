"""The Markov random field that makes words agree: a star for each consensus, solved exactly (section 4).

Each group of words has one consensus, a tag or none. A word earns a reward by its own tag and by the consensus; words
of the training treebank, whose tags are given, earn it too. Lagrange multipliers add to the score of each tag that a
word can have, its *options*. The score of each consensus is kept up to date as multipliers change.
"""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Integers, Numbers, Scores, ScoreTable, Starts
from arcwalk.compiled import kernel

EQUAL = 1e-9  # scores that differ less are the same


class Field(NamedTuple):
    """Groups of words with their options. A word that is in several groups is one word in each of them."""

    start: Starts  # (groups + 1,): where the words of each group begin in `word`
    word: Numbers
    option_start: Starts  # (words + 1,)
    tag: Integers  # (options,)
    label_start: Starts  # (groups + 1,): where the consensuses of each group begin that can be best
    label: Integers  # those that one of its words can have, and none at all
    rewards: ScoreTable  # (tags, tags + 1), see `arcwalk.consistency.rewards`


@kernel
def count_in(field: Field, word: int, group: int, sign: float, multipliers: Scores, scores: Scores) -> None:
    """Add what a word earns with its best option to the score of each consensus of its group, or take it away."""
    for place in range(field.label_start[group], field.label_start[group + 1]):
        best = -np.inf
        for option in range(field.option_start[word], field.option_start[word + 1]):
            best = max(best, field.rewards[field.tag[option], field.label[place]] + multipliers[option])
        scores[place] += sign * best


@kernel
def count_all(field: Field, groups: Numbers, multipliers: Scores, scores: Scores) -> None:
    """Add what all words earn, which are in these groups."""
    for word in range(len(groups)):
        count_in(field, word, groups[word], 1.0, multipliers, scores)


@kernel
def move(
    field: Field,
    words: Numbers,
    groups: Numbers,
    down: Numbers,
    up: Numbers,
    steps: Scores,
    multipliers: Scores,
    scores: Scores,
) -> None:
    """Move the multipliers of two options of some words, which are in these groups."""
    for i in range(len(words)):
        count_in(field, words[i], groups[i], -1.0, multipliers, scores)
        multipliers[down[i]] -= steps[i]
        multipliers[up[i]] += steps[i]
        count_in(field, words[i], groups[i], 1.0, multipliers, scores)


@kernel
def agree(
    field: Field,
    groups: Numbers,
    multipliers: Scores,
    scores: Scores,
    preferred: Numbers,
    consensus: Numbers,
    best_scores: Scores,
    chosen: Numbers,
) -> None:
    """Find the best consensus of some groups, its score, and the option that each of their words chooses with it.

    Where scores are equal, a group stays with the consensus it has, and a word chooses its preferred option.
    """
    for group in groups:
        best, highest, current = np.int64(-1), -np.inf, -np.inf
        for place in range(field.label_start[group], field.label_start[group + 1]):
            if field.label[place] == consensus[group]:
                current = scores[place]
            if scores[place] > highest:
                best, highest = np.int64(field.label[place]), scores[place]
        if current >= highest - EQUAL:
            best = consensus[group]
        consensus[group], best_scores[group] = best, highest
        for i in range(field.start[group], field.start[group + 1]):
            word = field.word[i]
            option = preferred[word]
            value = field.rewards[field.tag[option], best] + multipliers[option]
            for other in range(field.option_start[word], field.option_start[word + 1]):
                found = field.rewards[field.tag[other], best] + multipliers[other]
                if found > value + EQUAL:
                    option, value = other, found
            chosen[word] = option
