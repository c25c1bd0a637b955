"""Approximate non-projective second-order parsing (McDonald and Pereira, 2006, figure 4).

Finding the best non-projective tree with sibling scores is intractable, but it is seldom far from the best projective
one: start there and, while some word gains by another head, make the one change that gains most.
"""

import numpy as np

from arcwalk.arrays import Heads, Starts
from arcwalk.compiled import inline, kernel
from arcwalk.trees.decoders.forest import NOTHING
from arcwalk.trees.decoders.second_order import PartScores, Siblings

SMALLEST_GAIN = 1e-9  # smaller gains may be rounding errors, and the search could cycle


@kernel
def attachment_score(head: Heads, siblings: Siblings, scores: PartScores, arc: int, heads: Heads) -> float:
    """How much a tree gains by an arc; the modifier's own entry in `heads` is ignored."""
    runs, run_arc, rank, modifier, part = siblings
    h, m = head[arc], modifier[arc]
    side = np.int64(m > h)
    begin, end = runs[2 * h + side], runs[2 * h + side + 1]
    before, after = NOTHING, NOTHING  # the siblings next to it
    for i in range(begin + rank[arc] - 1, begin - 1, -1):
        if heads[modifier[run_arc[i]]] == h:
            before = run_arc[i]
            break
    for i in range(begin + rank[arc] + 1, end):
        if heads[modifier[run_arc[i]]] == h:
            after = run_arc[i]
            break
    nearer = 0 if before < 0 else 1 + rank[before]
    total = scores.arc[arc] + scores.sibling[part[arc] + nearer]
    if after >= 0:
        return total + scores.sibling[part[after] + 1 + rank[arc]] - scores.sibling[part[after] + nearer]
    return total + scores.last[arc] - (scores.childless[h, side] if before < 0 else scores.last[before])


@inline
def _is_below(heads: Heads, word: int, ancestor: int) -> bool:
    """Whether a word is the ancestor or one of its descendants."""
    while word > 0 and word != ancestor:
        word = heads[word]
    return word == ancestor


@kernel
def rearrange(
    start: Starts, head: Heads, siblings: Siblings, scores: PartScores, single_root: bool, heads: Heads
) -> float:
    """Improve a tree in place, head by head; return the total gain.

    With `single_root`, the word attached to the root stays there, and no other joins it.
    """
    n = len(heads) - 1
    gained = 0.0
    while True:
        best_gain, best_arc = SMALLEST_GAIN, NOTHING
        for m in range(1, n + 1):
            if start[m + 1] - start[m] < 2 or (single_root and heads[m] == 0):
                continue
            own = 0.0
            for arc in range(start[m], start[m + 1]):
                if head[arc] == heads[m]:
                    own = attachment_score(head, siblings, scores, arc, heads)
            for arc in range(start[m], start[m + 1]):
                h = head[arc]
                if h == heads[m] or (single_root and h == 0) or _is_below(heads, h, m):
                    continue
                gain = attachment_score(head, siblings, scores, arc, heads) - own
                if gain > best_gain:
                    best_gain, best_arc = gain, arc
        if best_arc < 0:
            return gained
        heads[siblings.modifier[best_arc]] = head[best_arc]
        gained += best_gain
