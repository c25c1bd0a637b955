"""What each word may choose among, a head and a label, and which of it a search looks at."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Booleans, Heads, Integers, Labels, Numbers, Scores, Starts
from arcwalk.compiled import kernel


class Choices(NamedTuple):
    """What each word may choose among: a head and a label. Those of word m stand from `start[m]` to `start[m + 1]`.

    `arc` is the place of their arc among the candidate arcs of the sentence.
    """

    start: Starts
    head: Heads
    label: Labels
    arc: Integers


class Candidates(NamedTuple):
    """What a search may choose from, and where it starts."""

    start: Starts  # candidate arcs
    head: Heads
    choices: Choices  # their labels
    prior: Scores  # of each choice: what it is worth besides its features, by the belief of the first-order model
    chosen: Numbers  # (n + 1,): the choices of the first-order model's best tree; empty if there is no tree


@kernel
def within_reach(start: Starts, scores: Scores, chosen: Numbers, reach: float) -> Booleans:
    """Which choices score little enough less than the best one of their word; what is chosen always does."""
    kept = np.empty(len(scores), dtype=np.bool_)
    for m in range(1, len(start) - 1):
        best = -np.inf
        for choice in range(start[m], start[m + 1]):
            best = max(best, scores[choice])
        for choice in range(start[m], start[m + 1]):
            kept[choice] = scores[choice] >= best - reach
        kept[chosen[m]] = True
    return kept


@kernel
def keep_choices(choices: Choices, scores: Scores, chosen: Numbers, kept: Booleans) -> tuple[Choices, Scores, Numbers]:
    """Only some of the choices, their scores, and the same tree among them."""
    place = np.cumsum(kept) - 1
    start = np.zeros(len(choices.start), dtype=np.int64)
    for m in range(1, len(start)):
        start[m] = place[choices.start[m] - 1] + 1 if choices.start[m] > 0 else 0
    fewer = np.full(len(chosen), -1, dtype=np.int64)
    for m in range(1, len(chosen)):
        fewer[m] = place[chosen[m]]
    return Choices(start, choices.head[kept], choices.label[kept], choices.arc[kept]), scores[kept], fewer


@kernel
def gold_choices(choices: Choices, gold: Heads, gold_labels: Labels, label_cost: float) -> tuple[Numbers, Scores]:
    """The right choice of every word, and what each choice costs: 1 for a wrong head, less for a wrong label."""
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
