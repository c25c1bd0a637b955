"""What has changed in a project since a browser last asked: numbered, so that it can ask for what came after."""

import time
from collections.abc import Iterable
from typing import NamedTuple

MOST_ENTRIES = 2000  # of a reply


class Changes(NamedTuple):
    """What changed up to `at`: these sentences, and these are gone; `is_new_order` if some were added or removed."""

    at: int
    changed: list[int]
    removed: list[int]
    is_new_order: bool


class ChangeLog:
    """The number of the last change to each sentence, in the order of the changes."""

    def __init__(self) -> None:
        self.first = self.at = time.time_ns() // 1_000_000  # no earlier session has used it
        self._order = self.at  # when sentences were added or removed last
        self._changed: dict[int, int] = {}  # the oldest change first
        self._removed: dict[int, int] = {}

    def note(self, changed: Iterable[int], removed: Iterable[int] = (), *, is_new_order: bool = False) -> None:
        """These sentences have changed, and these are gone; or, without any, something else has changed."""
        self.at += 1
        for log, ids in ((self._changed, changed), (self._removed, removed)):
            for id in ids:
                log.pop(id, None)
                log[id] = self.at
                self.at += log is self._changed  # each has a number, so that a reply can end anywhere
        for id in removed:
            self._changed.pop(id, None)
        if is_new_order:
            self._order = self.at

    def since(self, at: int) -> Changes:
        """What changed after `at`, or the first part of it."""
        newer: list[tuple[int, int]] = []
        for id in reversed(self._changed):
            if self._changed[id] <= at:
                break
            newer.append((self._changed[id], id))
        newer.reverse()
        part = newer[:MOST_ENTRIES]
        until = part[-1][0] if len(part) < len(newer) else self.at
        removed = [id for id, when in self._removed.items() if at < when <= until]
        return Changes(until, [id for _, id in part], removed, at < self._order <= until)
