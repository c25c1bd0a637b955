"""Loads machine code into this process: from the cache if it is there, else from the compiler.

This needs little of Numba: its compiler stays unloaded as long as everything needed is in the cache.
"""

import ctypes
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

import numba
from llvmlite import binding
from numba import _dynfunc
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys

from arcwalk.compiled.cache import find
from arcwalk.compiled.functions import KernelFunction
from arcwalk.compiled.machine_code import MachineCode
from arcwalk.compiled.signatures import constants_of
from arcwalk.compiled.symbols import entry_symbol
from arcwalk.compiled.workers import provide

_loaded: set[str] = set()  # symbols in this process
_kept: list[Any] = []  # what Numba's dispatchers refer to without owning it


def load_entry(kernel: KernelFunction) -> Callable[..., Any]:
    """The function through which Python calls a kernel."""
    with global_compiler_lock:
        symbol = entry_symbol(kernel)
        codes = _with_callees(symbol)
        engine = _engine()
        for code in codes.values():
            engine.add_object_file(binding.ObjectFileRef.from_data(code.object_file))
        engine.finalize_object()
        _loaded.update(codes)
        return _dispatcher(kernel, engine)


def _with_callees(symbol: str) -> dict[str, MachineCode]:
    """The machine code of a symbol and of what it calls, without what is loaded already."""
    found: dict[str, MachineCode] = {}
    todo = {symbol}
    while todo:
        symbol = todo.pop()
        found[symbol] = find(symbol) or provide(symbol)
        todo.update(each for each in found[symbol].callees if each not in found and each not in _loaded)
    return found


@cache
def _engine() -> binding.ExecutionEngine:
    """Numba's execution engine, which links kernels with each other and with Numba's run-time library."""
    context = cpu_target.target_context
    rtsys.initialize(context)
    return context.codegen()._engine._ee


def _dispatcher(kernel: KernelFunction, engine: binding.ExecutionEngine) -> Callable[..., Any]:
    """Numba's dispatcher, which checks the types of arguments, for a function that is compiled already."""
    environment = _dynfunc.Environment({"__name__": kernel.function.__module__})
    environment.consts.extend(constants_of(kernel.signature.return_type))
    place = engine.get_global_value_address(f".NumbaEnv.{kernel.symbol}")
    ctypes.c_void_p.from_address(place).value = id(environment)
    function = _dynfunc.make_function(
        sys.modules[kernel.function.__module__],
        kernel.function.__name__,
        kernel.function.__doc__ or "",
        engine.get_function_address(entry_symbol(kernel)),
        environment,
        (environment,),
    )
    dispatcher: Any = numba.njit(kernel.function)
    dispatcher._insert([argument._code for argument in kernel.signature.args], function, False)
    dispatcher._can_compile = False
    _kept.append(function)
    found: Callable[..., Any] = dispatcher
    return found
