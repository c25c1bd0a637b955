"""Projective marginals: the probability of each arc over all projective trees, weighted by exp(score).

The inside pass is Eisner's chart with sums instead of maxima, in log space. The outside pass is its derivative (Eisner,
2016, "Inside-outside and forward-backward algorithms are just backprop"): the probability of a span is divided among
the ways to build it, which needs neither further recursions nor logarithms.
"""

import math

import numpy as np

from arcwalk.arrays import Heads, Scores, ScoreTable, ScoreView, Starts
from arcwalk.compiled import inline, kernel
from arcwalk.trees.candidates import dense_scores
from arcwalk.trees.log_sum import log_sum_exp_pairs


@inline
def _share(
    first: ScoreView, second: ScoreView, log_sum: float, probability: float, first_out: ScoreView, second_out: ScoreView
) -> None:
    """Divide the probability of a span among the pairs of parts that `log_sum` sums over."""
    if probability > 0.0:
        for k in range(first.size):
            part = probability * math.exp(first[k] + second[k] - log_sum)
            first_out[k] += part
            second_out[k] += part


@inline
def _inside(
    arcs: ScoreTable, single_root: bool, facing: ScoreTable, incomplete: ScoreTable, complete: ScoreTable
) -> float:
    """Fill the chart, initially -inf, and return the log partition function.

    `facing[i, j]` are the two complete spans under an arc between i and j, `incomplete` is `[head, modifier]` and
    `complete` is `[head, other end]`.
    """
    n = arcs.shape[0] - 1
    for i in range(n + 1):
        complete[i, i] = 0.0
    for width in range(1, n + 1):
        for i in range(1 if single_root else 0, n + 1 - width):
            j = i + width
            facing[i, j] = log_sum_exp_pairs(complete[i, i:j], complete[j, i + 1 : j + 1])
            incomplete[i, j] = facing[i, j] + arcs[j, i]
            incomplete[j, i] = facing[i, j] + arcs[i, j]
            complete[i, j] = log_sum_exp_pairs(incomplete[i, i + 1 : j + 1], complete[i + 1 : j + 1, j])
            complete[j, i] = log_sum_exp_pairs(incomplete[j, i:j], complete[i:j, i])
    if single_root:
        for m in range(1, n + 1):
            incomplete[0, m] = arcs[m, 0] + complete[m, 1]
        complete[0, n] = log_sum_exp_pairs(incomplete[0, 1:], complete[1:, n])
    log_partition: float = complete[0, n]
    return log_partition


@inline
def _outside(
    single_root: bool, facing: ScoreTable, incomplete: ScoreTable, complete: ScoreTable, of_incomplete: ScoreTable
) -> None:
    """Write the probability of each incomplete span, that is, of its arc; `of_incomplete` is initially 0."""
    n = complete.shape[0] - 1
    of_complete = np.zeros((n + 1, n + 1))
    of_complete[0, n] = 1.0
    if single_root:
        _share(incomplete[0, 1:], complete[1:, n], complete[0, n], 1.0, of_incomplete[0, 1:], of_complete[1:, n])
        for m in range(1, n + 1):
            of_complete[m, 1] += of_incomplete[0, m]
    for width in range(n, 0, -1):
        for i in range(1 if single_root else 0, n + 1 - width):
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


@kernel
def projective_marginals(start: Starts, head: Heads, scores: Scores, single_root: bool, marginals_out: Scores) -> float:
    """Write the probability of each candidate arc; return the log partition function.

    Exactly one word is attached to the root if `single_root`, else at least one. If the candidates allow no such tree,
    the result is -inf and all marginals are 0.
    """
    arcs = dense_scores(start, head, scores)
    facing = np.full(arcs.shape, -np.inf)
    incomplete = np.full(arcs.shape, -np.inf)
    complete = np.full(arcs.shape, -np.inf)
    log_partition = _inside(arcs, single_root, facing, incomplete, complete)
    of_incomplete = np.zeros(arcs.shape)
    if log_partition > -np.inf:
        _outside(single_root, facing, incomplete, complete, of_incomplete)
    for m in range(1, start.size - 1):
        for arc in range(start[m], start[m + 1]):
            marginals_out[arc] = of_incomplete[head[arc], m]
    return log_partition
