"""Compiles functions that users write: features of trees. Their machine code is not kept."""

import warnings
from collections.abc import Callable

import numba

from arcwalk.compiled.functions import Function
from arcwalk.compiled.tested_numba import is_tested


def compile_feature(signature: object, function: Function) -> Function:
    """Compile a user's function with bounds checks, so that a wrong index raises an error instead of crashing.

    It is not kept on disk: changes in other files that it depends on would go unnoticed. With an untested Numba, it
    stays plain Python.
    """
    if not is_tested():
        return function
    from arcwalk.compiled import calls  # noqa: F401  # which tells Numba what kernels are

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", numba.NumbaWarning)
        compiled: Function = numba.njit(signature, nogil=True, boundscheck=True)(function)
    return compiled


def feature_address(compiled: Callable[..., object], signature: object) -> int:
    """The address of a function's machine code; without compilation, the function's identity."""
    if numba.config.DISABLE_JIT or not is_tested():
        return id(compiled)
    from arcwalk.compiled.numba_internals import function_address

    return function_address(compiled, signature)
