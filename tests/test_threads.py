"""Threads: who does long work, and what an interrupt leaves behind."""

import signal
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from arcwalk.threads import apart, in_threads

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")


@pytest.fixture
def endless() -> Iterator[threading.Event]:
    """An event that nobody sets during the test."""
    event = threading.Event()
    yield event
    event.set()


@pytest.fixture
def ctrl_c() -> Iterator[threading.Timer]:
    """Ctrl-C soon after it is started."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.1, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT))
    yield timer
    timer.join()
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(("words", "is_apart"), [(20, False), (2000, True)])
def test_long_work_is_done_in_a_thread_of_its_own(words: int, is_apart: bool) -> None:
    before = set(threading.enumerate())
    assert (apart(words, threading.current_thread) is not threading.main_thread()) == is_apart
    assert before.issuperset(threading.enumerate())
    with pytest.raises(ValueError, match="base"):
        apart(words, int, "x")


def test_threads_do_long_work_themselves() -> None:
    workers = list(in_threads(lambda _: (threading.current_thread(), apart(2000, threading.current_thread)), "abc", 2))
    assert all(outside is inside for outside, inside in workers)


def wait_deaf(event: threading.Event) -> None:
    """Wait as a kernel does: a signal is not heard in this thread."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    event.wait(20)


def test_ctrl_c_is_heard_during_long_work(endless: threading.Event, ctrl_c: threading.Timer) -> None:
    started = time.monotonic()
    ctrl_c.start()
    with pytest.raises(KeyboardInterrupt):
        apart(2000, wait_deaf, endless)
    assert time.monotonic() - started < 10


def test_an_interrupt_does_not_wait_for_threads(endless: threading.Event, ctrl_c: threading.Timer) -> None:
    started = time.monotonic()
    ctrl_c.start()
    with pytest.raises(KeyboardInterrupt):
        list(in_threads(endless.wait, [20, 20], 2))
    assert time.monotonic() - started < 10


def test_whoever_wants_no_more_results_does_not_wait(endless: threading.Event) -> None:
    started = time.monotonic()
    results = in_threads(lambda seconds: seconds and endless.wait(seconds), [0, 20], 2)
    assert next(results) == 0
    results.close()  # type: ignore[attr-defined]
    assert time.monotonic() - started < 10
