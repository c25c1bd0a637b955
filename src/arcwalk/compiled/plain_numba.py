"""Kernels as Numba compiles them by itself: a slower way, for versions that nobody has tried yet.

Numba compiles a kernel together with all that it calls, again for every caller, and keeps what it makes. Only what it
documents is used here. What kernels compute is the same.
"""

import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from multiprocessing import parent_process
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any

import numba
from numba.extending import overload, typeof_impl

from arcwalk.compiled.cache import numba_folder, warn_unwritable
from arcwalk.compiled.functions import KernelFunction
from arcwalk.compiled.tested_numba import remedy, untested
from arcwalk.compiled.tiles import add_tile
from arcwalk.signals import ENDING
from arcwalk.threads import apart

_HELD = ENDING if sys.platform == "win32" else (signal.SIGALRM, *ENDING)

overload(add_tile, strict=False)(lambda *_: add_tile)  # loops that Numba compiles as they are


def load_entry(kernel: KernelFunction) -> Callable[..., Any]:
    """The function through which Python calls a kernel.

    It is compiled in a thread of its own: LLVM calls Python meanwhile, where an interrupt would be lost.
    """
    _warn()
    return partial(_uninterrupted, apart(sys.maxsize, _compiled, kernel))


def _uninterrupted(compiled: Callable[..., Any], *arguments: Any) -> Any:
    """Call what Numba compiled, and leave signals for later.

    Numba makes the result by calling Python, and is not prepared for signal handlers that raise there: Ctrl-C could
    crash the process. Python runs handlers in its first thread only.
    """
    if current_thread() is not main_thread():
        return compiled(*arguments)
    heard: list[int] = []
    handlers = {number: found for number in _HELD if callable(found := signal.getsignal(number))}
    try:
        for number in handlers:
            signal.signal(number, lambda number, _: heard.append(number))
        return compiled(*arguments)
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for each in heard:
            signal.raise_signal(each)


@cache
def _warn() -> None:
    if parent_process() is None:  # which has said it
        warnings.warn(
            f"{untested()}, so the first use of each system takes minutes, and features written in Python are slow; "
            f"{remedy()}",
            stacklevel=2,
        )


@typeof_impl.register(KernelFunction)  # type: ignore[untyped-decorator]
def _type_of(kernel: KernelFunction, _context: Any) -> Any:
    """What Numba sees when another kernel names this one."""
    return numba.typeof(_compiled(kernel))


@cache
def _compiled(kernel: KernelFunction) -> Any:
    compiled = partial(numba.njit, kernel.signature, nogil=True, error_model="numpy")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", numba.NumbaWarning)
        if folder := numba_folder(kernel):
            try:
                with _keeping_in(folder):
                    return compiled(cache=True)(kernel.function)
            except OSError as error:
                warn_unwritable(error)
        return compiled()(kernel.function)


@contextmanager
def _keeping_in(folder: Path) -> Iterator[None]:
    """Have Numba keep what it compiles in a folder; it asks for the name when it is given a function."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before
