"""Compiles all kernels of the package ahead of time, for this machine or for a level of x86-64."""

from importlib import import_module
from pkgutil import walk_packages

import arcwalk
from arcwalk.compiled.cache import is_kept
from arcwalk.compiled.symbols import entry_points, symbols_in_reach
from arcwalk.compiled.tested_numba import is_tested, remedy, untested
from arcwalk.compiled.versions import BASELINES, this_processor
from arcwalk.compiled.workers import compile_in_parallel, compile_symbol
from arcwalk.errors import ArcwalkError, Argument, Wording
from arcwalk.machine import named_cache_folder, writable_cache_folder


def compile_everything(processor: str = "") -> int:
    """Compile what is missing, for this machine or for a level of x86-64, and return how many symbols that were."""
    if not is_tested():
        raise ArcwalkError(f"{untested()}, so nothing can be compiled ahead of time", remedy())
    platform = this_processor()[0]
    if processor and (processor not in BASELINES or not platform.startswith("x86_64")):
        choices = f"choose from {', '.join(BASELINES)}, on a machine of that kind"
        raise ArcwalkError(Wording(Argument("processor", processor), f": {choices}"))
    if writable_cache_folder() is None:
        raise ArcwalkError(f"{named_cache_folder()}: cannot write there", "set NUMBA_CACHE_DIR to a writable folder")
    target = (platform, processor, "") if processor else this_processor()
    for module in walk_packages(arcwalk.__path__, "arcwalk."):
        try:
            import_module(module.name)
        except ModuleNotFoundError as error:  # what an optional dependency is needed for has no kernels
            if (error.name or "arcwalk").startswith("arcwalk"):
                raise
    missing = [symbol for symbol in symbols_in_reach(entry_points()) if not is_kept(symbol, target)]
    if missing:
        compile_in_parallel(missing, {"NUMBA_CPU_NAME": processor, "NUMBA_CPU_FEATURES": ""} if processor else {})
    if failed := [symbol for symbol in missing if not is_kept(symbol, target)]:
        compile_symbol(failed[0])  # raises, if there is something wrong with it; warns, if it cannot be kept
        raise ArcwalkError(f"{len(failed)} kernels could not be compiled, {failed[0]} among them", "run again")
    return len(missing)
