"""What machine code depends on: the sources, Numba with its settings, Python, and the processor."""

import re
import sysconfig
from functools import cache
from hashlib import sha256
from pathlib import Path

import llvmlite
import numba
from llvmlite import binding

from arcwalk.compiled.functions import STARTED

_SETTINGS = ("OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "BOUNDSCHECK", "DEBUGINFO_DEFAULT", "USING_SVML")  # of Numba
PACKAGE = Path(__file__).parents[1]
_IMPORT = re.compile(rb"^\s*(?:from|import)\s+arcwalk((?:\.\w+)+)", re.MULTILINE)

Processor = tuple[str, str, str]  # platform, model and features, as LLVM names them

_V2 = {"cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3"}
_V3 = {*_V2, "avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"}
BASELINES = {"x86-64-v3": _V3, "x86-64-v2": _V2}  # levels of x86-64 and the features that they need, best first


def this_processor() -> Processor:
    """The processor that Numba compiles for: this machine's, unless Numba's settings say otherwise."""
    from arcwalk.compiled.numba_internals import target_processor  # not with an untested Numba, see `plain_numba`

    return target_processor()


@cache
def baselines() -> list[Processor]:
    """The levels of x86-64 that this machine supports, best first."""
    platform = this_processor()[0]
    has = {name for name, present in binding.get_host_cpu_features().items() if present}
    levels = [level for level, needed in BASELINES.items() if platform.startswith("x86_64") and needed <= has]
    return [(platform, level, "") for level in levels]


@cache
def source_hash(path: Path, processor: Processor) -> str | None:
    """A hash of a source file, of all files of the package that it imports, and of what compiles them.

    None if a file has changed since this process started, which may have imported what the file was before.
    """
    sources, todo = set(), {path}
    while todo:
        sources |= todo
        todo = set[Path]().union(*map(_imports, todo)) - sources
    if any(source.stat().st_mtime > STARTED for source in sources):
        return None
    digest = sha256(repr((_compiler(), processor)).encode())
    for source in sorted(sources, key=_name):
        digest.update(f"\0{_name(source)}\0".encode())
        digest.update(_text(source))
    return digest.hexdigest()[:16]


def _compiler() -> list[str]:
    """The versions of what compiles, and settings that change its output."""
    settings = [str(getattr(numba.config, name, "")) for name in _SETTINGS]
    return [numba.__version__, llvmlite.__version__, str(sysconfig.get_config_var("SOABI")), *settings]


@cache
def _text(path: Path) -> bytes:
    return path.read_bytes()


@cache
def _imports(path: Path) -> frozenset[Path]:
    """The files of the package that a file imports; importing a folder counts as importing all files in it."""
    found: set[Path] = set()
    for name in _IMPORT.findall(_text(path)):
        place = PACKAGE.joinpath(*name.decode().split(".")[1:])
        found.update(place.rglob("*.py") if place.is_dir() else [place.with_suffix(".py")])
    return frozenset(path for path in found if path.is_file())


def _name(path: Path) -> str:
    """A name for a source file that does not depend on where the package is installed."""
    return path.relative_to(PACKAGE).as_posix() if path.is_relative_to(PACKAGE) else path.name
