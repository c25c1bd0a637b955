"""What arcwalk uses of Numba's inner workings. A test that fails with a new version of Numba names what has changed."""

import ctypes
import sys
from collections.abc import Callable
from inspect import signature as parameters_of
from itertools import count
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from llvmlite import binding
from numba import types
from numba.extending import typeof_impl

from arcwalk.compiled.numba_internals import (
    Callee,
    CalleeType,
    IntermediateCode,
    borrowed_array,
    call_of,
    compiler_lock,
    describe,
    entry_code,
    function_address,
    link,
    python_function,
    rename,
    target_processor,
    translate,
)
from arcwalk.compiled.signatures import constants_of
from arcwalk.compiled.vector_code import add_products

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="about compiled kernels")

NUMBERS = types.int64[::1]
ON_NUMBER = types.int64(types.int64)
_numbers = count()


class Pair(NamedTuple):
    numbers: Any
    half: float


PAIR = types.NamedTuple([NUMBERS, types.float64], Pair)


def double(x: int) -> int:
    return 2 * x


def halves(n: int) -> Pair:
    if n < 0:
        raise ValueError("negative")
    return Pair(np.arange(n), n / 2)


def translated(
    function: Callable[..., Any], signature: Any = ON_NUMBER, *, counting: bool = True
) -> tuple[str, IntermediateCode]:
    """The intermediate code of a function by a symbol that no other has."""
    symbol = f"test_numba_internals.{function.__name__}{next(_numbers)}"
    descriptor, code = translate(function, symbol, signature, counting=counting)
    rename(descriptor, code, symbol)
    return symbol, code


def loaded(function: Callable[..., Any], signature: Any) -> Callable[..., Any]:
    symbol, code = translated(function, signature)
    constants = constants_of(signature.return_type)
    entry = entry_code(Callee(symbol, signature, f"{symbol}.python"), function.__module__, constants)
    link([code.object_file(symbol), entry.object_file(f"{symbol}.python")])
    return python_function(function, symbol, f"{symbol}.python", signature, constants)


def test_target_processor() -> None:
    platform, model, features = target_processor()
    assert platform == binding.get_process_triple()
    assert model == (numba.config.CPU_NAME or binding.get_host_cpu_name())
    assert isinstance(features, str)


def test_compiler_lock() -> None:
    with compiler_lock:
        assert compiler_lock.is_locked()


def test_callee() -> None:
    callee = Callee("symbol", ON_NUMBER, "symbol.python")
    assert (callee.qualname, callee.llvm_func_name, callee.llvm_cpython_wrapper_name) == (
        "symbol",
        "symbol",
        "symbol.python",
    )
    assert (callee.restype, callee.argtypes) == (types.int64, (types.int64,))


def test_translate_and_rename() -> None:
    symbol, code = translated(double)
    assert defined(code) == [symbol]


def test_references_are_counted_on_request() -> None:
    assert translated(halves, PAIR(types.int64))[1].counts_references
    on_array = types.int64(NUMBERS)
    assert not translated(lambda numbers: numbers[0], on_array, counting=False)[1].counts_references


class Named:
    """Stands for `double` in functions."""

    def __init__(self, symbol: str) -> None:
        self.symbol, self.calls = symbol, 0


@typeof_impl.register(Named)  # type: ignore[untyped-decorator]
def _type_of(named: Named, _context: Any) -> CalleeType:
    def announce() -> None:
        named.calls += 1

    return CalleeType(named, f"named({named.symbol})", ON_NUMBER, parameters_of(double), announce)


def test_a_function_is_called_by_its_symbol() -> None:
    symbol, _ = translated(double)
    named = Named(symbol)
    describe(named, Callee(symbol, ON_NUMBER))
    _, code = translated(lambda x: named(x) + named(x=1))
    assert code.callees == [symbol]
    assert named.calls > 0


def test_a_function_is_compiled_into_its_caller() -> None:
    named = Named("inlined")
    describe(named, *translate(double, "inlined", ON_NUMBER, counting=True))
    symbol, code = translated(lambda x: named(x))
    assert len(defined(code)) > 1  # nothing is optimized yet
    assert code.object_file(symbol)
    assert (defined(code), code.callees) == ([symbol], [])


