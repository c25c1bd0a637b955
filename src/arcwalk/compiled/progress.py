"""Where the progress of compilation is reported: to the command line, or by default on the terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Listener = Callable[[int, int], None]  # takes the number of kernels compiled so far, and their total

COMPILING = "compiling kernels, once for this version"


def _on_terminal(done: int, total: int) -> None:
    if sys.stderr and sys.stderr.isatty():
        end = "\n" if done == total else ""
        print(f"\rarcwalk: {COMPILING}: {done} of {total}", end=end, file=sys.stderr, flush=True)


_listener: Listener = _on_terminal


@contextmanager
def reporting_to(listener: Listener) -> Iterator[None]:
    """Report to this listener instead, for a while."""
    global _listener
    before, _listener = _listener, listener
    try:
        yield
    finally:
        _listener = before


def report(done: int, total: int) -> None:
    """Report that so many kernels of so many are compiled."""
    _listener(done, total)
