"""Kernels as Python sees them: functions that find or make their machine code when they are first called."""

import os
from collections.abc import Callable
from threading import RLock
from typing import Any, cast

from arcwalk.compiled.functions import Function, KernelFunction

_setting = os.environ.get("NUMBA_DISABLE_JIT", "")
_DISABLED = _setting.isdecimal() and int(_setting) > 0  # kernels run as plain Python
_lock = RLock()


class Kernel(KernelFunction):
    """A function that is compiled when it is called first."""

    def __init__(self, function: Callable[..., object], inlined: bool) -> None:
        super().__init__(function, inlined)
        self._entry: Callable[..., Any] | None = None

    def __call__(self, *arguments: Any) -> Any:
        """Call the machine code."""
        return (self._entry or self._load())(*arguments)

    def _load(self) -> Callable[..., Any]:
        """What Python calls: it checks the types of the arguments and calls the machine code."""
        from arcwalk.compiled.tested_numba import is_tested

        with _lock:
            if self._entry:
                return self._entry
            if is_tested():
                from arcwalk.compiled.loading import load_entry
            else:
                from arcwalk.compiled.plain_numba import load_entry
            self._entry = load_entry(self)
            return self._entry


def kernel(function: Function) -> Function:
    """Compile a function for the types in its annotations; it releases the interpreter lock.

    It can raise exceptions whose arguments are constants.
    """
    return function if _DISABLED else cast(Function, Kernel(function, inlined=False))


def inline(function: Function) -> Function:
    """Compile a function into each kernel that calls it: for small functions in inner loops."""
    return function if _DISABLED else cast(Function, Kernel(function, inlined=True))