def defined(code: IntermediateCode) -> list[str]:
    return [function.name for function in code.module.functions if not function.is_declaration]


def test_calls_of_other_types_are_refused() -> None:
    named = Named("refused")
    with pytest.raises(numba.TypingError, match=r"named\(refused\)"):
        translated(lambda _: named("text"))


def test_python_calls_what_was_linked() -> None:
    found = loaded(halves, PAIR(types.int64))(3)
    assert isinstance(found, Pair)
    assert found.numbers.tolist() == [0, 1, 2]
    assert found.half == 1.5
    del found
    assert loaded(double, ON_NUMBER)(21) == 42


def test_exceptions_reach_python() -> None:
    with pytest.raises(ValueError, match="negative"):
        loaded(halves, PAIR(types.int64))(-1)


def test_arguments_are_checked() -> None:
    function = loaded(lambda numbers: numbers[0], types.int64(NUMBERS))
    assert function(np.array([7])) == 7
    for wrong in ([7], np.array([7.0]), np.arange(4)[::2]):
        with pytest.raises(TypeError, match="No matching definition"):
            function(wrong)


def test_a_result_is_made_without_calling_python() -> None:
    function = loaded(halves, PAIR(types.int64))
    called: list[str] = []
    before = sys.getprofile()
    sys.setprofile(lambda frame, event, _: called.append(frame.f_code.co_name) if event == "call" else None)
    try:
        function(2)
    finally:
        sys.setprofile(before)
    assert called == ["halves"]


def test_function_address() -> None:
    address = function_address(numba.njit(ON_NUMBER)(double), ON_NUMBER)
    place = ctypes.POINTER
    kind = ctypes.CFUNCTYPE(ctypes.c_int, place(ctypes.c_int64), place(ctypes.c_void_p), ctypes.c_int64)
    result, exception = ctypes.c_int64(), ctypes.c_void_p()
    assert kind(address)(ctypes.byref(result), ctypes.byref(exception), 21) == 0
    assert result.value == 42


def test_borrowed_arrays_are_not_counted() -> None:
    numbers = np.arange(5)
    before = sys.getrefcount(numbers)
    view = numba.njit(lambda array: borrowed_array(array)[1:])(numbers)
    assert view.tolist() == [1, 2, 3, 4]
    assert (view.base, sys.getrefcount(numbers)) == (None, before)


@pytest.mark.parametrize("columns", [8, 5])  # as many as a tile has, and fewer
def test_products_are_added_to_a_tile(columns: int) -> None:
    rng = np.random.default_rng(1)
    left, right, out = (
        rng.normal(size=shape).astype(np.float32) for shape in ((6, 3), (3, columns + 1), (6, columns + 1))
    )
    add = add_products(2, 8)
    expected = out.copy()
    for k in range(3):
        expected[1:3, 1:9] += left[1:3, k, None] * right[k, 1:9]
    numba.njit(lambda left, right, out: add(left, right, out, 1, 1))(left, right, out)
    assert np.array_equal(out, expected)


def test_a_call_at_an_address_records_failure() -> None:
    signature = types.void(NUMBERS, types.int64, types.float64)

    @numba.njit(signature)  # type: ignore[untyped-decorator]
    def store(numbers: Any, place: int, value: float) -> None:
        if value < 0:
            raise ValueError("negative")
        numbers[place] = value

    call = call_of(signature)
    caller = numba.njit(lambda address, failed, numbers, value: call(address, failed, numbers, 1, value))
    address, failed, numbers = function_address(store, signature), np.zeros(1, np.int64), np.zeros(2, np.int64)
    caller(address, failed, numbers, 5.0)
    assert (numbers.tolist(), failed.tolist()) == ([0, 5], [0])
    with pytest.raises(ValueError, match="negative"):
        caller(address, failed, numbers, -1.0)
    assert failed.tolist() == [1]
