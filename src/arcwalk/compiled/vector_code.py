"""Vector instructions, written in LLVM's intermediate representation where its optimizer does not find them in loops.

A vector may be wider than those of the processor: LLVM then divides it. Like `numba_internals`, this relies on the
inside of Numba (`numba.core.cgutils`, and how arrays are passed), and is not imported with versions that nobody has
tried.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_INDEX, _FLOAT = ir.IntType(64), ir.FloatType()


@cache
def add_products(rows: int, columns: int) -> Any:
    """An intrinsic: `out[i : i + rows, j : j + columns] += left[i : i + rows] @ right[:, j : j + columns]`.

    The sums stay in registers, one vector a row. `out` and `right` may end within the columns, not within the rows.
    """

    @intrinsic  # type: ignore[untyped-decorator]
    def add(_typing: Any, left: Any, right: Any, out: Any, i: Any, j: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            *arrays, first_row, first_column = arguments
            kinds = signature.args[:3]
            left, right, out = (
                _Matrix(builder, context.make_array(kind)(context, builder, value=array))
                for kind, array in zip(kinds, arrays, strict=True)
            )
            left_rows = [left.row(builder.add(first_row, _INDEX(row))) for row in range(rows)]
            out_rows = [out.row(builder.add(first_row, _INDEX(row))) for row in range(rows)]
            end = builder.add(first_column, _INDEX(columns))
            is_whole = builder.icmp_signed("<=", end, out.columns)
            with builder.if_else(is_whole, likely=True) as (whole, part):
                with whole:
                    _sum(builder, left, right, left_rows, out_rows, first_column, _Vector(builder, columns))
                with part:
                    left_over = builder.sub(out.columns, first_column)
                    vector = _Vector(builder, columns, left_over)
                    _sum(builder, left, right, left_rows, out_rows, first_column, vector)
            return context.get_dummy_value()

        return types.void(left, right, out, i, j), build

    return add


class _Matrix:
    """The data of an array in memory."""

    def __init__(self, builder: Any, array: Any) -> None:
        self._builder, self._data = builder, array.data
        self.rows, self.columns = cgutils.unpack_tuple(builder, array.shape)
        self._strides = cgutils.unpack_tuple(builder, array.strides)

    def row(self, i: Any) -> Any:
        """The address of a row."""
        return self._moved(self._data, i, self._strides[0])

    def place(self, row: Any, j: Any) -> Any:
        """The address of a number in a row."""
        return self._moved(row, j, self._strides[1])

    def _moved(self, address: Any, count: Any, stride: Any) -> Any:
        return cgutils.pointer_add(self._builder, address, self._builder.mul(count, stride))


class _Vector:
    """Numbers side by side; only so many of them are in memory, if that is said."""

    def __init__(self, builder: Any, size: int, in_memory: Any = None) -> None:
        self._builder, self.kind = builder, ir.VectorType(_FLOAT, size)
        self._mask = None
        if in_memory is not None:
            numbers = ir.Constant(ir.VectorType(_INDEX, size), list(range(size)))
            self._mask = builder.icmp_signed("<", numbers, self.broadcast(in_memory))

    def load(self, address: Any) -> Any:
        """The numbers at an address; 0 for those that are not in memory."""
        place = self._builder.bitcast(address, self.kind.as_pointer())
        if self._mask is None:
            return self._builder.load(place, align=4)
        function = self._masked("load", self.kind, [place.type, ir.IntType(32), self._mask.type, self.kind])
        nothing = ir.Constant(self.kind, [0.0] * self.kind.count)
        return self._builder.call(function, [place, ir.IntType(32)(4), self._mask, nothing])

    def store(self, value: Any, address: Any) -> None:
        """Put numbers at an address, but for those that are not in memory."""
        place = self._builder.bitcast(address, self.kind.as_pointer())
        if self._mask is None:
            self._builder.store(value, place, align=4)
            return
        function = self._masked("store", ir.VoidType(), [self.kind, place.type, ir.IntType(32), self._mask.type])
        self._builder.call(function, [value, place, ir.IntType(32)(4), self._mask])

    def broadcast(self, value: Any) -> Any:
        """A number, everywhere."""
        size = self.kind.count
        undefined = ir.Constant(ir.VectorType(value.type, size), ir.Undefined)
        first = self._builder.insert_element(undefined, value, ir.IntType(32)(0))
        order = ir.Constant(ir.VectorType(ir.IntType(32), size), [0] * size)
        return self._builder.shuffle_vector(first, undefined, order)

    def _masked(self, verb: str, result: Any, parameters: Sequence[Any]) -> Any:
        name = f"llvm.masked.{verb}.v{self.kind.count}f32.p0"
        return cgutils.get_or_insert_function(self._builder.module, ir.FunctionType(result, parameters), name)


def _sum(
    builder: Any, left: _Matrix, right: _Matrix, left_rows: list[Any], out_rows: list[Any], j: Any, vector: _Vector
) -> None:
    """The loop over the products, whose sums stay in registers."""
    places = [builder.gep(row, [j]) for row in out_rows]
    sums = [cgutils.alloca_once_value(builder, vector.load(place)) for place in places]  # LLVM keeps them in registers
    with cgutils.for_range(builder, right.rows) as loop:
        factors = vector.load(builder.gep(right.row(loop.index), [j]))
        for row, place in zip(left_rows, sums, strict=True):
            product = builder.fmul(vector.broadcast(builder.load(left.place(row, loop.index))), factors)
            builder.store(builder.fadd(builder.load(place), product), place)
    for total, place in zip(sums, places, strict=True):
        vector.store(builder.load(total), place)
