"""The one decorator for compiled functions, and the folder their machine code is kept in.

A *kernel* is a plain Python function over arrays that Numba compiles once for an explicit signature.
Files of kernels hold nothing else: arrays in, arrays out. Numba notices a change in a kernel's own file
but not in the files it calls, so the cache folder is named after a hash of every file of kernels: edit one
and all are compiled anew, never mixed.
"""

import hashlib
import os
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numba
from numba.core.errors import NumbaWarning

Function = TypeVar("Function", bound=Callable[..., object])

_PACKAGE = Path(__file__).parent
_announced = False


def _source_hash() -> str:
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sorted(_PACKAGE.rglob("*.py")):
        source = path.read_bytes()
        if b"arcwalk.compiled" in source:
            digest.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0" + source)
    return digest.hexdigest()[:16]


def _cache_folder() -> Path | None:
    """The folder for this version's machine code, or None where nothing can be written."""
    base = os.environ.get("NUMBA_CACHE_DIR")
    try:
        root = Path(base) if base else Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "arcwalk"
        folder = root / f"kernels-{_source_hash()}"
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # RuntimeError: there is no home folder
        return None
    return folder if os.access(folder, os.W_OK) else None


def _announce() -> None:
    """Tell a waiting user, once, that this is the only slow start."""
    global _announced
    empty = CACHE_FOLDER is None or not any(CACHE_FOLDER.iterdir())
    if empty and not _announced and not numba.config.DISABLE_JIT and sys.stderr.isatty():
        when = "each time: no cache folder is writable" if CACHE_FOLDER is None else "once for this version"
        print(f"arcwalk: compiling its kernels ({when}), a minute or two ...", file=sys.stderr)
    _announced = True


def kernel(signature: object) -> Callable[[Function], Function]:
    """Compile the decorated function for `signature`, without the interpreter lock and cached on disk."""
    _announce()

    def compile_function(function: Function) -> Function:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", NumbaWarning)
            compiled: Function = numba.njit(signature, cache=CACHE_FOLDER is not None, nogil=True, error_model="numpy")(
                function
            )
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


CACHE_FOLDER = _cache_folder()
if CACHE_FOLDER is None:
    warnings.warn(
        "no folder for compiled code is writable, so every start compiles again; "
        "set NUMBA_CACHE_DIR to a folder you can write to",
        stacklevel=2,
    )
else:
    numba.config.CACHE_DIR = str(CACHE_FOLDER)
