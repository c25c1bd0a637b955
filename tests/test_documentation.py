"""The commands and the code in README and on the site run, and print what the pages say they print.

Each page runs in a folder of its own, which is empty at first. Where the first blocks of pages have the same commands,
these run once, and each page goes on in a copy of the folder. Durations and speeds may differ; a block that ends in
`...` shows only the beginning of the output. Blocks that cannot be run say why, and what they name must exist.
"""

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from contextlib import chdir, redirect_stdout
from functools import cache
from io import StringIO
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

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
TO_RUN = {
    page: list(group)
    for page, group in groupby((block for block in blocks() if not block.reason), lambda block: block.page)
}
VARIES = re.compile(r"([\d.,]+ min )?[\d.,]+ (s|min|words/s)\b")
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


def run(block: Block) -> list[str]:
    """What each command of a block prints, or its code."""
    return [run_code(block.text)] if block.language == "python" else list(map(run_command, block.commands))


def transcript(block: Block, printed: list[str]) -> str:
    """What a block looks like with what was printed for real."""
    if block.language == "python":
        code, _, _ = block.text.partition("# prints:")
        return code + "".join(f"# prints: {line}".rstrip() + "\n" for line in printed[0].splitlines())
    commands = re.findall(r"^\$ (?:.*\\\n)*.*\n", block.text, re.M)
    return "".join(command + output for command, output in zip(commands, printed, strict=True))


class Beginning(NamedTuple):
    """A folder in which the first block of a page was run, and what it printed."""

    folder: Path
    printed: list[str]


@pytest.fixture(scope="module")
def begin(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Block], Beginning]:
    """Run the first block of a page, unless that of another page has the same commands and was run."""
    known: dict[str, Beginning] = {}

    def begin(block: Block) -> Beginning:
        steps = "\n".join(block.commands) or block.text
        if steps not in known:
            folder = tmp_path_factory.mktemp("beginning")
            with chdir(folder):
                known[steps] = Beginning(folder, run(block))
        return known[steps]

    return begin


@pytest.mark.parametrize("page", TO_RUN)
def test_page_shows_what_happens(
    page: str, begin: Callable[[Block], Beginning], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *others = TO_RUN[page]
    beginning = begin(first)
    shutil.copytree(beginning.folder, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    compare(first, beginning.printed)
    for block in others:
        compare(block, run(block))


def compare(block: Block, printed: list[str]) -> None:
    """Check that a block shows what was printed."""
    shown = VARIES.sub("#", block.text)
    happened = VARIES.sub("#", transcript(block, printed))
    if shown.endswith("...\n"):
        happened = happened[: len(shown) - 4] + "...\n"
    assert happened == shown


def test_only_what_cannot_be_run_is_left_out() -> None:
    assert len(TO_RUN) >= 15
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
