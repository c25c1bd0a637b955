"""Functions to be compiled: their names, types and callees."""

import time
from collections.abc import Callable, Iterable
from functools import cached_property, update_wrapper
from types import CodeType
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., object])

STARTED = time.time()  # what is imported from here on is as old as this, or older
KERNELS: dict[str, "KernelFunction"] = {}  # by symbol: all kernels of the modules imported so far


class KernelFunction:
    """A function over arrays, and the symbol of its machine code."""

    def __init__(self, function: Callable[..., object], inlined: bool) -> None:
        update_wrapper(self, function)  # type: ignore[arg-type]
        self.function = function
        self.is_inlined = inlined
        self.symbol = f"{function.__module__}.{function.__qualname__}"
        KERNELS[self.symbol] = self

    def __repr__(self) -> str:
        return f"<kernel {self.symbol}>"

    def __reduce__(self) -> str:
        return self.function.__qualname__  # pickled by name, like a function

    @cached_property
    def signature(self) -> Any:
        """The types of arguments and result, as Numba names them."""
        # not at the top: it loads Numba, which is not needed before the first call
        from arcwalk.compiled.signatures import signature_of

        return signature_of(self.function)

    def callees(self) -> set["KernelFunction"]:
        """The kernels that this one names, inlined ones included."""
        return {each for each in self.globals() if isinstance(each, KernelFunction)}

    def globals(self) -> list[object]:
        """All global objects that this kernel names."""
        names = self.function.__globals__
        return [names[name] for name in _names(self.function.__code__) if name in names]


def _names(code: CodeType) -> set[str]:
    """The global names in a function and in the functions within it."""
    inner = (_names(constant) for constant in code.co_consts if isinstance(constant, CodeType))
    return set(code.co_names).union(*inner)


def with_callees(kernels: Iterable[KernelFunction]) -> set[KernelFunction]:
    """These kernels, the kernels they call, and so on."""
    found: set[KernelFunction] = set()
    todo = set(kernels)
    while todo:
        found |= todo
        todo = set[KernelFunction]().union(*(each.callees() for each in todo)) - found
    return found
