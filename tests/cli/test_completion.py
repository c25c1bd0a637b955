"""Completion as a shell asks for it: with the line so far in the environment of a process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from commands import PROCESS

COMMANDS = [
    "train",
    "parse",
    "tag",
    "tokenize",
    "words",
    "evaluate",
    "draw",
    "annotate",
    "select",
    "review",
    "check",
    "sample",
    "serve",
    "compile",
    "demo",
]


def ask(line: str, folder: Path, *python: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_IFS": "\n",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(folder / "answer"),
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
    }
    command = [sys.executable, *python] if python else PROCESS
    return subprocess.run(
        command, env=environment, cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("arcwalk ", {*COMMANDS, "-h", "--help", "--version"}),
        ("arcwalk ev", {"evaluate "}),
        ("arcwalk train x --sys", {"--system "}),
        ("arcwalk train x -m y --system ", {"sampling", "bayes-point", "mst", "rerank", "vine", "tagger"}),
        ("arcwalk parse x --engine d", {"dask "}),
        ("arcwalk parse own", {"own.conllu "}),
    ],
)
def test_what_is_offered(line: str, expected: set[str], tmp_path: Path) -> None:
    pytest.importorskip("argcomplete")
    (tmp_path / "own.conllu").touch()
    done = ask(line, tmp_path)
    assert (done.stdout, done.stderr) == ("", "")
    assert set(filter(None, (tmp_path / "answer").read_text().split("\n"))) == expected


def test_without_argcomplete_nothing_is_offered_and_nothing_is_run(tmp_path: Path) -> None:
    code = "import sys; sys.modules['argcomplete'] = None; from arcwalk.cli.main import main; sys.exit(main())"
    done = ask("arcwalk sample 3", tmp_path, "-c", code)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "")


def test_commands_do_not_load_it() -> None:
    code = "import sys; from arcwalk.cli.main import main; main(['sample', '1'])\n"
    code += "assert not {'argcomplete', 'arcwalk.cli.completion'} & {*sys.modules}"
    subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, timeout=120, check=True)
