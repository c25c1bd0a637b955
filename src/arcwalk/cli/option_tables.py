"""Tables of options in help texts: name, default and meaning, wrapped to the terminal."""

import shutil
import textwrap
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields

from arcwalk.models.options import PRESET, declared, option_text, presets

Row = tuple[str, str]  # name and default, meaning

_INDENT = 2
_NARROWEST = 20  # columns for the meaning


def rows_of(kind: type, names: Collection[str] = ()) -> list[Row]:
    """The options of a class, all of them or those named."""
    declarations = declared(kind)
    rows = [
        (f"{item.name}={option_text(item.default)}", own.help + _choices(own.choices))
        for item in fields(kind)
        if (own := declarations[item.name]) and (not names or item.name in names)
    ]
    return rows if names else [*rows, *_presets(kind)]


def option_tables(tables: Mapping[str, Sequence[Row]]) -> str:
    """Tables under their titles, all aligned."""
    column = 2 * _INDENT + max(len(name) for rows in tables.values() for name, _ in rows)
    width = max(column + _NARROWEST, shutil.get_terminal_size().columns - 2)
    lines: list[str] = []
    for title, rows in tables.items():
        lines += ["", *textwrap.wrap(f"{title}:", width)]
        for name, text in rows:
            start = " " * _INDENT + name.ljust(column - _INDENT)
            lines += textwrap.wrap(start + text, width, subsequent_indent=" " * column)
    return "\n".join(lines[1:])


def _presets(kind: type) -> Iterable[Row]:
    """The presets of a class, and the options that each stands for."""
    for name, values in presets(kind).items():
        options = " ".join(f"{option}={option_text(value)}" for option, value in values.items())
        yield f"{PRESET}={name}", f"stands for {options}, unless they are set"


def _choices(choices: Sequence[str]) -> str:
    return f" {{{','.join(choices)}}}" if choices else ""
