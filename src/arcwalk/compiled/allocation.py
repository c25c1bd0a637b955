"""Which kernels may make arrays: those that return or are given some, or call NumPy for more than numbers."""

from dis import get_instructions
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np
from numba import types

from arcwalk.compiled.functions import KernelFunction

_ATTRIBUTES = {"shape", "size"}  # of arrays, that are no arrays


@cache
def may_make_arrays(kernel: KernelFunction) -> bool:
    """Whether a kernel may make an array, or be given one by a function that it calls."""
    callees = kernel.callees()
    return (
        not all(_is_number(each.signature.return_type) for each in (kernel, *callees))
        or any(_may_be_an_array(name) for name in _attributes(kernel))
        or any(isinstance(each, FunctionType) for each in kernel.globals())
        or any(each.is_inlined and may_make_arrays(each) for each in callees)
    )


def _is_number(result: Any) -> bool:
    return isinstance(result, types.Number | types.Boolean | types.NoneType)


def _attributes(kernel: KernelFunction) -> set[str]:
    """The names after a dot in a kernel."""
    code = get_instructions(kernel.function.__code__)
    return {each.argval for each in code if each.opname in ("LOAD_ATTR", "LOAD_METHOD")}


def _may_be_an_array(name: str) -> bool:
    """Whether `x.name`, x being NumPy or an array, may be an array or a function that makes one."""
    found = getattr(np, name, None)
    makes = callable(found) and not isinstance(found, type | np.ufunc)
    return makes or (hasattr(np.ndarray, name) and name not in _ATTRIBUTES)
