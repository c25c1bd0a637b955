"""How kernels become machine code: `@kernel` and `@inline`, the compiler, the cache, and what a process loads.

A *kernel* is a plain Python function over arrays, compiled by Numba for the types in its annotations. Left to itself,
Numba compiles a function together with everything it calls, again for every caller, and keeps the intermediate code of
all of it in memory. Here a kernel is compiled once, on its own; a kernel that calls another calls its symbol, as in a
C program. Small functions in inner loops are marked `@inline` instead and compiled into their callers.

Nothing is compiled or loaded before it is called (`kernels`). What is missing then is compiled in parallel processes
(`workers`) and kept on disk (`cache`), one file per kernel (`machine_code`).
"""

from arcwalk.compiled.kernels import inline, kernel

__all__ = ["inline", "kernel"]
