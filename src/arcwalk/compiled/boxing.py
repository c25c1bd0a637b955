"""How the result of a kernel becomes a Python object.

Numba calls Python functions for this: one that unpickles the type of every array, and the constructors of named tuples.
Python runs signal handlers in such calls, and Numba is not prepared for one that raises: Ctrl-C could crash the
process. Here, types are constants of the entry point (`signatures.constants_of`), and no Python function is called.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core.pythonapi import PythonAPI


class Boxing(PythonAPI):  # type: ignore[misc]
    """Calls of Python's C interface in an entry point."""

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
