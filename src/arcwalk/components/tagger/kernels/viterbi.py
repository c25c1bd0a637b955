"""The best tag sequence and the marginals of tags in a second-order lattice, both exact.

A `Lattice` holds the candidate tags of each word, the score of each candidate, and of each with the two before it. Time
and memory are linear in the number of such triples.
"""

import math
from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Integers, Scores, Starts
from arcwalk.compiled import inline, kernel
from arcwalk.trees.log_sum import log_sum_exp


class Lattice(NamedTuple):
    """Candidates of words 1..n and their scores; position 0 has a single candidate, the start of the sentence.

    The candidates of word m are `tags[start[m]:start[m + 1]]`. With `width(m)` of them (and one before position 0), the
    candidates a, b and c of words m - 2, m - 1 and m have the joint score
    `joint[joint_start[m] + (a * width(m - 1) + b) * width(m) + c]`.
    """

    start: Starts  # (n + 2,)
    tags: Integers  # (candidates,), -1 at position 0
    scores: Scores  # (candidates,)
    joint_start: Starts  # (n + 2,)
    joint: Scores  # (triples,)


@inline
def width(start: Starts, m: int) -> int:
    """The number of candidates at position m; 1 before the start."""
    return start[m + 1] - start[m] if m >= 0 else 1


@inline
def pair_starts(start: Starts) -> Starts:
    """Where the pairs of candidates of words m - 1 and m begin in an array of all pairs."""
    n = len(start) - 2
    pairs = np.zeros(n + 2, dtype=np.int64)
    for m in range(n + 1):
        pairs[m + 1] = pairs[m] + width(start, m - 1) * width(start, m)
    return pairs


@inline
def triple_starts(start: Starts) -> Starts:
    """The `joint_start` of a lattice with these candidates; position 0 has no triples."""
    n = len(start) - 2
    triples = np.zeros(n + 2, dtype=np.int64)
    for m in range(1, n + 1):
        triples[m + 1] = triples[m] + width(start, m - 2) * width(start, m - 1) * width(start, m)
    return triples


@kernel
def viterbi(lattice: Lattice, best: Starts) -> float:
    """The score of the best sequence; `best[m]` becomes the index of word m's candidate in `scores`.

    Ties go to the sequence with earlier candidates at the end of the sentence.
    """
    start, _, scores, joint_start, joint = lattice
    n = len(start) - 2
    pairs = pair_starts(start)
    total = np.zeros(pairs[n + 1], dtype=np.float64)  # of the best path to each pair
    before = np.zeros(pairs[n + 1], dtype=np.int32)  # the candidate two words back on that path
    for m in range(1, n + 1):
        second, first, here = width(start, m - 2), width(start, m - 1), width(start, m)
        for b in range(first):
            for c in range(here):
                highest, origin = -np.inf, 0
                for a in range(second):
                    score = total[pairs[m - 1] + a * first + b] + joint[joint_start[m] + (a * first + b) * here + c]
                    if score > highest:
                        highest, origin = score, a
                total[pairs[m] + b * here + c] = highest + scores[start[m] + c]
                before[pairs[m] + b * here + c] = origin
    last = 0
    for pair in range(pairs[n + 1] - pairs[n]):
        if total[pairs[n] + pair] > total[pairs[n] + last]:
            last = pair
    b, c = last // width(start, n), last % width(start, n)
    for m in range(n, 0, -1):
        best[m] = start[m] + c
        b, c = before[pairs[m] + b * width(start, m) + c], b
    best[0] = 0
    return total[pairs[n] + last]


@kernel
def marginals(lattice: Lattice, temperature: float, probabilities: Scores) -> None:
    """The marginal of each candidate if p(sequence) ∝ exp(score / temperature), by forward-backward."""
    start, _, scores, joint_start, joint = lattice
    n = len(start) - 2
    pairs = pair_starts(start)
    forward = np.zeros(pairs[n + 1], dtype=np.float64)
    backward = np.zeros(pairs[n + 1], dtype=np.float64)
    most = 1
    for m in range(n + 1):
        most = max(most, width(start, m), pairs[m + 1] - pairs[m])
    terms = np.empty(most, dtype=np.float64)
    for m in range(1, n + 1):
        second, first, here = width(start, m - 2), width(start, m - 1), width(start, m)
        for b in range(first):
            for c in range(here):
                for a in range(second):
                    step = joint[joint_start[m] + (a * first + b) * here + c] / temperature
                    terms[a] = forward[pairs[m - 1] + a * first + b] + step
                forward[pairs[m] + b * here + c] = log_sum_exp(terms, second) + scores[start[m] + c] / temperature
    for m in range(n, 1, -1):
        second, first, here = width(start, m - 2), width(start, m - 1), width(start, m)
        for a in range(second):
            for b in range(first):
                for c in range(here):
                    step = (joint[joint_start[m] + (a * first + b) * here + c] + scores[start[m] + c]) / temperature
                    terms[c] = backward[pairs[m] + b * here + c] + step
                backward[pairs[m - 1] + a * first + b] = log_sum_exp(terms, here)
    probabilities[0] = 1.0
    for m in range(1, n + 1):
        first, here = width(start, m - 1), width(start, m)
        for pair in range(first * here):
            terms[pair] = forward[pairs[m] + pair] + backward[pairs[m] + pair]
        total = log_sum_exp(terms, first * here)
        for c in range(here):
            probability = 0.0
            for b in range(first):
                probability += math.exp(terms[b * here + c] - total)
            probabilities[start[m] + c] = probability
