"""Non-projective marginals: the probability of each arc over all trees, weighted by exp(score).

By the matrix-tree theorem, the sum over all trees is the determinant of a Laplacian matrix (Koo et al., 2007; Smith and
Smith, 2007; McDonald and Satta, 2007). If words prefer to head each other, that matrix is nearly singular and the usual
factorization loses all precision. But its diagonal entries are sums of the others, so elimination needs no subtraction
(Grassmann, Taksar and Heyman, 1985): to eliminate word v, whose head is h with probability
p(h) = w(h → v) / Σ w(· → v), add p(h) · w(v → m) to w(h → m) for all remaining words h and m. The determinant is the
product of the sums Σ w(· → v), and the marginals are its derivatives, computed backwards through the elimination.
"""

import math

import numpy as np

from arcwalk.arrays import Heads, Scores, ScoreTable, Starts
from arcwalk.compiled import inline, kernel


@inline
def _weights(start: Starts, head: Heads, scores: Scores, weight_out: ScoreTable) -> float:
    """Write exp(score) as `[modifier, head]`, scaled to 1 for the best head; return the log of the total scale."""
    scale = 0.0
    weight_out[:] = 0.0
    for m in range(1, start.size - 1):
        best = -np.inf
        for arc in range(start[m], start[m + 1]):
            best = max(best, scores[arc])
        if best == -np.inf:
            return best
        for arc in range(start[m], start[m + 1]):
            weight_out[m, head[arc]] = math.exp(scores[arc] - best)
        scale += best
    return scale


@inline
def _eliminate(single_root: bool, weight: ScoreTable, total: Scores) -> int:
    """Eliminate the words from last to first; return the word at which the root arc was used up.

    Afterwards `weight[v, h]` for h < v is p(h), and `weight[m, v]` for m < v is w(v → m) when v was eliminated; `total`
    holds the sums. The result is -1 if no tree has any weight.

    With a single root, only trees with one root arc count, that is, terms linear in the weights of root arcs. So these
    do not enter the sums until a word comes up that no remaining word can head, at the latest the very last one. Its
    arc must be the root arc, and the words it heads replace the root's. Without the constraint, root arcs count from
    the start, as if word n + 1 had been such a word.
    """
    n = total.size - 1
    used_up = 0 if single_root else n + 1
    for v in range(n, 0, -1):
        p = weight[v, :v]
        total[v] = 0.0
        for h in range(1, v):
            total[v] += p[h]
        forced = used_up == 0 and total[v] == 0.0
        if forced or used_up > 0:
            total[v] += p[0]
        if total[v] == 0.0:
            return -1
        for h in range(v):
            p[h] /= total[v]
        if forced:
            used_up = v
        for m in range(1, v):
            row = weight[m, :v]
            child = weight[m, v]
            if forced:
                row[0] = 0.0
            if child > 0.0:
                for h in range(v):
                    row[h] += child * p[h]
    return used_up


@inline
def _differentiate(weight: ScoreTable, total: Scores, used_up: int, slope_out: ScoreTable) -> None:
    """Write the derivative of the log determinant with respect to each original weight, as `[modifier, head]`."""
    slope_out[:] = 0.0
    for v in range(1, total.size):
        p = weight[v, :v]
        own = slope_out[v, :v]
        children = 0.0  # expected number
        for m in range(1, v):
            row = slope_out[m, :v]
            child = weight[m, v]
            through = 0.0
            for h in range(v):
                through += p[h] * row[h]
            slope_out[m, v] = through
            children += child * through
            if child > 0.0:
                for h in range(v):
                    own[h] += child * row[h]
        if v == used_up:
            for h in range(1, v):
                own[h] = 0.0
                slope_out[h, 0] = 0.0
            own[0] = 1.0 / total[v]
        else:
            for h in range(1, v):
                own[h] = (own[h] + 1.0 - children) / total[v]
            own[0] = (own[0] + (1.0 - children if v < used_up else 0.0)) / total[v]


@kernel
def nonprojective_marginals(
    start: Starts, head: Heads, scores: Scores, single_root: bool, marginals_out: Scores
) -> float:
    """Write the probability of each candidate arc; return the log partition function.

    Exactly one word is attached to the root if `single_root`, else at least one. If the candidates allow no such tree,
    the result is -inf and all marginals are 0. The same happens if every tree needs an arc that scores about 700 less
    than the best arc into its word: its weight underflows to 0.
    """
    n = start.size - 2
    marginals_out[:] = 0.0
    weight = np.empty((n + 1, n + 1))
    log_partition = _weights(start, head, scores, weight)
    if log_partition == -np.inf:
        return log_partition
    total = np.empty(n + 1)
    used_up = _eliminate(single_root, weight, total)
    if used_up < 0:
        return -np.inf
    for v in range(1, n + 1):
        log_partition += math.log(total[v])

    slope = np.empty((n + 1, n + 1))
    _differentiate(weight, total, used_up, slope)
    _weights(start, head, scores, weight)
    for m in range(1, n + 1):
        for arc in range(start[m], start[m + 1]):
            marginals_out[arc] = max(0.0, weight[m, head[arc]] * slope[m, head[arc]])
    return log_partition
