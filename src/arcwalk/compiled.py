"""The one decorator for kernels, and the cache of their machine code.

A *kernel* is a plain Python function over arrays that Numba compiles once, for the types in its annotations. Numba's
own cache notices a change in a kernel's file, but not in the files it imports, and treats a second copy of the package
as new. Here machine code is cached in a folder named after a hash of the file and everything it imports from the
package: an edit recompiles whatever may depend on it, a second installation recompiles nothing. Comments and
docstrings do not count.
"""

import ast
import hashlib
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Any, TypeVar

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator
from numba.core.errors import NumbaWarning

from arcwalk.signatures import signature_of

Function = TypeVar("Function", bound=Callable[..., object])

_PACKAGE = Path(__file__).parent
_announced = False
_lock = RLock()  # warning filters belong to the whole process; reentrant, as compiling may import more kernels


@cache
def _source(path: Path) -> tuple[str, frozenset[Path]]:
    """The code of a file without comments and docstrings, and the files of the package that it imports.

    Importing a folder counts as importing all files in it.
    """
    tree = ast.parse(path.read_bytes())
    imports: set[Path] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:]
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        for name in names:
            package, _, rest = name.partition(".")
            place = _PACKAGE.joinpath(*rest.split("."))
            if package == "arcwalk" and rest:
                imports.update(place.rglob("*.py") if place.is_dir() else [place.with_suffix(".py")])
    return ast.dump(tree), frozenset(imports)


@cache
def _source_hash(path: Path) -> str:
    """A hash of a file and of all files of the package that it imports, directly or indirectly."""
    sources, todo = set(), {path}
    while todo:
        sources |= todo
        todo = set[Path]().union(*(_source(source)[1] for source in todo)) - sources
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(sources, key=_name):
        digest.update(f"{_name(source)}\0{_source(source)[0]}".encode())
    return digest.hexdigest()[:16]


def _name(path: Path) -> str:
    """A name for a source file that does not depend on where the package is installed."""
    return path.relative_to(_PACKAGE).as_posix() if path.is_relative_to(_PACKAGE) else path.name


class _Locator(UserProvidedCacheLocator):  # type: ignore[misc]
    """Where Numba caches a kernel. The folder's name identifies the sources, so nothing in it is ever stale."""

    def get_cache_path(self) -> str:
        """The folder for the kernels of a file."""
        assert CACHE_ROOT is not None
        return str(CACHE_ROOT / f"kernels-{_source_hash(Path(self._py_file))}")

    def get_source_stamp(self) -> int:
        """A constant: the folder's name says it all."""
        return 0

    def get_disambiguator(self) -> str:
        """An empty string: kernel names are unique within a file."""
        return ""

    @classmethod
    def from_function(cls, function: Function, file: str) -> "_Locator":
        """The locator of a kernel, wherever it is defined."""
        return cls(function, file)


class _CacheImpl(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)


class _KernelCache(FunctionCache):  # type: ignore[misc]
    _impl_class = _CacheImpl

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The cached kernel, if there is one that can be read."""
        try:
            return super().load_overload(signature, target)
        except OSError:
            return None

    def save_overload(self, signature: Any, data: Any) -> None:
        """Cache a kernel; on a full disk, or in another user's folder, do without."""
        with suppress(OSError):
            super().save_overload(signature, data)

    @property
    def is_empty(self) -> bool:
        """Whether the kernel has yet to be compiled."""
        return not Path(self._cache_file._index_path).exists()


def _cache_root() -> Path | None:
    """The folder for all machine code, or None where no folder is writable."""
    base = os.environ.get("NUMBA_CACHE_DIR")
    try:
        root = Path(base) if base else Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "arcwalk"
        root.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # RuntimeError: no home folder
        return None
    return root if os.access(root, os.W_OK) else None


def _announce() -> None:
    """Tell a waiting user, once, what is taking so long."""
    global _announced
    if not _announced and sys.stderr.isatty():
        when = "once for this version" if CACHE_ROOT else "on every start, because no cache folder is writable"
        print(f"arcwalk: compiling kernels ({when}); this takes a few minutes ...", file=sys.stderr)
    _announced = True


@contextmanager
def _no_warnings() -> Iterator[None]:
    with _lock, warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaWarning)
        yield


def kernel(function: Function) -> Function:
    """Compile a function for the types in its annotations; it releases the interpreter lock and is cached on disk."""
    if numba.config.DISABLE_JIT:
        return function
    with _no_warnings():
        compiled: Any = numba.njit(nogil=True, error_model="numpy")(function)
        if CACHE_ROOT:
            compiled._cache = _KernelCache(function)
        if not CACHE_ROOT or compiled._cache.is_empty:
            _announce()
        compiled.compile(signature_of(function))
        compiled.disable_compile()
    result: Function = compiled
    return result


def compile_feature(signature: object, function: Function) -> Function:
    """Compile a user's function with bounds checks, so that a wrong index raises an error instead of crashing.

    It is not cached on disk: changes in other files that it depends on would go unnoticed.
    """
    with _no_warnings():
        compiled: Function = numba.njit(signature, nogil=True, boundscheck=True)(function)
    return compiled


def feature_address(compiled: Callable[..., object], signature: object) -> int:
    """The address of a function's machine code; without compilation, the function's identity."""
    if numba.config.DISABLE_JIT:
        return id(compiled)
    result = compiled.get_compile_result(signature)  # type: ignore[attr-defined]
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


CACHE_ROOT = _cache_root()
if CACHE_ROOT is None:
    warnings.warn(
        "the cache folder for compiled code is not writable, so kernels are recompiled on every start; "
        "set NUMBA_CACHE_DIR to a writable folder",
        stacklevel=2,
    )
