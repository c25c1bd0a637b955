"""The command reference in Markdown, made from the argument parsers of all commands; and tables of options."""

import argparse
import os
import re
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from io import StringIO
from unittest.mock import patch

import arcwalk
from arcwalk.cli.command_line import COMMANDS, command_line
from arcwalk.cli.option_tables import rows_of
from arcwalk.components.tagger.options import NAME as TAGGER
from arcwalk.systems.registry import SYSTEMS

_ROW = re.compile(r"  (\S+)=(.*?)  +(.*)")  # of a table of options below the help of a command: name, default, meaning

_OPTION_HEADER = ("option", "default", "meaning")

Table = list[tuple[str, ...]]


def command_reference() -> str:
    """A section for every command."""
    return "\n\n".join(_section(name) for name in COMMANDS) + "\n"


def option_table(name: str) -> str:
    """The options of a class of `arcwalk`."""
    rows = [(*option.split("=", 1), meaning) for option, meaning in rows_of(getattr(arcwalk, name))]
    return _markdown(_OPTION_HEADER, [_option_row(*row) for row in rows])


def _section(name: str) -> str:
    parser = command_parser(name)
    parts = [
        f"## {name}",
        f"{parser.description}",
        f"```\n{parser.format_usage().removeprefix('usage: ').strip()}\n```",
    ]
    rows = [row for group in parser._action_groups for row in _arguments(parser, group)]
    parts.append(_markdown(("argument", "meaning"), rows))
    for title, options in _option_tables(name).items():
        parts += [f"### {title} {{ #{_anchor(name, title)} }}", _markdown(_OPTION_HEADER, options)]
    return "\n\n".join(parts)


def command_parser(name: str) -> argparse.ArgumentParser:
    """The argument parser of a command."""
    parser = command_line([name])
    (commands,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    command: argparse.ArgumentParser = commands.choices[name]
    return command


def _arguments(parser: argparse.ArgumentParser, group: argparse._ArgumentGroup) -> Iterator[tuple[str, ...]]:
    for action in group._group_actions:
        if "--help" in action.option_strings:
            continue
        value = "" if action.nargs in (0, argparse.REMAINDER) else str(action.metavar or action.dest.upper())
        name = f"{', '.join(action.option_strings)} {value}".strip()
        yield f"`{name}`", _escaped(parser._get_formatter()._expand_help(action))


def _option_tables(name: str) -> dict[str, Table]:
    """The tables below the help of a command, by title; `train` has one for every system."""
    tables: dict[str, dict[str, tuple[str, ...]]] = {}
    for words in [["--system", system] for system in (*SYSTEMS, TAGGER)] if name == "train" else [[]]:
        title = ""
        for line in _help(name, *words).splitlines():
            row = _ROW.fullmatch(line)
            if row and title.startswith("options"):
                tables.setdefault(title, {})[row[1]] = _option_row(*row.groups())
            elif line.endswith(":"):
                title = line.removesuffix(":").removesuffix(", set with --set NAME=VALUE")
    return {_titled(title): list(rows.values()) for title, rows in tables.items()}


def _option_row(name: str, default: str, meaning: str) -> tuple[str, ...]:
    return f"`{name}`", f"`{default}`" if default else "", _escaped(meaning)


def _help(name: str, *words: str) -> str:
    """What `arcwalk NAME --help` prints on a terminal so wide that it breaks no line."""
    with patch.dict(os.environ, COLUMNS="10000"), redirect_stdout(StringIO()) as printed, suppress(SystemExit):
        command_line([name]).parse_args([name, "--help", *words])
    return printed.getvalue()


def _titled(title: str) -> str:
    owner = title.removeprefix("options").removeprefix(" of ")
    return f"Options of {owner}" if owner else "Options of all systems"


def _anchor(command: str, title: str) -> str:
    words = re.findall(r"\w+", title.removeprefix("Options of ").lower())
    return "-".join([command, *words])


def _markdown(header: tuple[str, ...], rows: Table) -> str:
    lines = [header, ("---",) * len(header), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _escaped(text: str) -> str:
    return re.sub(r"([|*<>\[\]{}])", r"\\\1", text)
