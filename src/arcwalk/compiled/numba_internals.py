"""All that arcwalk uses of Numba beyond what Numba documents, but for `vector_code`, and of LLVM below it.

Any minor version of Numba may change this. Each function and class says where to look then, and has its own test in
`tests/compiled/test_numba_internals.py`. With versions that nobody has tried yet, this module is not imported
(`tested_numba`). One more private name is in `arcwalk.numba_settings`, which must not load Numba.
"""

import ctypes
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from inspect import Signature
from typing import Any

import numba
from llvmlite import binding, ir
from numba import _dynfunc, types
from numba.core import cgutils, compiler, funcdesc, typing
from numba.core.callwrapper import PyCallWrapper
from numba.core.codegen import CPUCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.imputils import lower_constant
from numba.core.lowering import Environment
from numba.core.pythonapi import PythonAPI
from numba.core.registry import cpu_target
from numba.core.runtime import _nrt_python
from numba.extending import intrinsic, models, register_model

_OPTIONS = {"nopython": True, "error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}

compiler_lock = global_compiler_lock  # held by whoever compiles or loads; `numba.core.compiler_lock`


def target_processor() -> tuple[str, str, str]:
    """Platform, model and features of the processor that Numba compiles for, as LLVM names them.

    `Codegen.magic_tuple`, which is a key of Numba's own cache, too.
    """
    platform, model, features = cpu_target.target_context.codegen().magic_tuple()
    return platform, model, features


class Callee(funcdesc.ExternalFunctionDescriptor):  # type: ignore[misc]
    """The symbol and types of a function, and the symbol through which Python calls it.

    It follows Numba's calling convention, exceptions included; `numba.core.funcdesc`.
    """

    __slots__ = ("_entry",)

    def __init__(self, symbol: str, signature: Any, entry: str = "") -> None:
        super().__init__(symbol, signature.return_type, tuple(signature.args))
        self._entry = entry

    @property
    def llvm_cpython_wrapper_name(self) -> str:
        """The symbol of the function that Python calls."""
        return self._entry


class IntermediateCode(CPUCodeLibrary):  # type: ignore[misc]
    """A function in LLVM's intermediate representation, with the functions compiled into it, not yet optimized.

    `numba.core.codegen.CPUCodeLibrary.finalize`, of which this leaves out the optimization and the loading.
    """

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

    @property
    def counts_references(self) -> bool:
        """Whether it calls Numba's run-time library, which counts references to arrays; `numba.core.runtime`."""
        return any(function.name.startswith("NRT_") for function in self.module.functions)

    @property
    def callees(self) -> list[str]:
        """The symbols that the function calls and does not have."""
        return [function.name for function in self.module.functions if function.is_declaration]

    def object_file(self, symbol: str) -> bytes:
        """The function as an object file, optimized for the processor; others will call it by its symbol."""
        for function in self.module.functions:
            if not function.is_declaration and function.name != symbol:
                function.linkage = "internal"
        self._optimize_final_module()
        code: bytes = self._codegen._tm.emit_object(self.module)
        return code


def translate(
    function: Callable[..., object], symbol: str, signature: Any, *, counting: bool
) -> tuple[Any, IntermediateCode]:
    """A function's descriptor and its intermediate code, with or without counts of references to arrays.

    `numba.core.compiler.compile_extra`, as Numba's dispatchers call it; the flags are those of `njit`.
    """
    flags = compiler.Flags()
    cpu_target.options.parse_as_flags(flags, _OPTIONS | {"_nrt": counting})
    flags.no_compile = True
    contexts = cpu_target.typing_context, cpu_target.target_context
    code = IntermediateCode(cpu_target.target_context.codegen(), symbol)
    compiled = compiler.compile_extra(*contexts, function, signature.args, signature.return_type, flags, {}, code)
    return compiled.fndesc, code


def rename(descriptor: Any, code: IntermediateCode, symbol: str) -> None:
    """Give a translated function its symbol, in place of Numba's mangled name."""
    code.module.get_function(descriptor.llvm_func_name).name = symbol


class CalleeType(types.Callable, types.Opaque):  # type: ignore[misc]
    """The type of a function of one signature, for Numba's type inference; `announce` comes before each call of it.

    `numba.core.types.Callable`: the type of `numba.core.types.functions.Dispatcher` has the same methods.
    """

    def __init__(self, key: Any, name: str, signature: Any, pysig: Signature, announce: Callable[[], None]) -> None:
        self._key, self._signature, self._pysig, self._announce = key, signature, pysig, announce
        super().__init__(name)

    def get_call_type(self, context: Any, arguments: Any, named: Any) -> Any:
        """The signature of a call."""
        self._announce()
        template = typing.make_concrete_template(self.name, self._key, [self._signature])
        found = template(context).apply(self._pysig.bind(*arguments, **named).args, {})
        return found and found.replace(pysig=self._pysig)

    def get_call_signatures(self) -> Any:
        """The one signature, for error messages."""
        return [self._signature], False

    def get_impl_key(self, _signature: Any) -> Any:
        """The key under which `describe` registered the call."""
        return self._key


register_model(CalleeType)(models.OpaqueModel)


@lower_constant(CalleeType)  # type: ignore[untyped-decorator]
def _no_value(context: Any, _builder: Any, _type: Any, _value: Any) -> Any:
    """A function named in a function: its type says it all."""
    return context.get_dummy_value()


def describe(key: Any, descriptor: Any, *code: IntermediateCode) -> None:
    """Tell Numba how to call a function: by symbol, or with its code; `BaseContext.insert_user_function`."""
    cpu_target.target_context.insert_user_function(key, descriptor, list(code))


class _Boxing(PythonAPI):  # type: ignore[misc]
    """Calls of Python's C interface in an entry point; `numba.core.pythonapi`, and `numba.core.boxing` for its callers.

    Numba calls Python functions to make a result: one that unpickles the type of every array, and the constructors of
    named tuples. Python runs signal handlers in such calls, and Numba is not prepared for one that raises: Ctrl-C could
    crash the process. Here, types are constants of the entry point, and no Python function is called.
    """

    def get_env_manager(self, *environment: Any) -> Any:
        """The constants of the entry point."""
        self.constants = super().get_env_manager(*environment)
        return self.constants

    def serialize_object(self, value: Any) -> Any:
        """A constant, where Numba would pickle it."""
        return self.constants.read_const(self.constants.add_const(value))

    def unserialize(self, value: Any) -> Any:
        """The same constant; what kernels raise is still unpickled."""
        return value if value.type == self.pyobj else super().unserialize(value)

    def from_native_value(self, kind: Any, value: Any, env_manager: Any = None) -> Any:
        """A value as a Python object; a named tuple is made as `tuple.__new__` makes it."""
        if not isinstance(kind, types.BaseNamedTuple):
            return super().from_native_value(kind, value, env_manager)
        allocate = ir.FunctionType(self.pyobj, [self.pyobj, self.py_ssize_t])
        found = self.builder.call(
            self._get_function(allocate, name="PyType_GenericAlloc"),
            [self.serialize_object(kind.instance_class), self.py_ssize_t(len(kind))],
        )
        for i, each in enumerate(kind):
            item = self.from_native_value(each, self.builder.extract_value(value, i), env_manager)
            self.tuple_setitem(found, i, item)
        return found


def entry_code(callee: Callee, module_name: str, constants: Sequence[object]) -> IntermediateCode:
    """The function through which Python calls another: it takes Python objects apart and puts the result together.

    `numba.core.lowering.BaseLower` and `numba.core.cpu.CPUContext.create_cpython_wrapper` do the same.
    """
    context = cpu_target.target_context
    context.refresh()
    context = context.subtarget(enable_nrt=True)
    context.get_python_api = partial(_Boxing, context)
    environment = Environment({"__name__": module_name})
    environment.consts.extend(constants)
    code = IntermediateCode(context.codegen(), callee.llvm_cpython_wrapper_name)
    module = context.create_module(callee.llvm_cpython_wrapper_name)
    kind = context.call_conv.get_function_type(callee.restype, callee.argtypes)
    function = ir.Function(module, kind, callee.qualname)
    with context.push_code_library(code):
        PyCallWrapper(context, module, function, callee, environment, call_helper=None, release_gil=True).build()
        code.add_ir_module(module)
        context.post_lowering(module, code)
    return code


@cache
def _engine() -> binding.ExecutionEngine:
    """Numba's execution engine, and the symbols of its run-time library; `numba.core.codegen.JITCPUCodegen`.

    `numba.core.runtime.nrt` would also compile functions that count references, for which LLVM's compiler takes more
    than 20 MB of memory: object files have their own copies of these.
    """
    for name, address in _nrt_python.c_helpers.items():
        binding.add_symbol(name if name.startswith("_") else f"NRT_{name}", address)
    return cpu_target.target_context.codegen()._engine._ee


def link(object_files: Iterable[bytes]) -> None:
    """Load object files: link them with each other, with those before, and with Numba's run-time library."""
    for each in object_files:
        _engine().add_object_file(binding.ObjectFileRef.from_data(each))
    _engine().finalize_object()


def python_function(
    function: Callable[..., object], symbol: str, entry: str, signature: Any, constants: Sequence[object]
) -> Callable[..., Any]:
    """Numba's dispatcher, which checks the types of arguments, for a function that is loaded already.

    `numba.core.cpu.CPUContext.get_executable` and `numba.core.dispatcher.Dispatcher.add_overload`.
    """
    engine = _engine()
    environment = _dynfunc.Environment({"__name__": function.__module__})
    environment.consts.extend(constants)
    place = engine.get_global_value_address(f".NumbaEnv.{symbol}")
    ctypes.c_void_p.from_address(place).value = id(environment)
    loaded = _dynfunc.make_function(
        sys.modules[function.__module__],
        function.__name__,
        function.__doc__ or "",
        engine.get_function_address(entry),
        environment,
        (environment,),
    )
    dispatcher: Any = numba.njit(function)
    dispatcher._insert([argument._code for argument in signature.args], loaded, False)
    dispatcher._can_compile = False
    _kept.append(loaded)
    found: Callable[..., Any] = dispatcher
    return found


_kept: list[Any] = []  # what dispatchers refer to without owning it


def function_address(compiled: Any, signature: object) -> int:
    """The address of what `njit` made of a function; `Dispatcher.get_compile_result`."""
    result = compiled.get_compile_result(signature)
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


@intrinsic  # type: ignore[untyped-decorator]
def borrowed_array(_typing: Any, array: Any) -> Any:
    """The array without its owner: references to it and its views are not counted; `numba.np.arrayobj`."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(signature.args[0])(context, builder, value=arguments[0])
        view.meminfo = cgutils.get_null_value(view.meminfo.type)
        view.parent = cgutils.get_null_value(view.parent.type)
        return view._getvalue()

    return array(array), build


@cache
def call_of(signature: Any) -> Any:
    """An intrinsic that calls the function of three arguments at an address; `numba.core.callconv`.

    If it raises, that is recorded in an array, `failed`, and the exception passes on.
    """

    @intrinsic  # type: ignore[untyped-decorator]
    def call(_typing: Any, address: Any, failed: Any, first: Any, second: Any, third: Any) -> Any:
        def build(context: Any, builder: Any, given: Any, arguments: Any) -> Any:
            convention = context.call_conv
            kind = convention.get_function_type(types.void, signature.args)
            function = builder.inttoptr(arguments[0], kind.as_pointer())
            status, _ = convention.call_function(builder, function, types.void, signature.args, arguments[2:])
            with cgutils.if_unlikely(builder, status.is_error):
                note = context.make_array(given.args[1])(context, builder, value=arguments[1])
                builder.store(context.get_constant(types.int64, 1), note.data)
                convention.return_status_propagate(builder, status)
            return context.get_dummy_value()

        return types.void(address, failed, first, second, third), build

    return call
