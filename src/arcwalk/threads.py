"""Threads: kernels release the interpreter lock, so they run in parallel, and whoever waits for one hears Ctrl-C.

Python deals with signals between calls of kernels only, and in its first thread. A kernel can take minutes, so that
thread leaves long work to others. An interrupt does not wait for them: they end with the process, or with their work.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from threading import Thread, current_thread, main_thread
from typing import Any, TypeVar

_AHEAD = 64  # items read ahead per thread, so that none waits and memory stays bounded
_LONG = 200  # words that take all systems well under a second; a thread of their own is not worth starting

Item = TypeVar("Item")
Found = TypeVar("Found")


def apart(words: int, work: Callable[..., Found], *arguments: Any) -> Found:
    """The result of some work on so many words, done in a thread of its own if that is long."""
    if words <= _LONG or current_thread() is not main_thread():
        return work(*arguments)
    future: Future[Found] = Future()

    def run() -> None:
        try:
            future.set_result(work(*arguments))
        except BaseException as error:
            future.set_exception(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        return future.result()
    finally:
        if future.done():
            thread.join()  # for copies of this process, which must not have threads


def in_threads(work: Callable[[Item], Found], items: Iterable[Item], jobs: int) -> Iterator[Found]:
    """The results of `work` in the order of items, whatever the number of threads."""
    if jobs == 1:
        yield from map(work, items)
        return
    source = iter(items)
    with thread_pool(jobs) as pool:
        while batch := list(islice(source, _AHEAD * jobs)):
            yield from pool.map(work, batch)


@contextmanager
def thread_pool(jobs: int) -> Iterator[ThreadPoolExecutor]:
    """So many threads, for the time of the block; whoever is interrupted in it does not wait for them."""
    pool = ThreadPoolExecutor(jobs)
    wait = True
    try:
        yield pool
    except (KeyboardInterrupt, GeneratorExit):
        wait = False
        raise
    finally:
        pool.shutdown(wait, cancel_futures=True)
