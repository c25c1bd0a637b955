"""Compiles functions that users write: features of trees. Their machine code is not kept."""

import warnings
from collections.abc import Callable

import numba
from numba.core.errors import NumbaWarning

from arcwalk.compiled.functions import Function


def compile_feature(signature: object, function: Function) -> Function:
    """Compile a user's function with bounds checks, so that a wrong index raises an error instead of crashing.

    It is not kept on disk: changes in other files that it depends on would go unnoticed.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaWarning)
        compiled: Function = numba.njit(signature, nogil=True, boundscheck=True)(function)
    return compiled


def feature_address(compiled: Callable[..., object], signature: object) -> int:
    """The address of a function's machine code; without compilation, the function's identity."""
    if numba.config.DISABLE_JIT:
        return id(compiled)
    result = compiled.get_compile_result(signature)  # type: ignore[attr-defined]
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))
