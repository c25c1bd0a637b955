"""Messages name keywords to Python users, and flags to users of the command line."""

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from commands import arcwalk, assert_one_line_error

import arcwalk as package
from arcwalk.cli.command_line import COMMANDS, command_line
from arcwalk.cli.flags import in_flags
from arcwalk.compiled.ahead_of_time import compile_everything
from arcwalk.components.tagger.options import TaggerOptions
from arcwalk.engine.api import parse_files
from arcwalk.engine.local import _engine_errors
from arcwalk.errors import ArcwalkError, Argument, Option, Wording
from arcwalk.service.server import bind
from arcwalk.systems.parser import Parser
from arcwalk.systems.parsing_options import ParsingOptions
from arcwalk.systems.sampling.options import SamplingOptions

ROOT = Path(package.__file__).parent
RUNS_A_COMMAND = ROOT / "annotate" / "training.py"  # whose flags are no messages
FOR_THE_SHELL = re.compile(r"(arcwalk train|dask worker).*", re.DOTALL)  # whole commands, the same for everybody


def calls(*names: str) -> Iterator[tuple[Path, ast.Call]]:
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                yield path, node


def texts(path: Path) -> Iterator[str]:
    """The text of a module that can become part of a message: no docstrings, and no help of options."""
    todo: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while todo:
        node = todo.pop()
        is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        is_help = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "option"
        if isinstance(node, ast.Constant | ast.JoinedStr):
            parts = node.values if isinstance(node, ast.JoinedStr) else [node]
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "X" for part in parts)
        elif not is_docstring and not is_help:
            todo += ast.iter_child_nodes(node)


def test_only_the_command_line_speaks_of_flags() -> None:
    flags = [
        f"{path}: {text}"
        for path in ROOT.rglob("*.py")
        if not path.is_relative_to(ROOT / "cli") and path != RUNS_A_COMMAND
        for text in texts(path)
        if re.search(r"(^|[^\w-])--[a-z]", FOR_THE_SHELL.sub("", text))
    ]
    assert not flags


def test_every_argument_in_a_message_has_a_flag() -> None:
    parsers = [command_line([name])._subparsers._group_actions[0].choices[name] for name in COMMANDS]  # type: ignore
    known = {flag for parser in parsers for flag in parser._option_string_actions}
    options = {item.name for kind in (SamplingOptions, ParsingOptions, TaggerOptions) for item in fields(kind)}
    found = [(path, ast.literal_eval(node.args[0]), node.func.id) for path, node in calls("Argument", "Option")]  # type: ignore
    assert len(found) > 20
    for path, name, kind in found:
        if kind == "Option":
            assert name in options, path
        else:
            assert in_flags(Wording(Argument(name))) in known, f"{path}: {name}"


@pytest.mark.parametrize(
    ("argument", "flag"),
    [
        (Argument("jobs"), "--jobs"),
        (Argument("jobs", 1), "--jobs 1"),
        (Argument("features_from", "my file.py"), "--features-from my file.py"),
        (Argument("all_sentences", True), "--all"),
        (Argument("output", "FILE"), "-o FILE"),
        (Option("features"), "--set features"),
        (Option("decode", "best"), "--set decode=best"),
    ],
)
def test_flags(argument: Argument, flag: str) -> None:
    assert in_flags(Wording("use ", argument, "!")) == f"use {flag}!"
    assert in_flags(ArcwalkError("wrong", Wording("use ", argument))) == f"wrong; use {flag}"
    assert in_flags(f"use {argument}") == f"use {argument}"


def break_engine() -> None:
    with _engine_errors():
        raise OSError("no more memory")


@pytest.mark.parametrize(
    ("call", "python", "flags"),
    [
        (lambda: parse_files("x", "y", "z", jobs=0), "jobs=0: must be at least 1", "--jobs 0: must be at least 1"),
        (
            lambda: parse_files("x", "y", "z", scheduler="tcp://a:1"),
            "scheduler='tcp://a:1': is for Dask; add engine='dask'",
            "--scheduler tcp://a:1: is for Dask; add --engine dask",
        ),
        (
            lambda: parse_files("x", "y", "z", engine="dask", scheduler="tcp://a:1", jobs=2),
            "jobs=2: a scheduler has its own workers; omit jobs, or scheduler",
            "--jobs 2: a scheduler has its own workers; omit --jobs, or --scheduler",
        ),
        (lambda: parse_files("x", "y", "z", nbest=0), "nbest=0: must be between", "--nbest 0: must be between"),
        (lambda: parse_files(["x", "y"], "m", "-"), "give output='FOLDER/'", "give -o FOLDER/"),
        (
            lambda: Parser.train(package.sample(2), system="mst", tags="joint"),
            "tags='joint': mst does not correct tags; .* or use tags='predicted'$",
            "--tags joint: mst does not correct tags; .* or use --tags predicted$",
        ),
        (
            lambda: Parser.train(package.sample(2), features="none.templates"),
            "; features takes full, turbo, or a file",
            "; --set features takes full, turbo, or a file",
        ),
        (break_engine, "run again with fewer jobs", "run again with fewer --jobs"),
        (lambda: compile_everything("i386"), "processor='i386': choose from", "--processor i386: choose from"),
        (lambda: bind("no such host", 0), "host='no such host': there", "--host no such host: there"),
    ],
)
def test_python_reads_keywords_and_the_command_line_flags(call: Callable[[], Any], python: str, flags: str) -> None:
    with pytest.raises(ArcwalkError, match=python) as caught:
        call()
    assert re.search(flags, in_flags(caught.value))


def test_the_command_prints_flags(tmp_path: Path) -> None:
    file, model = tmp_path / "file.conllu", tmp_path / "no.arcwalk"
    package.write(file, package.sample(2))
    train = ["train", file, "-m", model]
    assert_one_line_error(arcwalk(*train, "--resume"), "no interrupted training run to resume; train without --resume")
    done = arcwalk(*train, "--system", "mst", "--tags", "joint", "--log", tmp_path / "log")
    assert_one_line_error(done, "--tags joint: mst", "or use --tags predicted")
    assert '"stopped", "text": "--tags joint: mst' in (tmp_path / "log").read_text()
    assert_one_line_error(arcwalk("parse", file, file, "-m", model), "give -o FOLDER/")
