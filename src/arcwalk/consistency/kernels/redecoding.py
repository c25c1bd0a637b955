"""Which sentences have to be decoded again: those whose multipliers could change what they choose alone."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Booleans, Numbers, Scores, Starts
from arcwalk.compiled import kernel

TINY = 1e-9


class Choices(NamedTuple):
    """The choices of all sentences in one row, and the members of groups among their words."""

    start: Starts  # (sentences + 1,): where the choices of each sentence begin
    word: Numbers  # (choices,): the word that has each choice, numbered through all sentences
    alone: Numbers  # (words,): the choice of each word if sentences are decoded alone, or -1
    member_start: Starts  # (sentences + 1,): where the members of each sentence begin
    option_start: Starts  # (members + 1,): where those of each member begin in the two arrays below
    choice: Numbers  # the choices of members
    option: Numbers  # and the options that they stand for


@kernel
def could_change(choices: Choices, sentence: int, losses: Scores, adjustments: Scores, gained: Scores) -> bool:
    """Whether another solution of a sentence could be better than the one it chooses alone.

    A solution that differs from that one loses at least the largest loss among its choices, and gains at most what
    all choices with no larger losses gain, one a word. If that is never enough, nothing can change. `gained`,
    (words,), is room that is zero before and after.
    """
    first, last = choices.start[sentence], choices.start[sentence + 1]
    gains = np.empty(last - first, dtype=np.float64)
    for i in range(last - first):
        alone = choices.alone[choices.word[first + i]]
        gains[i] = adjustments[first + i] - adjustments[alone] if alone >= 0 else 0.0
    places = np.flatnonzero(gains > TINY)
    order = places[np.argsort(losses[first:last][places])]
    total, found = 0.0, False
    for i in order:
        word = choices.word[first + i]
        if gains[i] > gained[word]:
            total += gains[i] - gained[word]
            gained[word] = gains[i]
        if total >= losses[first + i] - TINY:
            found = True
            break
    for i in order:
        gained[choices.word[first + i]] = 0.0
    return found


@kernel
def adjust(
    choices: Choices, sentences: Numbers, multipliers: Scores, losses: Scores, adjustments: Scores, open_out: Booleans
) -> None:
    """Write what multipliers add to the scores of the choices of some sentences, and which of these could change."""
    gained = np.zeros(len(choices.alone), dtype=np.float64)
    for i in range(len(sentences)):
        sentence = sentences[i]
        adjustments[choices.start[sentence] : choices.start[sentence + 1]] = 0.0
        first, last = choices.member_start[sentence], choices.member_start[sentence + 1]
        for place in range(choices.option_start[first], choices.option_start[last]):
            adjustments[choices.choice[place]] -= multipliers[choices.option[place]]
        open_out[i] = could_change(choices, sentence, losses, adjustments, gained)
