"""Translates the annotations of a kernel into the types that Numba compiles it for.

`int` means int64 and `float` float64; NumPy's scalar types, the arrays of `arcwalk.arrays`, and tuples and named tuples
of all these mean themselves.
"""

import inspect
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np
from numba import types

from arcwalk.arrays import ArrayType

_SCALARS: dict[Any, Any] = {
    int: types.int64,
    float: types.float64,
    bool: types.boolean,
    np.uint32: types.uint32,
    np.uint64: types.uint64,
    np.float32: types.float32,
    type(None): types.void,
}


def signature_of(function: Callable[..., object]) -> Any:
    """The signature of an annotated function."""
    hints = get_type_hints(function, include_extras=True)
    missing = {*inspect.signature(function).parameters, "return"} - hints.keys()
    if missing:
        raise TypeError(f"kernel {function.__qualname__}: no annotation for {', '.join(sorted(missing))}")
    result = numba_type(hints.pop("return"))
    return result(*map(numba_type, hints.values()))


@cache
def numba_type(annotation: Any) -> Any:
    """The Numba type of an annotation."""
    if annotation in _SCALARS:
        return _SCALARS[annotation]
    if get_origin(annotation) is Annotated:
        array = next(note for note in get_args(annotation) if isinstance(note, ArrayType))
        return types.Array(getattr(types, array.dtype), array.dimensions, "C" if array.contiguous else "A")
    if get_origin(annotation) is tuple:
        return types.BaseTuple.from_types(tuple(map(numba_type, get_args(annotation))))
    if isinstance(annotation, type) and hasattr(annotation, "_fields"):
        fields = get_type_hints(annotation, include_extras=True).values()
        return types.BaseTuple.from_types(tuple(map(numba_type, fields)), annotation)
    raise TypeError(
        f"a kernel cannot take or return {annotation}; see arcwalk.compiled.signatures for the types it can"
    )


def constants_of(result: Any) -> list[object]:
    """What Python needs to make an object of a result: the types of arrays, of their elements, and of named tuples."""
    if isinstance(result, types.Array):
        return [np.ndarray, np.dtype(result.dtype.name)]
    if isinstance(result, types.BaseTuple):
        own = [result.instance_class] if isinstance(result, types.BaseNamedTuple) else []
        return own + [constant for each in result for constant in constants_of(each)]
    return []
