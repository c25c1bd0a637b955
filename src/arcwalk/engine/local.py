"""The engine of one machine: this process, or several that share the model."""

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from copy import copy
from functools import partial
from itertools import chain, islice
from threading import Thread, active_count
from typing import Any, Literal, NamedTuple

from arcwalk.engine.batches import Batch
from arcwalk.engine.protocol import EngineError, Outcomes, Pending, Result, in_order, known
from arcwalk.engine.request import Request
from arcwalk.engine.worker import annotate
from arcwalk.errors import Argument, Wording
from arcwalk.signals import ENDING

_AHEAD = 8  # batches per process between cutting and writing, so that none waits and memory stays bounded
_MOMENT = 0.5  # seconds
_INSTANT = 0.001
_FEWER = Wording("run again with fewer ", Argument("jobs"))


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

    def run(self, request: Request, batches: Iterable[Batch]) -> Outcomes:
        """See `Engine.run`."""
        source = iter(batches)
        start = process_start()
        first = list(islice(source, start.least_batches))
        if self.jobs > 1 and len(first) == start.least_batches:
            yield from self._in_processes(start.method, request, first, source)
        else:
            for batch in chain(first, source):
                yield batch, _here(request, batch)

    def _in_processes(self, method: str, request: Request, first: list[Batch], rest: Iterator[Batch]) -> Outcomes:
        begun = first[0], _here(request, first[0])  # loads the model and compiles kernels, once for all processes
        with _pool(self.jobs, method) as submit:
            yield begun  # not earlier: whoever gets it may start threads, with which processes cannot be copied
            yield from in_order(
                chain(first[1:], rest),
                lambda batch: submit(annotate, request, batch.unread),
                _result,
                lambda: _AHEAD * self.jobs,
            )


def _here(request: Request, batch: Batch) -> Result:
    """What this process makes of a batch."""
    return known(batch) or annotate(request, batch.unread)


@contextmanager
def _pool(jobs: int, method: str) -> Iterator[Callable[..., Pending]]:
    """Processes for the time of the block, as a function that has one of them call a function.

    They finish what they are at, unless the block is left early.
    """
    others = multiprocessing.active_children()
    with _engine_errors():
        pool = ProcessPoolExecutor(jobs, _context(method), _follow_parent)

    def submit(*call: Any) -> Pending:
        with _engine_errors(), signals_held():
            return pool.submit(*call)

    try:
        submit(os.getpid)  # copies of this process all start with the first call
        yield submit
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        _kill([process for process in multiprocessing.active_children() if process not in others])
        raise
    pool.shutdown()


def _kill(processes: list[Any]) -> None:
    """End processes; those in the middle of an answer, for which somebody may wait, have a moment to finish it."""
    last = time.monotonic() + _MOMENT
    for process in processes:
        process.join(max(0, last - time.monotonic()))
    for process in processes:
        process.kill()
        process.join()
    last = time.monotonic() + _MOMENT
    # The pool's thread waits for them, too; if it was first, it has to note that they ended.
    while any(process.is_alive() for process in processes) and time.monotonic() < last:
        time.sleep(_INSTANT)


@contextmanager
def _engine_errors() -> Iterator[None]:
    """Say what is wrong with processes, so that nobody looks for it in a file."""
    try:
        yield
    except BrokenProcessPool:
        raise EngineError("a process was killed, perhaps for lack of memory", _FEWER) from None
    except OSError as error:
        reason = error.strerror or error
        raise EngineError(f"processes cannot be started or reached ({reason})", _FEWER) from error


def _result(_: Batch, pending: Pending) -> Result:
    with _engine_errors():
        result: Result = pending.result()
    return result


def _context(method: str) -> Any:
    """What makes processes; as they leave signals to this one, a pool has to kill them when one of them has died."""
    context: Any = copy(multiprocessing.get_context(method))
    context.Process = partial(_killable, context.Process)
    return context


def _killable(make: Callable[..., Any], **settings: Any) -> Any:
    process = make(**settings)
    process.terminate = process.kill
    return process


@contextmanager
def signals_held() -> Iterator[None]:
    """Hold signals back from processes that start in the block, until they know what to do with them."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _follow_parent() -> None:
    """Leave signals to the process that started this one, and end when that one is killed.

    A process that a signal ends in the middle of its answer would let that one wait for the rest forever.
    """
    for number in ENDING:
        signal.signal(number, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
