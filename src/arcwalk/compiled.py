"""The one decorator for compiled functions, and the folders their machine code is kept in.

A *kernel* is a plain Python function over arrays that Numba compiles once for an explicit signature.
Files of kernels hold nothing else: arrays in, arrays out. Numba notices a change in a kernel's own file
but not in the files it calls, so the machine code of a file is kept in a folder named after a hash of
the file and of all it imports from here: edit one, and whatever may depend on it is compiled anew, never mixed.
"""

import hashlib
import os
import re
import sys
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import RLock
from typing import TypeVar

import numba
from numba.core.errors import NumbaWarning

Function = TypeVar("Function", bound=Callable[..., object])

_PACKAGE = Path(__file__).parent
_IMPORT = re.compile(rb"^\s*(?:from|import)\s+arcwalk\.([\w.]+)", re.MULTILINE)
_announced = False
_lock = RLock()  # a kernel file that is being compiled may import another


@cache
def _imports(path: Path) -> frozenset[Path]:
    """The files of the package that a file names in its imports; where it names a folder, all that is in there."""
    found: set[Path] = set()
    for name in _IMPORT.findall(path.read_bytes()):
        place = _PACKAGE.joinpath(*name.decode().split("."))
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
    for source in sorted(sources):
        digest.update(os.path.relpath(source, _PACKAGE).encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()[:16]


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
    if not _announced and not numba.config.DISABLE_JIT and sys.stderr.isatty():
        when = "once for this version" if CACHE_ROOT else "each time: no cache folder is writable"
        print(f"arcwalk: compiling its kernels ({when}), a minute or two ...", file=sys.stderr)
    _announced = True


def kernel(signature: object) -> Callable[[Function], Function]:
    """Compile the decorated function for `signature`, without the interpreter lock and cached on disk."""

    def compile_function(function: Function) -> Function:
        usual = numba.config.CACHE_DIR
        with _lock, warnings.catch_warnings():
            warnings.simplefilter("ignore", NumbaWarning)
            if CACHE_ROOT:
                folder = CACHE_ROOT / f"kernels-{_source_hash(Path(function.__code__.co_filename))}"
                numba.config.CACHE_DIR = str(folder)
            if not (CACHE_ROOT and folder.exists()):
                _announce()
            try:
                cached = CACHE_ROOT is not None
                compiled: Function = numba.njit(signature, cache=cached, nogil=True, error_model="numpy")(function)
            finally:
                numba.config.CACHE_DIR = usual  # for functions that a user caches
        return compiled

    return compile_function


def compile_feature(signature: object, function: Function) -> Function:
    """Compile a user's function: indices are checked, so that a slip is an error and not a crash.

    It is not kept on disk, because no one would notice changes in other files that it depends on.
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
