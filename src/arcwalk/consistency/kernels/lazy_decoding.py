"""Lazy decoding (section 9): which sentences must be decoded again, because multipliers could change their solution."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Booleans, Numbers, Scores, Starts
from arcwalk.compiled import inline, kernel

TINY = 1e-9


class CorpusChoices(NamedTuple):
    """The choices of all sentences, concatenated, and the word nodes that they concern."""

    start: Starts  # (sentences + 1,): where the choices of each sentence begin
    word: Numbers  # (choices,): the word of each choice, numbered throughout the corpus
    independent: Numbers  # (words,): the choice of each word in independent decoding, or -1
    node_start: Starts  # (sentences + 1,): where the word nodes of each sentence begin
    choice_start: Starts  # (nodes + 1,): where the entries of each node begin in the two arrays below
    choice: Numbers  # a choice of the node's word
    state: Numbers  # the state of the node that this choice means


@inline
def can_change(choices: CorpusChoices, sentence: int, gaps: Scores, adjustments: Scores, gained: Scores) -> bool:
    """Whether adjustments could make another solution of a sentence better than its independent one.

    A different solution loses at least the largest gap among its choices, and gains at most the sum, over words, of
    the best gain among choices with no larger gap. If this is never enough, the solution stands. `gained`, (words,),
    is scratch memory that is zero before and after.
    """
    first, last = choices.start[sentence], choices.start[sentence + 1]
    gains = np.empty(last - first, dtype=np.float64)
    for i in range(last - first):
        independent = choices.independent[choices.word[first + i]]
        gains[i] = adjustments[first + i] - adjustments[independent] if independent >= 0 else 0.0
    positive = np.flatnonzero(gains > TINY)
    order = positive[np.argsort(gaps[first:last][positive])]
    total, possible = 0.0, False
    for i in order:
        word = choices.word[first + i]
        if gains[i] > gained[word]:
            total += gains[i] - gained[word]
            gained[word] = gains[i]
        if total >= gaps[first + i] - TINY:
            possible = True
            break
    for i in order:
        gained[choices.word[first + i]] = 0.0
    return possible


@kernel
def adjust(
    choices: CorpusChoices,
    sentences: Numbers,
    multipliers: Scores,
    gaps: Scores,
    adjustments: Scores,
    changing: Booleans,
) -> None:
    """Sum the multipliers of each choice of some sentences, and say which sentences they could change."""
    gained = np.zeros(len(choices.independent), dtype=np.float64)
    for i in range(len(sentences)):
        sentence = sentences[i]
        adjustments[choices.start[sentence] : choices.start[sentence + 1]] = 0.0
        first, last = choices.node_start[sentence], choices.node_start[sentence + 1]
        for entry in range(choices.choice_start[first], choices.choice_start[last]):
            adjustments[choices.choice[entry]] -= multipliers[choices.state[entry]]
        changing[i] = can_change(choices, sentence, gaps, adjustments, gained)
