"""Which sentences of a file that was changed are which of those before."""

from collections import defaultdict, deque
from collections.abc import Sequence


def aligned(before: Sequence[str], after: Sequence[str]) -> list[int | None]:
    """For each text of `after`, the index of its partner in `before`, or None.

    What is the same at the start and at the end belongs together. Between the two, equal texts do; if there are as many
    as before, so do those in the same place.
    """
    first = 0
    while first < min(len(before), len(after)) and before[first] == after[first]:
        first += 1
    last = 0
    while last < min(len(before), len(after)) - first and before[-1 - last] == after[-1 - last]:
        last += 1
    inside_before = range(first, len(before) - last)
    inside_after = range(first, len(after) - last)
    places: defaultdict[str, deque[int]] = defaultdict(deque)
    for index in inside_before:
        places[before[index]].append(index)
    partners: list[int | None] = [None] * len(after)
    partners[:first] = range(first)
    partners[len(after) - last :] = range(len(before) - last, len(before))
    for index in inside_after:
        if places[after[index]]:
            partners[index] = places[after[index]].popleft()
    if len(inside_before) == len(inside_after):
        taken = set(partners)
        for index, partner in zip(inside_after, inside_before, strict=True):
            if partners[index] is None and partner not in taken:
                partners[index] = partner
    return partners
