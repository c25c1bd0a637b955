"""Parallel tracks along a sentence, for what must not overlap: levels of arcs, columns of branches."""

from collections.abc import Iterator


class Tracks:
    """Tracks along a number of places, and where they are taken.

    A segment tree holds the taken tracks as bits of integers: those taken somewhere within the stretch of a node, and
    those taken all across it. So an item takes logarithmic time, however many there are and however they overlap.
    """

    def __init__(self, places: int) -> None:
        self._places = places
        self._within = [0] * (2 * places)
        self._across = [0] * (2 * places)

    def take(self, start: int, end: int, least: int) -> int:
        """Take the first track, from `least` on, that is free from `start` up to, but not including, `end`."""
        stretches = list(self._stretches(start, end))
        bounds = (self._places + start, self._places + end - 1)
        above = {leaf >> height for leaf in bounds for height in range(1, leaf.bit_length())}
        taken = (1 << least) - 1
        for node in stretches:
            taken |= self._within[node]
        for node in above:
            taken |= self._across[node]
        free = ~taken & (taken + 1)  # the lowest bit that is not set
        for node in stretches:
            self._across[node] |= free
            self._within[node] |= free
        for node in above:
            self._within[node] |= free
        return free.bit_length() - 1

    def _stretches(self, start: int, end: int) -> Iterator[int]:
        """The fewest nodes that make up a stretch."""
        left, right = self._places + start, self._places + end
        while left < right:
            if left % 2:
                yield left
                left += 1
            if right % 2:
                right -= 1
                yield right
            left //= 2
            right //= 2
