"""The one decorator for compiled functions, and the folders their machine code is kept in.

A *kernel* is a plain Python function over arrays that Numba compiles once, for the types in its annotations. Files of
kernels hold nothing else: arrays in, arrays out. Numba notices a change in a kernel's own file but not in the files it
imports, and takes the same file at another place for another one. So machine code is kept in a folder named after a
hash of what the file and all that it imports from here say, wherever they are: edit one, and whatever may depend on it
is compiled again; install arcwalk a second time, and nothing is. Comments and docstrings do not count.
"""

import ast
import hashlib
import os
import sys
import warnings
from collections.abc import Callable
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
_lock = RLock()  # a kernel file that is being compiled may import another


@cache
def _syntax(path: Path) -> ast.Module:
    """What a file says, without its docstrings."""
    tree = ast.parse(path.read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:]
    return tree


@cache
def _imports(path: Path) -> frozenset[Path]:
    """The files of the package that a file names in its imports; where it names a folder, all that is in there."""
    found: set[Path] = set()
    for node in ast.walk(_syntax(path)):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        for name in names:
            package, _, rest = name.partition(".")
            place = _PACKAGE.joinpath(*rest.split("."))
            if package == "arcwalk" and rest:
                found.update(place.rglob("*.py") if place.is_dir() else [place.with_suffix(".py")])
    return frozenset(found)


@cache
def _source_hash(path: Path) -> str:
    """A hash of a file and all that it imports from the package, directly or not."""
    sources, todo = set(), {path}
    while todo:
        sources |= todo
        todo = set[Path]().union(*map(_imports, todo)) - sources
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(sources, key=_name):
        digest.update(f"{_name(source)}\0{ast.dump(_syntax(source))}".encode())
    return digest.hexdigest()[:16]


def _name(path: Path) -> str:
    """A name for a source file that does not tell where the package is."""
    return path.relative_to(_PACKAGE).as_posix() if path.is_relative_to(_PACKAGE) else path.name


class _Locator(UserProvidedCacheLocator):  # type: ignore[misc]
    """Tells Numba where the machine code of a kernel is; the name of the folder says that it is fresh."""

    def get_cache_path(self) -> str:
        """The folder for the kernels of a file."""
        assert CACHE_ROOT is not None
        return str(CACHE_ROOT / f"kernels-{_source_hash(Path(self._py_file))}")

    def get_source_stamp(self) -> int:
        """The same for all that is in the folder."""
        return 0

    def get_disambiguator(self) -> str:
        """Nothing: a kernel has its name for itself."""
        return ""

    @classmethod
    def from_function(cls, function: Function, file: str) -> "_Locator":
        """The locator of a kernel; there is always one."""
        return cls(function, file)


class _CacheImpl(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)


class _KernelCache(FunctionCache):  # type: ignore[misc]
    _impl_class = _CacheImpl


def _cache_root() -> Path | None:
    """The folder for all machine code, or None where nothing can be written."""
    base = os.environ.get("NUMBA_CACHE_DIR")
    try:
        root = Path(base) if base else Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "arcwalk"
        root.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # RuntimeError: there is no home folder
        return None
    return root if os.access(root, os.W_OK) else None


def _announce() -> None:
    """Tell a waiting user, once, that this is the only slow start."""
    global _announced
    if not _announced and sys.stderr.isatty():
        when = "once for this version" if CACHE_ROOT else "on every start, because no cache folder is writable"
        print(f"arcwalk: compiling its kernels ({when}); this takes a minute or two ...", file=sys.stderr)
    _announced = True


def kernel(function: Function) -> Function:
    """Compile a function for the types of its annotations, without the interpreter lock and cached on disk."""
    if numba.config.DISABLE_JIT:
        return function
    with _lock, warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaWarning)
        compiled: Any = numba.njit(nogil=True, error_model="numpy")(function)
        if CACHE_ROOT:
            compiled._cache = _KernelCache(function)
        if not (CACHE_ROOT and Path(compiled._cache.cache_path).exists()):
            _announce()
        compiled.compile(signature_of(function))
        compiled.disable_compile()
    result: Function = compiled
    return result


def compile_feature(signature: object, function: Function) -> Function:
    """Compile a user's function: indices are checked, so that a slip is an error and not a crash.

    It is not kept on disk, because nobody would notice changes in other files that it depends on.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaWarning)
        compiled: Function = numba.njit(signature, nogil=True, boundscheck=True)(function)
    return compiled


def feature_address(compiled: Callable[..., object], signature: object) -> int:
    """Where the machine code is; where nothing is compiled, the identity of the function itself."""
    if numba.config.DISABLE_JIT:
        return id(compiled)
    result = compiled.get_compile_result(signature)  # type: ignore[attr-defined]
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


CACHE_ROOT = _cache_root()
if CACHE_ROOT is None:
    warnings.warn(
        "no folder for compiled code is writable, so every start compiles again; "
        "set NUMBA_CACHE_DIR to a folder you can write to",
        stacklevel=2,
    )
