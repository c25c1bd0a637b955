"""Compiles all kernels of the package ahead of time, for this machine or for any of a kind."""

from contextlib import suppress
from importlib import import_module
from pkgutil import walk_packages

import arcwalk
from arcwalk.compiled.cache import is_kept
from arcwalk.compiled.symbols import entry_points, symbols_in_reach
from arcwalk.compiled.versions import BASELINES, this_processor
from arcwalk.compiled.workers import compile_in_parallel
from arcwalk.errors import ArcwalkError


def compile_everything(processor: str = "") -> int:
    """Compile what is missing, for this machine or for a named processor; return the number of symbols that were."""
    if processor and processor not in BASELINES:
        raise ArcwalkError(f"--processor {processor}: unknown; choose from {', '.join(BASELINES)}")
    target = (this_processor()[0], processor, "") if processor else this_processor()
    for module in walk_packages(arcwalk.__path__, "arcwalk."):
        with suppress(ModuleNotFoundError):  # what an optional dependency is needed for has no kernels
            import_module(module.name)
    missing = [symbol for symbol in symbols_in_reach(entry_points()) if not is_kept(symbol, target)]
    if missing:
        settings = {"NUMBA_CPU_NAME": processor, "NUMBA_CPU_FEATURES": ""} if processor else {}
        compile_in_parallel(missing, settings)
    if failed := [symbol for symbol in missing if not is_kept(symbol, target)]:
        raise ArcwalkError(f"{failed[0]} and {len(failed) - 1} more kernels could not be compiled; is the disk full?")
    return len(missing)
