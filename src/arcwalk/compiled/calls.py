"""How one kernel calls another: by its symbol, or with the callee's code compiled into the caller.

Numba's type inference needs no more of a callee than its signature, so a caller is compiled without its callees.
"""

from inspect import signature as parameters_of
from typing import Any

from llvmlite import binding
from numba import types
from numba.core import compiler, funcdesc, typing
from numba.core.codegen import CPUCodeLibrary
from numba.core.datamodel import models
from numba.core.errors import NumbaError, TypingError
from numba.core.imputils import lower_constant
from numba.core.registry import cpu_target
from numba.extending import register_model

from arcwalk.compiled.allocation import may_make_arrays
from arcwalk.compiled.functions import KernelFunction, with_callees
from arcwalk.compiled.symbols import ENTRY

_OPTIONS = {"nopython": True, "error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_described: set[KernelFunction] = set()  # kernels that Numba knows how to call
_translating: list[KernelFunction] = []  # kernels at work; none while Numba compiles something else


class Descriptor(funcdesc.ExternalFunctionDescriptor):  # type: ignore[misc]
    """The symbol and types of a kernel. It follows Numba's calling convention, exceptions included."""

    __slots__ = ()

    def __init__(self, kernel: KernelFunction) -> None:
        super().__init__(kernel.symbol, kernel.signature.return_type, tuple(kernel.signature.args))

    @property
    def llvm_cpython_wrapper_name(self) -> str:
        """The symbol of the function that Python calls."""
        return f"{self.qualname}{ENTRY}"


class IntermediateCode(CPUCodeLibrary):  # type: ignore[misc]
    """A function in LLVM's intermediate representation, with the functions compiled into it, not yet optimized."""

    def finalize(self) -> None:
        """Link the inlined functions."""
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True

    @property
    def module(self) -> binding.ModuleRef:
        """The linked module."""
        self._ensure_finalized()
        return self._final_module

    def _optimize_functions(self, module: binding.ModuleRef) -> None:
        """Not yet: functions are optimized once, together with those that they are compiled into."""
        module.data_layout = self._codegen._data_layout

    def optimize(self, *exported: str) -> None:
        """Optimize the module for the processor, given the names of the functions that others will call."""
        for function in self.module.functions:
            if not function.is_declaration and function.name not in exported:
                function.linkage = "internal"
        self._optimize_final_module()

    def machine_code(self) -> bytes:
        """The module as an object file."""
        code: bytes = self._codegen._tm.emit_object(self.module)
        return code


class KernelType(types.Callable, types.Opaque):  # type: ignore[misc]
    """The type of a kernel, for Numba's type inference."""

    def __init__(self, kernel: KernelFunction) -> None:
        self.kernel = kernel
        super().__init__(f"kernel({kernel.symbol})")

    def get_call_type(self, context: Any, arguments: Any, named: Any) -> Any:
        """The signature of a call."""
        if not _translating and any(not each.is_inlined for each in with_callees([self.kernel])):
            raise TypingError(f"{self.kernel.symbol} is a kernel of arcwalk, which only kernels can call")
        if self.kernel not in _described:
            _describe(self.kernel)
            _described.add(self.kernel)
        parameters = parameters_of(self.kernel.function)
        template = typing.make_concrete_template(self.kernel.symbol, self.kernel, [self.kernel.signature])
        found = template(context).apply(parameters.bind(*arguments, **named).args, {})
        return found and found.replace(pysig=parameters)

    def get_call_signatures(self) -> Any:
        """The one signature, for error messages."""
        return [self.kernel.signature], False

    def get_impl_key(self, _signature: Any) -> KernelFunction:
        """The key under which `_describe` registered the call."""
        return self.kernel


register_model(KernelType)(models.OpaqueModel)


@lower_constant(KernelType)  # type: ignore[untyped-decorator]
def _no_value(context: Any, _builder: Any, _type: Any, _kernel: Any) -> Any:
    """A kernel named in a kernel: its type says it all."""
    return context.get_dummy_value()


def _describe(kernel: KernelFunction) -> None:
    """Tell Numba how to call a kernel."""
    context = cpu_target.target_context
    if kernel.is_inlined:
        descriptor, code = translate(kernel)
        context.insert_user_function(kernel, descriptor, [code])
    else:
        context.insert_user_function(kernel, Descriptor(kernel), [])


def translate(kernel: KernelFunction) -> tuple[Any, IntermediateCode]:
    """Translate a kernel into intermediate code; its descriptor within this code, and the code.

    Numba counts references to every array that a kernel takes from its arguments, and atomic increments are slow. A
    kernel that makes no arrays can do without: its caller holds on to them.
    """
    if not may_make_arrays(kernel):
        try:
            descriptor, code = _translate(kernel, counting=False)
            if not any(function.name.startswith("NRT_") for function in code.module.functions):
                return descriptor, code
        except NumbaError:
            pass  # it makes arrays after all
    return _translate(kernel, counting=True)


def _translate(kernel: KernelFunction, *, counting: bool) -> tuple[Any, IntermediateCode]:
    flags = compiler.Flags()
    cpu_target.options.parse_as_flags(flags, _OPTIONS | {"_nrt": counting})
    flags.no_compile = True
    signature, code = kernel.signature, IntermediateCode(cpu_target.target_context.codegen(), kernel.symbol)
    contexts = cpu_target.typing_context, cpu_target.target_context
    _translating.append(kernel)
    try:
        compiled = compiler.compile_extra(
            *contexts, kernel.function, signature.args, signature.return_type, flags, {}, code
        )
    finally:
        _translating.pop()
    return compiled.fndesc, code
