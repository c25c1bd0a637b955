"""Distances and lengths in bins: the longer, the coarser."""

from arcwalk.compiled import inline


@inline
def distance_bin(distance: int) -> int:
    """Bins 0 to 7: distances 1, 2, 3, 4, 5, 6-10, 11-20, over 20."""
    if distance <= 5:
        return distance - 1
    return 5 if distance <= 10 else 6 if distance <= 20 else 7


@inline
def length_bin(length: int) -> int:
    """Bins 0 to 7: lengths 1, 2, 3, 4, 5-6, 7-10, 11-20, over 20."""
    if length <= 4:
        return length - 1
    return 4 if length <= 6 else 5 if length <= 10 else 6 if length <= 20 else 7
