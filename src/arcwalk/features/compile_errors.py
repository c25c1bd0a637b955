"""Why a feature cannot be compiled: a name that does not exist, which no Python would run, or what Numba cannot do."""

import builtins
import dis
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import shorten
from types import CodeType
from typing import Any

_COLOR = re.compile("\x1b\\[[0-9;]*m")
_PLACE = re.compile(r'File "([^"]+)", line (\d+)')
_UNKNOWN_ATTRIBUTE = re.compile(r"Unknown attribute '(\w+)' of type (SentenceView|TreeView)")
_LONGEST_REASON = 160  # characters


def wrong_name(function: Callable[..., Any], error: Exception) -> str:
    """File, line and name, if the function uses a name or a field that does not exist; else nothing."""
    for code, known in _codes(function, set()):
        for instruction in dis.get_instructions(code):
            name = instruction.argval
            if instruction.opname == "LOAD_GLOBAL" and name not in known and not hasattr(builtins, name):
                line = instruction.positions.lineno if instruction.positions else code.co_firstlineno
                return f"{code.co_filename}:{line}: {name!r} is not defined"
    text = _COLOR.sub("", str(error))
    if match := _UNKNOWN_ATTRIBUTE.search(text):
        places = _PLACE.findall(text)
        line = places[-1][1] if places else function.__code__.co_firstlineno
        return f"{function.__code__.co_filename}:{line}: a {match[2]} has no {match[1]!r}"
    return ""


def reason(error: Exception) -> str:
    """Numba's error in one line: the innermost message, and its place."""
    text = _COLOR.sub("", str(error))
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("Failed in")]
    complaints = [*reversed(re.findall(r"TypingError: (.+)", text)), *lines, type(error).__name__]
    places = _PLACE.findall(text)
    where = f" ({Path(places[-1][0]).name}, line {places[-1][1]})" if places else ""
    return shorten(complaints[0], _LONGEST_REASON, placeholder=" ...") + where


def _codes(function: Callable[..., Any], seen: set[CodeType]) -> Iterator[tuple[CodeType, dict[str, Any]]]:
    """The code of a function, of those within it and of those that it calls and Numba compiles; each with its names."""
    known = function.__globals__
    waiting = [function.__code__]
    for code in waiting:  # which grows
        if code in seen:
            continue
        seen.add(code)
        yield code, known
        waiting += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
        for name in code.co_names:
            if compiled := getattr(known.get(name), "py_func", None):
                yield from _codes(compiled, seen)
