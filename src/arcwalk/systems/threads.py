"""Many sentences at once: kernels release the interpreter lock, so threads run in parallel."""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

_AHEAD = 64  # items read ahead per thread, so that none waits and memory stays bounded

Item = TypeVar("Item")
Found = TypeVar("Found")


def in_threads(work: Callable[[Item], Found], items: Iterable[Item], jobs: int) -> Iterator[Found]:
    """The results of `work` in the order of items, whatever the number of threads."""
    if jobs == 1:
        yield from map(work, items)
        return
    source = iter(items)
    with ThreadPoolExecutor(jobs) as pool:
        while batch := list(islice(source, _AHEAD * jobs)):
            yield from pool.map(work, batch)


def cores() -> int:
    """The number of CPU cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
