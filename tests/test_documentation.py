"""The commands and the code in README and on the site run, page by page, and print what the pages say they print.

All run in one folder. Durations, sizes and speeds may differ; a block that ends in `...` shows only the beginning of
the output. Blocks that cannot be run say why, and what they name must exist.
"""

import re
import shlex
import subprocess
import sys
import tomllib
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path

import pytest
from commands import arcwalk
from pages import ROOT, Block, blocks, pages

from arcwalk.cli.command_line import command_line

REASONS = {
    "installs packages",
    "needs a cluster",
    "takes hours",
    "needs a running service",
    "runs until it is stopped",
}
VARIES = re.compile(r"([\d.,]+ min )?[\d.,]+ (s|min|MB|words/s)\b")
SCRIPT = re.compile(r"`python ((?:experiments|benchmarks)/\w+\.py[^`]*)`")


def run_command(line: str) -> str:
    name, *words = shlex.split(line)
    if name == "arcwalk":
        done = arcwalk(*words)
    else:
        done = subprocess.run(line, shell=True, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def run_code(code: str) -> str:
    with redirect_stdout(StringIO()) as printed:
        exec(code, {"__name__": "__main__"})
    return printed.getvalue()


def transcript(block: Block) -> str:
    """What a block looks like when it is run for real."""
    if block.language == "python":
        code, _, _ = block.text.partition("# prints:")
        return code + "".join(f"# prints: {line}".rstrip() + "\n" for line in run_code(code).splitlines())
    shown = {line[2:].replace("\\\n", ""): line for line in re.findall(r"^\$ (?:.*\\\n)*.*$", block.text, re.M)}
    return "".join(f"{shown[line]}\n{run_command(line)}" for line in block.commands)


def test_pages_show_what_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    to_run = [block for block in blocks() if not block.reason]
    assert len(to_run) >= 20
    for block in to_run:
        shown = VARIES.sub("#", block.text)
        happened = VARIES.sub("#", transcript(block))
        if shown.endswith("...\n"):
            happened = happened[: len(shown) - 4] + "...\n"
        assert happened == shown, block.page


def test_only_what_cannot_be_run_is_left_out() -> None:
    assert {block.reason for block in blocks() if block.reason} <= REASONS
    fences = {fence for page in pages() for fence in re.findall(r"^```(\w+)$", page.read_text(encoding="utf-8"), re.M)}
    assert not fences & {"bash", "sh", "shell", "py", "pycon"}  # commands are in blocks of `console`, code in `python`


def test_commands_that_are_not_run_exist() -> None:
    for block in blocks():
        for command in block.commands if block.reason else []:
            check(command, block.page)


def test_scripts_in_the_text_exist() -> None:
    found = 0
    for page in pages():
        for command in SCRIPT.findall(page.read_text(encoding="utf-8")):
            check(f"python {command}", page.name)
            found += 1
    assert found


def check(command: str, page: str) -> None:
    """Check that a command exists, with its options."""
    name, *words = shlex.split(command)
    if name == "arcwalk":
        command_line(words).parse_args(words)
    elif name == "make":
        targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
        assert set(words) <= set(targets), page
    elif name == "python":
        assert {option for option in words if option.startswith("-")} <= options_of(words[0]), command
    elif name == "pip":
        extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
            "optional-dependencies"
        ]
        named = re.findall(r"arcwalk\[([\w,]+)\]", command)
        assert {extra for names in named for extra in names.split(",")} <= set(extras), page
    else:
        assert name in ("dask", "curl", "eval"), f"{page}: {command}"


@cache
def options_of(script: str) -> set[str]:
    """The options that the help of a script lists."""
    done = subprocess.run([sys.executable, ROOT / script, "--help"], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return set(re.findall(r"(?<![\w-])--?\w[\w-]*", done.stdout))
