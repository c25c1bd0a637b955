"""The sibling parts of a second-order model."""

from typing import NamedTuple

import numpy as np

from arcwalk.arrays import Heads, NumberTable
from arcwalk.compiled import inline
from arcwalk.features.kernels.arc_features import ArcTable
from arcwalk.features.kernels.bins import distance_bin
from arcwalk.features.kernels.structure_features import StructureTable, pack_rest, pack_words
from arcwalk.scoring.part_kinds import SIBLING

GROUP = 2 * SIBLING  # templates that look at words only
_NO_GAP = 7


class SecondOrderTable(NamedTuple):
    """Templates of arcs and of siblings as integers."""

    arcs: ArcTable
    siblings: StructureTable


@inline
def sibling_part(h: int, side: int, s: int, m: int) -> tuple[int, int]:
    """Modifier m of h after its sibling s, to the left (0) or to the right (1) of h; -1 for none.

    Without s, m is the nearest to the head; without m, nothing follows s.
    """
    direction = side if m >= 0 else 2 + side
    gap = _NO_GAP
    if s >= 0:
        gap = distance_bin(abs(m - s)) if m >= 0 else distance_bin(abs(s - h))
    return pack_words(m, s, h, -1), pack_rest(GROUP, direction, gap, -1, -1, -1)


@inline
def sibling_parts(heads: Heads) -> NumberTable:
    """All sibling parts of a tree."""
    n = len(heads) - 1
    parts = np.empty((3 * n + 1, 2), dtype=np.int64)
    outermost = np.full((n + 1, 2), -1, dtype=np.int64)
    count = 0
    for side in range(2):
        for step in range(1, n + 1):
            m = step if side == 1 else n + 1 - step
            h = np.int64(heads[m])
            if (m > h) == side:
                parts[count, 0], parts[count, 1] = sibling_part(h, side, outermost[h, side], m)
                outermost[h, side] = m
                count += 1
        for h in range(1 - side, n + 1):  # the root has no left side
            parts[count, 0], parts[count, 1] = sibling_part(h, side, outermost[h, side], -1)
            count += 1
    return parts
