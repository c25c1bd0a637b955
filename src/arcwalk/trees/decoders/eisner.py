"""Eisner's algorithm: the best projective tree in O(n³) time (Eisner, 1996).

The chart has four tables over spans i..j. Each keeps one end fixed along a row, so that every inner loop adds a number
to a row and takes the elementwise maximum with another row: contiguous memory, vector instructions, and no work for
arcs that are not candidates. Only the upper triangles are stored (2 n² numbers in all). There are no back-pointers: the
few spans of the best tree are searched again while tracing back, in O(n) each.
"""

import numpy as np

from arcwalk.arrays import Heads, NumberTable, Scores, Starts
from arcwalk.compiled import inline
from arcwalk.trees.candidates import tree_score


@inline
def _row(n: int, i: int) -> int:
    """The offset of row i in a triangular table: span i..j is the entry `_row(n, i) + j`."""
    return i * (2 * n + 1 - i) // 2


@inline
def _raise(target: Scores, at: np.uint64, source: Scores, origin: np.uint64, length: np.uint64, amount: float) -> None:
    """Raise `length` entries of `target` to those of `source` plus `amount`, where these are larger.

    Positions are unsigned: signed ones may be negative, Numba would check, and the loop would not be vectorized.
    """
    if amount > -np.inf:
        for x in range(length):
            value = source[origin + x] + amount
            if value > target[at + x]:
                target[at + x] = value


@inline
def _fill_row(n: int, i: int, right: Scores, left: Scores, right_arc: Scores, left_arc: Scores, facing: Scores) -> None:
    """Score all spans that start at word `i`, given those that start further right.

    `right[i..j]` and `left[i..j]` are complete spans, headed by their left and right end; `right_arc` and `left_arc`
    incomplete ones, with the arcs i → j and j → i, and initially hold the score of that arc alone.
    """
    row = _row(n, i)
    right[row + i] = 0.0
    left[row + i] = 0.0
    facing[:] = -np.inf
    for k in range(i, n):
        # right[i..k] is final: pair it with every left-headed span that starts at the next word.
        end = row + k + 1
        next_start = _row(n, k + 1) + k + 1
        _raise(facing, k + 1, left, next_start, n - k, right[row + k])
        right_arc[end] += facing[k + 1]
        left_arc[end] += facing[k + 1]
        _raise(right, end, right, next_start, n - k, right_arc[end])
    for k in range(i, n):
        _raise(left, row + k + 1, left_arc, _row(n, k) + k + 1, n - k, left[row + k])


@inline
def _right_child(n: int, i: int, j: int, right: Scores, right_arc: Scores) -> int:
    """The outermost child of `i` in the best complete span i..j headed by `i`."""
    best = -np.inf
    child = j
    for k in range(i + 1, j + 1):
        value = right_arc[_row(n, i) + k] + right[_row(n, k) + j]
        if value > best:
            best = value
            child = k
    return child


@inline
def _left_child(n: int, i: int, j: int, left: Scores, left_arc: Scores) -> int:
    """The outermost child of `j` in the best complete span i..j headed by `j`."""
    best = -np.inf
    child = i
    for k in range(i, j):
        value = left_arc[_row(n, k) + j] + left[_row(n, i) + k]
        if value > best:
            best = value
            child = k
    return child


@inline
def _split(n: int, i: int, j: int, right: Scores, left: Scores) -> int:
    """Where the two complete spans under an arc meet: the last word of the left one."""
    best = -np.inf
    split = i
    for k in range(i, j):
        value = right[_row(n, i) + k] + left[_row(n, k + 1) + j]
        if value > best:
            best = value
            split = k
    return split


@inline
def _trace_back(
    n: int,
    right: Scores,
    left: Scores,
    right_arc: Scores,
    left_arc: Scores,
    stack: NumberTable,
    size: int,
    heads_out: Heads,
) -> None:
    """Read the heads off the chart, from the `size` complete spans (head, other end) on the stack.

    Spans on the stack share no word without a head, so there are never more than n of them.
    """
    while size > 0:
        size -= 1
        h = stack[size, 0]
        end = stack[size, 1]
        if h == end:
            continue
        m = _right_child(n, h, end, right, right_arc) if h < end else _left_child(n, end, h, left, left_arc)
        heads_out[m] = h
        first = min(h, m)
        last = max(h, m)
        split = _split(n, first, last, right, left)
        for head, other in ((m, end), (first, split), (last, split + 1)):
            if head != other:
                stack[size, 0] = head
                stack[size, 1] = other
                size += 1


@inline
def eisner(start: Starts, head: Heads, scores: Scores, single_root: bool, heads_out: Heads) -> float:
    """Find the best projective tree within the candidates and return its score.

    Exactly one word is attached to the root if `single_root`, else at least one. If there is no such tree, the score is
    -inf and `heads_out` undefined. Ties are broken deterministically.
    """
    n = start.size - 2
    size = _row(n, n) + n + 1
    right = np.full(size, -np.inf)
    left = np.full(size, -np.inf)
    right_arc = np.full(size, -np.inf)
    left_arc = np.full(size, -np.inf)
    for m in range(1, n + 1):
        for arc in range(start[m], start[m + 1]):
            h = head[arc]
            if h < m:
                right_arc[_row(n, h) + m] = scores[arc]
            else:
                left_arc[_row(n, m) + h] = scores[arc]

    facing = np.empty(n + 1)
    for i in range(n, 0, -1):
        _fill_row(n, i, right, left, right_arc, left_arc, facing)

    stack = np.empty((n + 2, 2), np.int64)
    heads_out[0] = -1
    if single_root:
        best = -np.inf
        top = 0
        for k in range(1, n + 1):
            value = left[_row(n, 1) + k] + right_arc[k] + right[_row(n, k) + n]
            if value > best:
                best = value
                top = k
        if best == -np.inf:
            return best
        heads_out[top] = 0
        stack[:2, 0] = top
        stack[0, 1] = 1
        stack[1, 1] = n
        _trace_back(n, right, left, right_arc, left_arc, stack, 2, heads_out)
    else:
        _fill_row(n, 0, right, left, right_arc, left_arc, facing)
        if right[n] == -np.inf:
            return -np.inf
        stack[0, 0] = 0
        stack[0, 1] = n
        _trace_back(n, right, left, right_arc, left_arc, stack, 1, heads_out)
    return tree_score(start, head, scores, heads_out)
