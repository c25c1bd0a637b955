"""Compiles what is missing, in parallel processes.

A process of `python -m arcwalk.compiled.workers` reads a symbol from standard input, compiles and keeps it,
answers with the same symbol, and goes on to the next.
"""

import os
import subprocess
import sys
from collections import deque
from collections.abc import Iterable
from concurrent.futures import wait
from contextlib import suppress
from threading import Lock

from arcwalk.compiled.cache import find, is_kept, keep, writable_root
from arcwalk.compiled.machine_code import MachineCode
from arcwalk.compiled.progress import report
from arcwalk.compiled.symbols import entry_points, is_entry, kernel_of, symbols_in_reach
from arcwalk.compiled.versions import PACKAGE, this_processor
from arcwalk.machine import cores
from arcwalk.threads import thread_pool

_FEW = 2  # symbols that are compiled before a process would have started
MOST_PROCESSES = 16

_tried: set[str] = set()  # symbols that other processes have compiled, or failed to


def provide(symbol: str) -> MachineCode:
    """Compile a symbol, together with whatever else the modules imported so far may call."""
    symbols = symbols_in_reach(entry_points() | {kernel_of(symbol)})
    missing = [each for each in symbols if each not in _tried and find(each) is None]
    if len(missing) > _FEW:
        compile_in_parallel(missing)
        _tried.update(missing)
    return find(symbol) or compile_symbol(symbol)


def compile_symbol(symbol: str) -> MachineCode:
    """Compile a symbol in this process."""
    from arcwalk.compiled.compilation import compile_entry, compile_kernel

    code = (compile_entry if is_entry(symbol) else compile_kernel)(kernel_of(symbol))
    keep(symbol, code)
    return code


def compile_in_parallel(symbols: Iterable[str], settings: dict[str, str] | None = None) -> None:
    """Compile symbols in several processes, with further environment variables.

    What cannot be compiled there is left out: compiling it in this process will tell the reason.
    """
    todo = deque(sorted(symbols, key=_size, reverse=True))  # the largest first, so that no process is left waiting
    total, done, lock = len(todo), 0, Lock()
    path = os.pathsep.join([*filter(None, [os.environ.get("PYTHONPATH")]), str(PACKAGE.parent)])
    environment = os.environ | {"PYTHONPATH": path, "NUMBA_CACHE_DIR": str(writable_root())} | (settings or {})

    def serve() -> None:
        nonlocal done
        with subprocess.Popen(
            [sys.executable, "-P", "-m", "arcwalk.compiled.workers"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
        ) as worker:
            assert worker.stdin is not None
            assert worker.stdout is not None
            with suppress(IndexError):  # nothing left to do
                while True:
                    print(todo.popleft(), file=worker.stdin, flush=True)
                    if not worker.stdout.readline():
                        break
                    with lock:
                        done += 1
                        report(done, total)

    report(0, total)
    jobs = min(cores(), MOST_PROCESSES, total // _FEW + 1)
    with thread_pool(jobs) as threads:
        try:
            wait([threads.submit(serve) for _ in range(jobs)])
        finally:
            todo.clear()  # after an interrupt, processes finish what they are at, but nobody waits for them
    report(total, total)


def _size(symbol: str) -> int:
    """How long a symbol takes to compile, roughly."""
    return 0 if is_entry(symbol) else len(kernel_of(symbol).function.__code__.co_code)


def _work() -> None:
    """Serve as a process."""
    answers, sys.stdout = sys.stdout, sys.stderr  # nobody else may answer
    for line in sys.stdin:
        symbol = line.strip()
        if not is_kept(symbol, this_processor()):  # another process may have been faster
            compile_symbol(symbol)
            if not is_kept(symbol, this_processor()):
                break  # the disk is full: what cannot be kept is of no use to others
        print(symbol, file=answers, flush=True)


if __name__ == "__main__":
    _work()
