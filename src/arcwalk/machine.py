"""What this machine offers: cores, and a folder for what can be made again."""

import os
import warnings
from contextlib import suppress
from functools import cache
from pathlib import Path


def cores() -> int:
    """The number of CPU cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def cache_folder() -> Path | None:
    """The user's folder for machine code and the like, or None for a user without a home."""
    if folder := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(folder).absolute()
    with suppress(RuntimeError):
        return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "arcwalk"
    return None


def writable_cache_folder() -> Path | None:
    """The same folder, made if it is not there yet, or None if it is not writable."""
    folder = cache_folder()
    with suppress(OSError):
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
            return folder if os.access(folder, os.W_OK) else None
    return None


@cache
def warn_about_cache(problem: str, consequence: str) -> None:
    """Warn, once, of what is slower because the cache folder cannot be written to: the disk may be full."""
    remedy = "make it writable, free space, or set NUMBA_CACHE_DIR to another folder"
    warnings.warn(f"{problem}, so {consequence}; {remedy}", stacklevel=3)
