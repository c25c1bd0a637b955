"""The compiler: from a kernel to its machine code, and to the machine code of the function that Python calls.

The second, which takes Python objects apart and puts the result together, is made for entry points only.
"""

import warnings
from functools import partial

from llvmlite import ir
from numba.core.callwrapper import PyCallWrapper
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import NumbaWarning
from numba.core.lowering import Environment
from numba.core.registry import cpu_target

from arcwalk.compiled.boxing import Boxing
from arcwalk.compiled.calls import Descriptor, IntermediateCode, translate
from arcwalk.compiled.functions import KERNELS, KernelFunction
from arcwalk.compiled.machine_code import MachineCode
from arcwalk.compiled.signatures import constants_of


def compile_kernel(kernel: KernelFunction) -> MachineCode:
    """The machine code of a kernel."""
    if kernel in kernel.callees():
        raise TypeError(f"{kernel.symbol}: a kernel cannot call itself")
    with global_compiler_lock, warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaWarning)
        descriptor, code = translate(kernel)
        code.module.get_function(descriptor.llvm_func_name).name = kernel.symbol
        code.optimize(kernel.symbol)
        callees = [each.name for each in code.module.functions if each.is_declaration and each.name in KERNELS]
        return MachineCode(code.machine_code(), callees=sorted(callees))


def compile_entry(kernel: KernelFunction) -> MachineCode:
    """The machine code of the function through which Python calls a kernel."""
    context = cpu_target.target_context
    with global_compiler_lock:
        context.refresh()
        context = context.subtarget(enable_nrt=True)
        context.get_python_api = partial(Boxing, context)
        descriptor, constants = Descriptor(kernel), Environment({"__name__": kernel.function.__module__})
        constants.consts.extend(constants_of(descriptor.restype))
        code = IntermediateCode(context.codegen(), descriptor.llvm_cpython_wrapper_name)
        module = context.create_module(descriptor.llvm_cpython_wrapper_name)
        kind = context.call_conv.get_function_type(descriptor.restype, descriptor.argtypes)
        callee = ir.Function(module, kind, kernel.symbol)
        with context.push_code_library(code):
            PyCallWrapper(context, module, callee, descriptor, constants, call_helper=None, release_gil=True).build()
            code.add_ir_module(module)
            context.post_lowering(module, code)
        code.optimize(descriptor.llvm_cpython_wrapper_name)
        return MachineCode(code.machine_code(), [kernel.symbol])
