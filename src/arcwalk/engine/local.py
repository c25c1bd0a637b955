"""The engine of one machine: this process, or several that share the model."""

import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from functools import cache, partial
from itertools import chain, islice
from threading import Thread, active_count
from typing import Literal, NamedTuple

from arcwalk.engine.batches import Batch
from arcwalk.engine.protocol import EngineError, Outcome, Pending, Result, in_order
from arcwalk.engine.request import Request
from arcwalk.engine.worker import annotate

_AHEAD = 8  # batches per process between cutting and writing, so that none waits and memory stays bounded


class ProcessStart(NamedTuple):
    """How processes start, and how many batches make that worthwhile."""

    method: Literal["fork", "spawn"]
    least_batches: int


FORK = ProcessStart("fork", 2)  # a copy of this process, at once and with the model in shared memory
SPAWN = ProcessStart("spawn", 20)  # takes seconds to load everything anew, but works everywhere


def process_start() -> ProcessStart:
    """Copies of this process where they are safe: on Linux, without threads that may hold locks."""
    return FORK if sys.platform == "linux" and active_count() == 1 else SPAWN


class LocalEngine:
    """Annotates in `jobs` processes; a few batches are not worth starting any.

    Not in threads: kernels release the interpreter lock, but sentences are read and written by Python, for which
    threads have to wait for each other.
    """

    batch_words = 1000

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def run(self, request: Request, batches: Iterable[Batch]) -> Iterator[Outcome]:
        """See `Engine.run`."""
        source = iter(batches)
        start = process_start()
        first = list(islice(source, start.least_batches))
        submit: Callable[[Batch], Pending] = partial(_Here, request)
        with ExitStack() as stack:
            if self.jobs > 1 and len(first) == start.least_batches:
                begun: deque[Pending] = deque([submit(first[0])])
                begun[0].result()  # loads the model, and compiles what is missing, once for all processes
                pool = ProcessPoolExecutor(self.jobs, multiprocessing.get_context(start.method), _follow_parent)
                stack.callback(pool.shutdown, cancel_futures=True)
                begun.extend(pool.submit(annotate, request, batch.found) for batch in first[1:])
                submit = lambda batch: begun.popleft() if begun else pool.submit(annotate, request, batch.found)  # noqa: E731
            yield from in_order(chain(first, source), submit, _result, lambda: _AHEAD * self.jobs)


class _Here:
    """A batch that this process annotates when asked for it."""

    def __init__(self, request: Request, batch: Batch) -> None:
        self.result = cache(partial(annotate, request, batch.found))

    def done(self) -> bool:
        """Yes: there is nobody to wait for."""
        return True


def _result(_: Batch, pending: Pending) -> Result:
    try:
        found: Result = pending.result()
    except BrokenProcessPool:
        raise EngineError("a process was killed, perhaps for lack of memory; run again with fewer --jobs") from None
    return found


def _follow_parent() -> None:
    """Leave Ctrl-C to the process that started this one, and end when that one is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
