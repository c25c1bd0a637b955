"""Loads machine code into this process: from the cache if it is there, else from the compiler.

This needs little of Numba: its compiler stays unloaded as long as everything needed is in the cache.
"""

from collections.abc import Callable
from typing import Any

from arcwalk.compiled.cache import find
from arcwalk.compiled.functions import KernelFunction
from arcwalk.compiled.machine_code import MachineCode
from arcwalk.compiled.numba_internals import compiler_lock, link, python_function
from arcwalk.compiled.signatures import constants_of
from arcwalk.compiled.symbols import entry_symbol
from arcwalk.compiled.workers import provide

_loaded: set[str] = set()  # symbols in this process


def load_entry(kernel: KernelFunction) -> Callable[..., Any]:
    """The function through which Python calls a kernel."""
    with compiler_lock:
        entry = entry_symbol(kernel)
        codes = _with_callees(entry)
        link(code.object_file for code in codes.values())
        _loaded.update(codes)
        constants = constants_of(kernel.signature.return_type)
        return python_function(kernel.function, kernel.symbol, entry, kernel.signature, constants)


def _with_callees(symbol: str) -> dict[str, MachineCode]:
    """The machine code of a symbol and of what it calls, without what is loaded already."""
    found: dict[str, MachineCode] = {}
    todo = {symbol}
    while todo:
        symbol = todo.pop()
        found[symbol] = find(symbol) or provide(symbol)
        todo.update(each for each in found[symbol].callees if each not in found and each not in _loaded)
    return found
