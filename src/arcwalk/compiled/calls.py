"""How one kernel calls another: by its symbol, or with the callee's code compiled into the caller.

Numba's type inference needs no more of a callee than its signature, so a caller is compiled without its callees.
"""

from functools import partial
from inspect import signature as parameters_of
from typing import Any

from numba import NumbaError, TypingError
from numba.extending import overload, typeof_impl

from arcwalk.compiled import numba_internals
from arcwalk.compiled.allocation import may_make_arrays
from arcwalk.compiled.functions import KernelFunction, with_callees
from arcwalk.compiled.numba_internals import Callee, CalleeType, IntermediateCode
from arcwalk.compiled.symbols import entry_symbol
from arcwalk.compiled.tiles import add_tile, tile_code

_described: set[KernelFunction] = set()  # kernels that Numba knows how to call
_translating: list[KernelFunction] = []  # kernels at work; none while Numba compiles something else

overload(add_tile, strict=False, prefer_literal=True)(tile_code)


@typeof_impl.register(KernelFunction)  # type: ignore[untyped-decorator]
def _type_of(kernel: KernelFunction, _context: Any) -> CalleeType:
    """What Numba sees when another kernel names this one."""
    parameters = parameters_of(kernel.function)
    return CalleeType(kernel, f"kernel({kernel.symbol})", kernel.signature, parameters, partial(_announce, kernel))


def callee(kernel: KernelFunction) -> Callee:
    """What its callers and Numba need to know of a kernel."""
    return Callee(kernel.symbol, kernel.signature, entry_symbol(kernel))


def _announce(kernel: KernelFunction) -> None:
    """Tell Numba how to call a kernel, before it translates a call."""
    if not _translating and any(not each.is_inlined for each in with_callees([kernel])):
        raise TypingError(f"{kernel.symbol} is a kernel of arcwalk, which only kernels can call")
    if kernel not in _described:
        if kernel.is_inlined:
            numba_internals.describe(kernel, *translate(kernel))
        else:
            numba_internals.describe(kernel, callee(kernel))
        _described.add(kernel)


def translate(kernel: KernelFunction) -> tuple[Any, IntermediateCode]:
    """Translate a kernel into intermediate code; its descriptor within this code, and the code.

    Numba counts references to every array that a kernel takes from its arguments, and atomic increments are slow. A
    kernel that makes no arrays can do without: its caller holds on to them.
    """
    if not may_make_arrays(kernel):
        try:
            descriptor, code = _translate(kernel, counting=False)
            if not code.counts_references:
                return descriptor, code
        except NumbaError:
            pass  # it makes arrays after all
    return _translate(kernel, counting=True)


def _translate(kernel: KernelFunction, *, counting: bool) -> tuple[Any, IntermediateCode]:
    _translating.append(kernel)
    try:
        return numba_internals.translate(kernel.function, kernel.symbol, kernel.signature, counting=counting)
    finally:
        _translating.pop()
