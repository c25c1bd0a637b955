"""Projective marginals: how likely each arc is, over all projective trees weighted by exp(score).

The inside pass is Eisner's chart with sums instead of maxima, in logarithms. The outside pass is its
derivative (Eisner, 2016, "Inside-outside and forward-backward algorithms are just backprop"): the
probability of a span is shared among the ways to build it. That needs no second set of recursions and no
logarithms.
"""

import math

import numpy as np

from arcwalk.compiled import kernel
from arcwalk.trees.candidates import Heads, Scores, Starts, dense_scores


@kernel("float64(float64[:], float64[:])")
def _log_sum(first: Scores, second: Scores) -> float:
    """log Σ exp(first + second)."""
    largest = -np.inf
    for k in range(first.size):
        largest = max(largest, first[k] + second[k])
    if largest == -np.inf:
        return largest
    total = 0.0
    for k in range(first.size):
        total += math.exp(first[k] + second[k] - largest)
    return largest + math.log(total)


@kernel("void(float64[:], float64[:], float64, float64, float64[:], float64[:])")
def _share(
    first: Scores, second: Scores, log_sum: float, probability: float, first_out: Scores, second_out: Scores
) -> None:
    """Share the probability of a span among the pairs of parts that `log_sum` was summed over."""
    if probability > 0.0:
        for k in range(first.size):
            part = probability * math.exp(first[k] + second[k] - log_sum)
            first_out[k] += part
            second_out[k] += part


@kernel("float64(int64[::1], int32[::1], float64[::1], boolean, float64[::1])")
def projective_marginals(
    start: Starts, head: Heads, scores: Scores, single_root: bool, marginals_out: Scores
) -> float:
    """Write the probability of each candidate arc; return the log of the sum over all projective trees.

    Exactly one word hangs from the root if `single_root`, else at least one. Where the candidates admit no
    such tree the sum's logarithm is -inf and all marginals are 0.
    """
    n = start.size - 2
    arcs = dense_scores(start, head, scores)
    facing = np.full((n + 1, n + 1), -np.inf)  # [i, j]: two complete spans under an arc of i and j
    incomplete = np.full((n + 1, n + 1), -np.inf)  # [head, modifier]
    complete = np.full((n + 1, n + 1), -np.inf)  # [head, other end]
    for i in range(n + 1):
        complete[i, i] = 0.0
    first = 1 if single_root else 0
    for width in range(1, n + 1):
        for i in range(first, n + 1 - width):
            j = i + width
            facing[i, j] = _log_sum(complete[i, i:j], complete[j, i + 1 : j + 1])
            incomplete[i, j] = facing[i, j] + arcs[j, i]
            incomplete[j, i] = facing[i, j] + arcs[i, j]
            complete[i, j] = _log_sum(incomplete[i, i + 1 : j + 1], complete[i + 1 : j + 1, j])
            complete[j, i] = _log_sum(incomplete[j, i:j], complete[i:j, i])
    if single_root:
        incomplete[0, 1:] = arcs[1:, 0] + complete[1:, 1]
        complete[0, n] = _log_sum(incomplete[0, 1:], complete[1:, n])
    log_partition: float = complete[0, n]

    marginals_out[:] = 0.0
    if log_partition == -np.inf:
        return log_partition
    of_incomplete = np.zeros((n + 1, n + 1))
    of_complete = np.zeros((n + 1, n + 1))
    if single_root:
        _share(
            incomplete[0, 1:], complete[1:, n], log_partition, 1.0, of_incomplete[0, 1:], of_complete[1:, n]
        )
        of_complete[1:, 1] += of_incomplete[0, 1:]
    else:
        of_complete[0, n] = 1.0
    for width in range(n, 0, -1):
        for i in range(first, n + 1 - width):
            j = i + width
            _share(
                incomplete[i, i + 1 : j + 1],
                complete[i + 1 : j + 1, j],
                complete[i, j],
                of_complete[i, j],
                of_incomplete[i, i + 1 : j + 1],
                of_complete[i + 1 : j + 1, j],
            )
            _share(
                incomplete[j, i:j],
                complete[i:j, i],
                complete[j, i],
                of_complete[j, i],
                of_incomplete[j, i:j],
                of_complete[i:j, i],
            )
            _share(
                complete[i, i:j],
                complete[j, i + 1 : j + 1],
                facing[i, j],
                of_incomplete[i, j] + of_incomplete[j, i],
                of_complete[i, i:j],
                of_complete[j, i + 1 : j + 1],
            )
    for m in range(1, n + 1):
        for arc in range(start[m], start[m + 1]):
            marginals_out[arc] = of_incomplete[head[arc], m]
    return log_partition
