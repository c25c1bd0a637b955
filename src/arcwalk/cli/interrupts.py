"""Ctrl-C, SIGTERM and SIGHUP: a command cleans up, says so in one line, and ends with exit code 130, 143 or 129.

Python raises KeyboardInterrupt wherever a program happens to be. Ours can be left anywhere, but not all that it uses:
an import, a lock that is being taken or an object that is being deleted would lose the interrupt or be left broken, and
LLVM would free its memory twice. A signal that comes there is raised a moment later. One that comes while another is
dealt with changes nothing.
"""

import atexit
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import current_thread
from threading import enumerate as threads
from types import CodeType, FrameType

from arcwalk.signals import ENDING

_MOMENT = 0.02  # seconds
_PATIENCE = 0.2  # seconds
_CANNOT_BE_LEFT = ("__enter__", "__exit__")  # though what these functions call can be
_MUST_END_FIRST = ("__del__", "_find_and_load", "_raise_later")  # with all that they call; the second one imports
_HANDS_OVER_MEMORY = f"{os.sep}llvmlite{os.sep}"  # part of the file names of functions that must end first, too

_received = int(signal.SIGINT)


def interruptible(command: Callable[[list[str]], int], words: list[str]) -> int:
    """The exit code of a command, be it interrupted or not."""
    try:
        return command(words)
    except KeyboardInterrupt as interrupt:
        from arcwalk.cli.streams import say  # not before signals are taken

        say(str(interrupt) or "interrupted")
        return 128 + _received


def leave_threads(code: int) -> None:
    """End this process at once if an interrupt has left threads at work: Python would wait for them, for minutes."""
    last = time.monotonic() + _PATIENCE
    others = [thread for thread in threads() if thread is not current_thread()]
    for thread in others:
        thread.join(max(0, last - time.monotonic()))
    if any(thread.is_alive() for thread in others):
        atexit._run_exitfuncs()
        with suppress(OSError):
            sys.stderr.flush()
        os._exit(code)


def take_signals() -> None:
    """Let signals interrupt what is `interruptible`, and nothing else. On Windows, Python's own handler remains."""
    if sys.platform != "win32":
        sys.unraisablehook = _raise_later
        for number in (*ENDING, signal.SIGALRM):
            if signal.getsignal(number) != signal.SIG_IGN:  # as it is for jobs in the background of a script
                signal.signal(number, _interrupt)


def ignore_signals() -> None:
    """Let nothing disturb the end of this process."""
    if sys.platform != "win32":
        for number in (*ENDING, signal.SIGALRM):
            signal.signal(number, signal.SIG_IGN)


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Handle a signal, or a second attempt to."""
    global _received
    if _is_handled():
        return
    if number in ENDING:
        _received = number
    if _can_be_left(frame):
        raise KeyboardInterrupt("" if _received == signal.SIGINT else "terminated")
    _try_again()


def _is_handled() -> bool:
    """Whether an earlier interrupt is being handled."""
    error = sys.exc_info()[1]
    while error and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None


def _can_be_left(frame: FrameType | None) -> bool:
    """Whether an interrupt can be raised in a frame, so that it arrives in `interruptible`."""
    functions = list(_functions(frame))
    return (
        interruptible.__code__ in functions[1:]
        and functions[0].co_name not in _CANNOT_BE_LEFT
        and not any(map(_must_end_first, functions))
    )


def _must_end_first(function: CodeType) -> bool:
    return function.co_name in _MUST_END_FIRST or _HANDS_OVER_MEMORY in function.co_filename


def _functions(frame: FrameType | None) -> Iterator[CodeType]:
    """The functions at work, the innermost first."""
    while frame:
        yield frame.f_code
        frame = frame.f_back


def _try_again() -> None:
    signal.setitimer(signal.ITIMER_REAL, _MOMENT)


def _raise_later(unraisable: "sys.UnraisableHookArgs") -> None:
    """Do not lose an interrupt in a call back from C, from which Python cannot raise it."""
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        _try_again()
    else:
        sys.__unraisablehook__(unraisable)
