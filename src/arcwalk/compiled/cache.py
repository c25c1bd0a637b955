"""Where machine code is kept: a folder per source file, version of Numba and Python, and processor.

The folder's name is a hash of all that, and of every file of the package that the source file imports: an edit
recompiles whatever may depend on it, and machine code is never stale, wherever the package is installed.

A wheel may bring machine code for common processors along (`BUNDLED`), which is trusted like the package; what it lacks
goes into the user's cache. There, nothing is loaded that another user could have written.
"""

import atexit
import os
import shutil
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import get_ident

from arcwalk.compiled.functions import KERNELS, KernelFunction
from arcwalk.compiled.machine_code import MachineCode
from arcwalk.compiled.symbols import kernel_of
from arcwalk.compiled.versions import PACKAGE, Processor, baselines, source_hash, this_processor
from arcwalk.files.private import NotPrivate, check_private, create, open_private, private_folder
from arcwalk.machine import cache_folder, warn_about_cache, warn_of_others, writable_cache_folder

BUNDLED = PACKAGE / "machine_code"
_DAY = 24 * 60 * 60
_RECOMPILED = "kernels are recompiled on every start"
_UNUSED = 30 * _DAY  # folders that were not used for this long are removed

_temporary: list[Path] = []  # the folder of this process, if the user's is not writable
_unsaved: dict[str, MachineCode] = {}  # of this process only: the disk may be full, or the source may have changed


def find(symbol: str) -> MachineCode | None:
    """The machine code of a symbol, if it is kept."""
    if symbol in _unsaved:
        return _unsaved[symbol]
    places = (_place(root, processor, symbol) for root, processor in _locations())
    return next(filter(None, map(_read, places)), None)


def keep(symbol: str, code: MachineCode) -> None:
    """Keep machine code; another process may be doing the same."""
    root = writable_root()
    place = _place(root, this_processor(), symbol)
    if place is None:
        _unsaved[symbol] = code
        return
    draft = place.with_name(f".{os.getpid()}-{get_ident()}")
    try:
        readers = root.stat().st_mode & 0o055  # whoever may read the folder may read all that is in it
        place.parent.mkdir(0o700 | readers, exist_ok=True)
        check_private(place.parent)
        with create(draft, 0o600 | (readers & 0o044)) as stream:
            stream.write(code.to_bytes(_name(place)))
        draft.replace(place)
    except NotPrivate as error:
        _unsaved[symbol] = code
        warn_of_others(error)
    except OSError as error:
        _unsaved[symbol] = code
        warn_unwritable(error)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
    _remove_unused(root)


def is_kept(symbol: str, processor: Processor) -> bool:
    """Whether the user's folder has machine code for a processor."""
    return _read(_place(writable_root(), processor, symbol)) is not None


def numba_folder(kernel: KernelFunction) -> Path | None:
    """A folder where Numba itself may keep a kernel, or None.

    Numba unpickles what it finds there, so nobody else can enter it; and compiles anew for another processor, but not
    if what a kernel calls has changed in another file.
    """
    try:
        if place := _place(writable_root(), ("", "", ""), kernel.symbol):
            folder = private_folder(place.parent)
            _note_use(folder)
            _remove_unused(folder.parent)
            return folder
    except NotPrivate as error:
        warn_of_others(error)
    except OSError as error:
        warn_unwritable(error)
    return None


def warn_unwritable(error: OSError) -> None:
    """Warn, once, that machine code cannot be kept: the disk may be full."""
    warn_about_cache(f"cannot write to {writable_root()} ({error.strerror})", _RECOMPILED)


def _place(root: Path, processor: Processor, symbol: str) -> Path | None:
    """The file for a symbol, or None if its source has changed since this process imported it."""
    name = source_hash(Path(kernel_of(symbol).function.__code__.co_filename), processor)
    return root / f"kernels-{name}" / symbol if name else None


def _name(place: Path) -> str:
    """What a file of machine code is for: the version of its source, and its symbol."""
    return f"{place.parent.name}/{place.name}"


def _read(place: Path | None) -> MachineCode | None:
    """What a file holds, if it is there, undamaged and trusted."""
    try:
        code = place and MachineCode.from_bytes(_name(place), _content(place))
        if place and code and KERNELS.keys() >= set(code.callees):
            _note_use(place.parent)
            return code
    except NotPrivate as error:
        warn_of_others(error)
    except OSError:
        pass
    return None


def _content(place: Path) -> bytes:
    if place.is_relative_to(BUNDLED):
        return place.read_bytes()
    check_private(place.parent)
    with open_private(place) as stream:
        return stream.read()


@cache
def _locations() -> list[tuple[Path, Processor]]:
    """Where to look, and for code of which processor, best first."""
    own = cache_folder()
    folders = [*_temporary, *([own] if own else []), *([BUNDLED] if BUNDLED.is_dir() else [])]
    native = [(folder, this_processor()) for folder in folders]
    return native + [(folder, processor) for processor in baselines() for folder in folders]


@cache
def writable_root() -> Path:
    """The user's folder for machine code, or a temporary one if that is not writable."""
    if folder := writable_cache_folder():
        return folder
    warn_about_cache("the cache folder for compiled code is not writable", _RECOMPILED)
    temporary = Path(tempfile.mkdtemp(prefix="arcwalk-")).resolve()  # by the name that its workers use, too
    atexit.register(shutil.rmtree, temporary, ignore_errors=True)
    _temporary.append(temporary)
    _locations.cache_clear()
    return temporary


@cache
def _note_use(folder: Path) -> None:
    """Let the folder's time stamp tell when it was last used, to the day."""
    with suppress(OSError):
        if folder.stat().st_mtime < time.time() - _DAY:
            os.utime(folder)


@cache
def _remove_unused(root: Path) -> None:
    """Remove machine code that nobody has used for a month: that of earlier versions, as a rule."""
    for folder in root.glob("kernels-*"):
        with suppress(OSError):
            if folder.stat().st_mtime < time.time() - _UNUSED:
                shutil.rmtree(folder, ignore_errors=True)
