"""Expected error over lists of candidates, and how it changes with the weights (D. Smith and Eisner, 2006)."""

import math
from typing import NamedTuple

import numba
import numpy as np
from numba import types

from arcwalk.arrays import Numbers, Scores, Starts
from arcwalk.compiled import kernel


class Lists(NamedTuple):
    """Lists of candidates; a candidate is the sum of its parts, and candidates share parts.

    A part has values of its own, one for each of the first weights, and names further weights by their index.
    """

    start: Starts  # (lists + 1,): the candidates of each list
    candidate: Starts  # (candidates + 1,): the parts of each candidate
    part: Numbers  # parts by number
    values: Scores  # (parts, dense weights)
    indices: Numbers  # (parts, sparse weights): into all weights
    errors: Scores  # (candidates,)


LISTS_TYPE = types.NamedTuple(
    [
        numba.int64[::1],
        numba.int64[::1],
        numba.int64[::1],
        numba.float64[:, ::1],
        numba.int64[:, ::1],
        numba.float64[::1],
    ],
    Lists,
)


@kernel(numba.float64[::1](LISTS_TYPE, numba.float64[::1]))
def candidate_scores(lists: Lists, weights: Scores) -> Scores:
    """θ·f of every candidate."""
    of_part = np.zeros(len(lists.values), dtype=np.float64)
    for part in range(len(of_part)):
        for i in range(lists.values.shape[1]):
            of_part[part] += weights[i] * lists.values[part, i]
        for i in range(lists.indices.shape[1]):
            of_part[part] += weights[lists.indices[part, i]]
    scores = np.zeros(len(lists.errors), dtype=np.float64)
    for candidate in range(len(scores)):
        for place in range(lists.candidate[candidate], lists.candidate[candidate + 1]):
            scores[candidate] += of_part[lists.part[place]]
    return scores


@kernel(types.Tuple((numba.float64, numba.float64[::1]))(LISTS_TYPE, numba.float64[::1], numba.float64))
def expected_error(lists: Lists, weights: Scores, sharpness: float) -> tuple[float, Scores]:
    """Σ p(y) error(y) over all lists, with p ∝ exp(γ θ·f), and its gradient with respect to θ."""
    scores = candidate_scores(lists, weights)
    of_part = np.zeros(len(lists.values), dtype=np.float64)  # the gradient with respect to the score of a part
    risk = 0.0
    for i in range(len(lists.start) - 1):
        first, last = lists.start[i], lists.start[i + 1]
        if first == last:
            continue
        best = scores[first:last].max()
        total = mean = 0.0
        for y in range(first, last):
            scores[y] = math.exp(sharpness * (scores[y] - best))
            total += scores[y]
            mean += scores[y] * lists.errors[y]
        mean /= total
        risk += mean
        for y in range(first, last):
            change = sharpness * scores[y] / total * (lists.errors[y] - mean)
            if change != 0.0:
                for place in range(lists.candidate[y], lists.candidate[y + 1]):
                    of_part[lists.part[place]] += change
    gradient = np.zeros(len(weights), dtype=np.float64)
    for part in range(len(of_part)):
        if of_part[part] != 0.0:
            for i in range(lists.values.shape[1]):
                gradient[i] += of_part[part] * lists.values[part, i]
            for i in range(lists.indices.shape[1]):
                gradient[lists.indices[part, i]] += of_part[part]
    return risk, gradient
