"""What this machine offers: cores, and a folder for what can be made again."""

import os
import warnings
from contextlib import suppress
from pathlib import Path

from arcwalk.files.private import NotPrivate, private_folder

_UNUSED = "what is there is not used"
_warned: set[str] = set()  # of these consequences


def cores() -> int:
    """The number of CPU cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def named_cache_folder() -> Path | None:
    """The user's folder for machine code and the like, be it usable or not, or None for a user without a home."""
    if folder := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(folder).absolute()
    with suppress(RuntimeError):
        return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "arcwalk"
    return None


def cache_folder() -> Path | None:
    """The same folder, made if it is not there yet; None if there is none, or after a warning if it is not private."""
    try:
        named = named_cache_folder()
        return named and private_folder(named)
    except NotPrivate as error:
        warn_of_others(error)
    except OSError:
        pass
    return None


def writable_cache_folder() -> Path | None:
    """The same folder, or None if it is not writable."""
    folder = cache_folder()
    return folder if folder and os.access(folder, os.W_OK) else None


def warn_of_others(error: NotPrivate) -> None:
    """Warn, once, of what is not private."""
    remedy = "take the right to write there from others (chmod go-w), or set NUMBA_CACHE_DIR to a folder of your own"
    _warn_once(str(error), _UNUSED, remedy)


def warn_about_cache(problem: str, consequence: str) -> None:
    """Warn, once, of what is slower because the cache folder cannot be written to: the disk may be full."""
    if _UNUSED not in _warned:  # which is the reason, if it is
        _warn_once(problem, consequence, "make it writable, free space, or set NUMBA_CACHE_DIR to another folder")


def _warn_once(problem: str, consequence: str, remedy: str) -> None:
    if consequence not in _warned:
        _warned.add(consequence)
        warnings.warn(f"{problem}, so {consequence}; {remedy}", stacklevel=4)
