"""The parts that machine code consists of, each named by its symbol: kernels, and their entry points from Python."""

import sys
from importlib import import_module

from arcwalk.compiled.functions import KERNELS, KernelFunction, with_callees

_ENTRY = ".python"


def entry_of(kernel: KernelFunction) -> str:
    """The symbol of the function through which Python calls a kernel."""
    return f"{kernel.symbol}{_ENTRY}"


def is_entry(part: str) -> bool:
    """Whether a part is an entry point from Python."""
    return part.endswith(_ENTRY)


def kernel_of(part: str) -> KernelFunction:
    """The kernel that a part belongs to; imports its module."""
    symbol = part.removesuffix(_ENTRY)
    if symbol not in KERNELS:
        import_module(symbol.rpartition(".")[0])
    return KERNELS[symbol]


def parts_in_reach(kernels: set[KernelFunction]) -> list[str]:
    """All parts of these kernels as entry points, and of the kernels that they call."""
    bodies = {each.symbol for each in with_callees(kernels) if not each.is_inlined or each in kernels}
    return sorted(bodies | {entry_of(each) for each in kernels})


def entry_points() -> set[KernelFunction]:
    """The kernels that Python code of the package calls, among the modules imported so far.

    Modules that define kernels call them from kernels; all others call them from Python.
    """
    homes = {each.function.__module__ for each in KERNELS.values()}
    modules = [module for name, module in sys.modules.items() if name.startswith("arcwalk.") and name not in homes]
    return {value for module in modules for value in vars(module).values() if isinstance(value, KernelFunction)}
