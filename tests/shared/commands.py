"""Commands as users give them."""

import signal
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryFile
from unittest.mock import patch

from arcwalk.cli.main import main
from arcwalk.signals import ENDING

PROCESS = [sys.executable, "-m", "arcwalk.cli.main"]
TINY = [  # options of the smallest sampling parser
    "epochs=1",
    "aggressiveness=0.01",
    "shuffles=1",
    "pruner_shuffles=1",
    "neural_epochs=1",
    "folds=2",
    "table_bits=16",
]


def heed_signals() -> None:
    """Take signals, as `preexec_fn` of a process: whoever started the tests may ignore them (`nohup make test &`)."""
    for number in ENDING:
        signal.signal(number, signal.SIG_DFL)


def arcwalk(*words: str | Path, given: str = "") -> CompletedProcess[str]:
    """Run a command in this process, which has imported everything already, with `given` as its input."""
    with TemporaryFile("w+", encoding="utf-8") as out, TemporaryFile("w+", encoding="utf-8") as err:
        stdin = TextIOWrapper(BytesIO(given.encode()))
        with redirect_stdout(out), redirect_stderr(err), patch("sys.stdin", stdin):
            code = main(list(map(str, words)))
        for stream in (out, err):
            stream.seek(0)
        return CompletedProcess(words, code, out.read(), err.read())


def arcwalk_process(*words: str | Path, given: str = "") -> CompletedProcess[str]:
    """Run a command in a process of its own, as a shell does."""
    command = [*PROCESS, *map(str, words)]
    return subprocess.run(command, input=given, capture_output=True, text=True, timeout=300, check=False)


def assert_one_line_error(done: CompletedProcess[str], *parts: str, code: int = 1) -> None:
    assert done.returncode == code
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("arcwalk: ")
    for part in parts:
        assert part in line
