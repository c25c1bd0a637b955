"""Compiles what is missing, in parallel processes.

A process of `python -m arcwalk.compiled.workers` reads the name of a symbol from standard input, compiles and keeps it,
answers with the same name, and goes on to the next.
"""

import os
import subprocess
import sys
from collections import deque
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from arcwalk.compiled.cache import find, keep, writable_root
from arcwalk.compiled.machine_code import MachineCode
from arcwalk.compiled.progress import report
from arcwalk.compiled.symbols import entry_points, is_entry, kernel_of, symbols_in_reach
from arcwalk.compiled.versions import PACKAGE
from arcwalk.machine import cores

_FEW = 2  # symbols that are compiled before a process would have started

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
    """Compile symbols in as many processes as there are cores, with further environment variables.

    What cannot be compiled there is left out: compiling it in this process will tell the reason.
    """
    todo = deque(sorted(symbols, key=_size, reverse=True))  # the largest first, so that no process is left waiting
    total, done = len(todo), 0
    path = os.pathsep.join([str(PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = os.environ | {"PYTHONPATH": path, "NUMBA_CACHE_DIR": str(writable_root())} | (settings or {})

    def serve() -> None:
        nonlocal done
        with subprocess.Popen(
            [sys.executable, "-m", "arcwalk.compiled.workers"],
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
                    done += 1
                    report(done, total)

    report(0, total)
    jobs = min(total, cores())
    with ThreadPoolExecutor(jobs) as threads:
        for _ in range(jobs):
            threads.submit(serve)


def _size(symbol: str) -> int:
    """How long a symbol takes to compile, roughly."""
    return 0 if is_entry(symbol) else len(kernel_of(symbol).function.__code__.co_code)


if __name__ == "__main__":
    for line in sys.stdin:
        compile_symbol(line.strip())
        print(line, end="", flush=True)
