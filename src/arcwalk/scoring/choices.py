"""The choices of each word, a head and a label, and which of them a search considers."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Booleans, Heads, Integers, Labels, Numbers, Scores, Starts
from arcwalk.compiled import inline, kernel


class Choices(NamedTuple):
    """What each word may choose: a head and a label. The choices of word m are `start[m]` to `start[m + 1]`."""

    start: Starts
    head: Heads
    label: Labels
    arc: Integers  # the choice's arc among the candidate arcs of the sentence


class Candidates(NamedTuple):
    """The search space of a sentence, and where the search starts."""

    start: Starts  # candidate arcs
    head: Heads
    choices: Choices  # their labels
    prior: Scores  # the score of each choice besides its features, from its probability under the first-order model
    chosen: Numbers  # (n + 1,): the best tree of the first-order model, as choices; empty if there is no tree


@inline
def near_best(start: Starts, scores: Scores, chosen: Numbers, slack: float) -> Booleans:
    """Which choices score at most `slack` less than the best one of their word; the chosen ones always count."""
    kept = np.empty(len(scores), dtype=np.bool_)
    for m in range(1, len(start) - 1):
        best = -np.inf
        for choice in range(start[m], start[m + 1]):
            best = max(best, scores[choice])
        for choice in range(start[m], start[m + 1]):
            kept[choice] = scores[choice] >= best - slack
        kept[chosen[m]] = True
    return kept


@kernel
def keep_choices(choices: Choices, scores: Scores, chosen: Numbers, kept: Booleans) -> tuple[Choices, Scores, Numbers]:
    """A subset of the choices, their scores, and the same tree among them."""
    new_index = np.cumsum(kept) - 1
    start = np.zeros(len(choices.start), dtype=np.int64)
    for m in range(1, len(start)):
        start[m] = new_index[choices.start[m] - 1] + 1 if choices.start[m] > 0 else 0
    fewer = np.full(len(chosen), -1, dtype=np.int64)
    for m in range(1, len(chosen)):
        fewer[m] = new_index[chosen[m]]
    return Choices(start, choices.head[kept], choices.label[kept], choices.arc[kept]), scores[kept], fewer


@kernel
def likely_candidates(candidates: Candidates, slack: float) -> Candidates:
    """The candidates whose priors are at most `slack` below the best of their word; the chosen ones always stay."""
    kept = near_best(candidates.choices.start, candidates.prior, candidates.chosen, slack)
    choices, prior, chosen = keep_choices(candidates.choices, candidates.prior, candidates.chosen, kept)
    start, head = np.zeros(len(candidates.start), dtype=np.int64), np.empty(len(choices.arc), dtype=np.int32)
    count = 0
    for m in range(1, len(start) - 1):
        start[m], last = count, -1
        for choice in range(choices.start[m], choices.start[m + 1]):
            if choices.arc[choice] != last:
                last, head[count] = np.int64(choices.arc[choice]), choices.head[choice]
                count += 1
            choices.arc[choice] = count - 1
    start[len(start) - 1] = count
    return Candidates(start, head[:count].copy(), choices, prior, chosen)


@kernel
def gold_choices(choices: Choices, gold: Heads, gold_labels: Labels, label_cost: float) -> tuple[Numbers, Scores]:
    """The gold choice of every word, and the cost of each: 1 for a wrong head plus `label_cost` for a wrong label."""
    right = np.full(len(gold), -1, dtype=np.int64)
    errors = np.zeros(len(choices.head), dtype=np.float64)
    for m in range(1, len(gold)):
        for choice in range(choices.start[m], choices.start[m + 1]):
            if choices.head[choice] != gold[m]:
                errors[choice] += 1.0
            if choices.label[choice] != gold_labels[m]:
                errors[choice] += label_cost
            if choices.head[choice] == gold[m] and choices.label[choice] == gold_labels[m]:
                right[m] = choice
    return right, errors
