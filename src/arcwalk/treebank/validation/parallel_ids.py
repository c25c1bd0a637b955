"""`parallel_id`: which sentences of other treebanks a sentence is a translation of."""

import re
from collections.abc import Iterator

from arcwalk.treebank.check import Problem

_NUMBER = "([1-9][0-9]{0,8})"
_PARALLEL_ID = re.compile(rf"parallel_id\s*=\s*([a-z]+/[-0-9a-z]+)(?:/(?:alt{_NUMBER})?(?:part{_NUMBER})?)?(?<!/)")


class ParallelIds:
    """Checks the values of `parallel_id` in a file, in order.

    Several translations of a sentence are `corpus/7/alt1`, `corpus/7/alt2` ...; a translation that takes several
    sentences is `corpus/7/part1`, `corpus/7/part2` ...
    """

    def __init__(self) -> None:
        self._last: dict[str, tuple[int, int]] = {}  # the numbers of alt and part last seen, 0 for none

    def problems(self, line_index: int, comment: str) -> Iterator[Problem]:
        """Problems with the comment of the next sentence that has one."""
        match = _PARALLEL_ID.fullmatch(comment)
        if not match:
            message = f"the comment {comment[:60]!r} gives no parallel_id"
            remedy = "write # parallel_id = corpus/sentence, in lowercase, and /alt1, /part1 or /alt1part1 if needed"
            yield Problem(line_index, "invalid-parallel-id", message, remedy)
            return
        name, numbers = match[1], (int(match[2] or 0), int(match[3] or 0))
        last = self._last.get(name)
        self._last[name] = numbers
        if numbers == last:
            message = f"parallel_id {name[:40]!r} is that of an earlier sentence, too"
            remedy = "number translations by /alt1, /alt2 ... or their sentences by /part1, /part2 ..."
            yield Problem(line_index, "non-unique-parallel-id", message, remedy)
        elif numbers not in (successors := _successors(last)):
            suffix = "part" if numbers[0] in [alt for alt, _ in successors] else "alt"
            message = f"the {suffix} numbers of the sentences with parallel_id {name[:40]!r} are not 1, 2, 3 ..."
            yield Problem(line_index, f"parallel-id-{suffix}", message, f"number all of them by {suffix}, or none")


def _successors(last: tuple[int, int] | None) -> list[tuple[int, int]]:
    """The numbers that can follow those of the last sentence with the same name; itself if none can."""
    if last is None:
        return [(0, 0), (0, 1), (1, 0), (1, 1)]
    alt, part = last
    same_translation = [(alt, part + 1)] if part else []
    next_translation = [(alt + 1, min(part, 1))] if alt else []
    return [*same_translation, *next_translation] or [last]
