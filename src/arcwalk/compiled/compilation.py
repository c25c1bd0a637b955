"""The compiler: from a kernel to its machine code, and to the machine code of the function that Python calls.

The second, which takes Python objects apart and puts the result together, is made for entry points only.
"""

import warnings

from numba import NumbaWarning

from arcwalk.compiled.calls import callee, translate
from arcwalk.compiled.functions import KERNELS, KernelFunction
from arcwalk.compiled.machine_code import MachineCode
from arcwalk.compiled.numba_internals import compiler_lock, entry_code, rename
from arcwalk.compiled.signatures import constants_of
from arcwalk.compiled.symbols import entry_symbol


def compile_kernel(kernel: KernelFunction) -> MachineCode:
    """The machine code of a kernel."""
    if kernel in kernel.callees():
        raise TypeError(f"{kernel.symbol}: a kernel cannot call itself")
    with compiler_lock, warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaWarning)
        descriptor, code = translate(kernel)
        rename(descriptor, code, kernel.symbol)
        object_file = code.object_file(kernel.symbol)
        return MachineCode(object_file, callees=sorted(KERNELS.keys() & code.callees))


def compile_entry(kernel: KernelFunction) -> MachineCode:
    """The machine code of the function through which Python calls a kernel."""
    with compiler_lock:
        code = entry_code(callee(kernel), kernel.function.__module__, constants_of(kernel.signature.return_type))
        return MachineCode(code.object_file(entry_symbol(kernel)), [kernel.symbol])
