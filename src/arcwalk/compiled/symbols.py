"""The symbols of machine code: each names a kernel, or the function through which Python calls one (an entry point)."""

import sys
from importlib import import_module

from arcwalk.compiled.functions import KERNELS, KernelFunction, with_callees

ENTRY = ".python"  # ends the symbols of entry points


def entry_symbol(kernel: KernelFunction) -> str:
    """The symbol of the function through which Python calls a kernel."""
    return f"{kernel.symbol}{ENTRY}"


def is_entry(symbol: str) -> bool:
    """Whether a symbol names an entry point."""
    return symbol.endswith(ENTRY)


def kernel_of(symbol: str) -> KernelFunction:
    """The kernel that a symbol belongs to; imports its module."""
    name = symbol.removesuffix(ENTRY)
    if name not in KERNELS:
        import_module(name.rpartition(".")[0])
    return KERNELS[name]


def symbols_in_reach(kernels: set[KernelFunction]) -> list[str]:
    """The symbols of these kernels and of their entry points, and of all kernels that they call."""
    called = {each.symbol for each in with_callees(kernels) if not each.is_inlined or each in kernels}
    return sorted(called | {entry_symbol(each) for each in kernels})


def entry_points() -> set[KernelFunction]:
    """The kernels that Python code of the package calls, among the modules imported so far.

    Modules that define kernels call them from kernels; all others call them from Python.
    """
    homes = {each.function.__module__ for each in list(KERNELS.values())}
    loaded = list(sys.modules.items())  # a copy: other threads may be importing
    modules = [module for name, module in loaded if name.startswith("arcwalk.") and name not in homes]
    return {value for module in modules for value in list(vars(module).values()) if isinstance(value, KernelFunction)}
