"""Processes of this machine: those that are killed, those that cannot start, and interrupts."""

import errno
import multiprocessing
import os
import signal
import sys
import time
from itertools import count
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from commands import arcwalk, assert_one_line_error
from corpora import contents

from arcwalk import parse_files
from arcwalk.engine import local
from arcwalk.engine.local import LocalEngine
from arcwalk.engine.worker import annotate
from arcwalk.signals import ENDING

pytestmark = pytest.mark.usefixtures("small_batches")


def _annotate_or_die(*batch: Any) -> Any:
    """Fail as processes do, except in the one that started them."""
    if multiprocessing.parent_process():
        os.kill(os.getpid(), signal.SIGKILL)
    return annotate(*batch)


def test_a_killed_process_is_explained(
    model: Path, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arcwalk.engine.local.annotate", _annotate_or_die)
    done = arcwalk("parse", source / "large.conllu", "-m", model, "-o", tmp_path / "out", "--jobs", "2")
    assert_one_line_error(done, "a process was killed", "fewer --jobs")
    assert not list(tmp_path.iterdir())


def test_processes_that_cannot_start_are_no_fault_of_the_output(
    model: Path, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fork, numbers = os.fork, count()

    def fork_twice() -> int:
        if next(numbers) == 2:
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        return fork()

    monkeypatch.setattr(os, "fork", fork_twice)
    done = arcwalk("parse", source, "-m", model, "-o", tmp_path / "out", "--jobs", "3")
    assert_one_line_error(done, "arcwalk: processes cannot be started or reached (Resource temporarily unavailable)")
    for process in multiprocessing.active_children():
        process.join(10)
    assert not multiprocessing.active_children()


def _hit_first() -> None:
    """Start as a process that Ctrl-C reaches at once."""
    os.kill(os.getpid(), signal.SIGINT)
    _follow_parent()


_follow_parent = local._follow_parent


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")
def test_signals_do_not_hit_processes_that_are_starting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "_follow_parent", _hit_first)
    with local._pool(2, "fork") as submit:
        for number in ENDING:
            assert submit(signal.getsignal, number).result() == signal.SIG_IGN
        assert submit(signal.pthread_sigmask, signal.SIG_BLOCK, []).result() == set()
    assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == set()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")
def test_an_interrupt_does_not_wait_for_processes() -> None:
    def work() -> None:
        with local._pool(2, "fork") as submit:
            submit(time.sleep, 600)
            raise KeyboardInterrupt

    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        work()
    assert not multiprocessing.active_children()
    assert time.monotonic() - started < 300


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")
def test_processes_count_as_ended_even_if_the_pool_was_first_to_wait_for_them() -> None:
    def work(seconds: float) -> None:
        with local._pool(2, "fork") as submit:
            submit(time.sleep, seconds)
            raise KeyboardInterrupt

    interval = sys.getswitchinterval()
    sys.setswitchinterval(0.1)  # the pool's thread hardly gets to note what it has waited for
    try:
        for milliseconds in range(30):
            with pytest.raises(KeyboardInterrupt):
                work(milliseconds / 2000)
            assert not multiprocessing.active_children()
    finally:
        sys.setswitchinterval(interval)


def test_an_interrupt_while_processes_start_leaves_none(
    model: Path, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = multiprocessing.process.BaseProcess.start

    def start_one(process: multiprocessing.process.BaseProcess) -> None:
        start(process)
        raise KeyboardInterrupt

    monkeypatch.setattr(multiprocessing.process.BaseProcess, "start", start_one)
    with pytest.raises(KeyboardInterrupt):
        parse_files(source, model, tmp_path / "out", jobs=2)
    assert not multiprocessing.active_children()


def test_processes_start_anew_where_copies_are_not_safe(
    model: Path, source: Path, expected: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    done = Event()
    thread = Thread(target=done.wait)
    thread.start()
    assert local.process_start() == local.SPAWN
    monkeypatch.setattr(LocalEngine, "batch_words", 100)
    parse_files(source, model, tmp_path / "out", jobs=2)
    done.set()
    thread.join()
    assert contents(tmp_path / "out") == expected
