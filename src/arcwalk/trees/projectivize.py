"""The nearest projective tree by lifting: for learners that can only ever find projective ones."""

from arcwalk.arrays import Heads
from arcwalk.trees.shape import is_projective


def projectivized(heads: Heads) -> Heads:
    """A projective tree; the modifier of the shortest crossing arc moves up to its head's head, until none is left.

    (Nivre and Nilsson, 2005, "Pseudo-projective dependency parsing", section 3.)
    """
    lifted = heads.copy()
    while not is_projective(lifted):
        crossing = [m for m in range(1, len(lifted)) if _spans_a_stranger(lifted, m)]
        m = min(crossing, key=lambda m: (abs(m - lifted[m]), m))
        lifted[m] = lifted[lifted[m]]
    return lifted


def _spans_a_stranger(heads: Heads, m: int) -> bool:
    """Whether a word between m and its head does not descend from that head."""
    h = heads[m]
    for word in range(min(h, m) + 1, max(h, m)):
        while word not in (h, 0):
            word = int(heads[word])
        if word != h:
            return True
    return False
