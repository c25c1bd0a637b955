"""A longest common subsequence, in bits: a row of the table of lengths is one integer (Hyyrö, 2004)."""

from collections.abc import Iterator, Sequence


def common_subsequence(first: Sequence[str], second: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The places in both of a longest common subsequence.

    Of several, the one found from the left: equal items belong to it, and an item of `first` is left out before one of
    `second` where nothing is lost by that.
    """
    rows = _rows(first, second)
    i = j = 0
    while i < len(first) and j < len(second):
        rest = (1 << (len(second) - j)) - 1
        if first[i] == second[j]:
            yield i, j
            i, j = i + 1, j + 1
        elif (rows[i] & rest).bit_count() == (rows[i + 1] & rest).bit_count():
            i += 1
        else:
            j += 1


def _rows(first: Sequence[str], second: Sequence[str]) -> list[int]:
    """For each rest of `first`, a row of bits.

    Of its last k bits, as many are 0 as the longest common subsequence with the last k items of `second` has items.
    """
    places: dict[str, int] = {}
    for place, item in enumerate(reversed(second)):
        places[item] = places.get(item, 0) | 1 << place
    every = (1 << len(second)) - 1
    rows = [every]
    for item in reversed(first):
        row = rows[-1]
        same = row & places.get(item, 0)
        rows.append((row + same | row - same) & every)
    return rows[::-1]
