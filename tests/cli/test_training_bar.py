"""What `arcwalk train` draws on a terminal."""

import os
import re
import subprocess
from pathlib import Path

import numba
import pytest
from commands import PROCESS, TINY

from arcwalk.sample import sample
from arcwalk.treebank import write

pty = pytest.importorskip("pty")


def shown_on_a_terminal(command: list[str]) -> list[str]:
    """The lines that a command draws on a terminal of 80 columns, those drawn over included."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "24"}
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    data = b""
    try:
        while chunk := os.read(ours, 65536):
            data += chunk
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    assert process.wait(timeout=300) == 0, data
    text = re.sub(r"\x1b\[[?0-9;]*[A-Za-z]", "", data.decode())
    return [line.rstrip() for line in re.split(r"[\r\n]+", text)]


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="training needs compiled kernels")
def test_training_shows_stages_scores_and_the_time_left_of_the_whole_run(tmp_path: Path) -> None:
    write(tmp_path / "train.conllu", sample(200))
    options = [word for setting in (*TINY, "epochs=0") for word in ("--set", setting)]
    command = [*PROCESS, "train", str(tmp_path / "train.conllu"), "-m", str(tmp_path / "model"), *options]
    lines = shown_on_a_terminal(command)
    bars = [line for line in lines if "━" in line]
    assert all(len(line) <= 80 for line in lines if " so far" in line or line in bars)
    for stage in ("pruner heads and network, 2 folds", "pruner labels, 2 folds", "choosing step size and epochs"):
        shown = re.compile(rf"━+ (\d:\d\d:\d\d|-:--:--) left; {stage} \d+/\d+ epochs$")
        assert any(map(shown.search, bars)), stage
    assert "-:--:--" not in "".join(bar for bar in bars if "choosing" in bar)
    below = r"\d:\d\d:\d\d so far; held-out \d\d\.\d\d UAS, \d\d\.\d\d LAS; step size 0\.01, epoch [1-4]$"
    assert any(re.fullmatch(below, line) for line in lines)
    assert any(re.match(r"step size 0\.01, [1-4] epochs?: .* on 20 held-out sentences$", line) for line in lines)
