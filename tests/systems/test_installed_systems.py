"""Systems of other packages: an entry point is enough."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from commands import PROCESS

from arcwalk import ArcwalkError, Parser, sample, write

MODULE = """
from dataclasses import replace
from arcwalk.systems.registry import SYSTEMS

MINE = replace(SYSTEMS["bayes-point"], joint=None)
BROKEN = 1
"""
POINTS = """
[arcwalk.systems]
mine = my_parsers:MINE
sampling = my_parsers:BROKEN
"""


@pytest.fixture
def installed(tmp_path: Path) -> dict[str, str]:
    """The environment of a process in which a package with a system is installed."""
    (tmp_path / "my_parsers.py").write_text(MODULE)
    metadata = tmp_path / "my_parsers-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: my-parsers\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(POINTS)
    paths = [str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def test_it_is_trained_by_name(installed: dict[str, str], tmp_path: Path) -> None:
    write(tmp_path / "train.conllu", sample(20))
    words = ["train", "train.conllu", "-m", "model", "--system", "mine", "--set", "epochs=1", "--set", "shuffles=1"]
    done = subprocess.run(
        [*PROCESS, *words], cwd=tmp_path, env=installed, capture_output=True, text=True, timeout=300, check=False
    )
    assert (done.returncode, "mine trained on 20 sentences" in done.stderr) == (0, True), done.stderr
    help = subprocess.run([*PROCESS, "train", "--help"], env=installed, capture_output=True, text=True, check=True)
    assert "vine, mine or tagger" in " ".join(help.stdout.split())


def test_it_cannot_replace_a_system_of_arcwalk(installed: dict[str, str]) -> None:
    code = "from arcwalk.systems.registry import system_named; print(system_named('sampling').uses_dev)"
    done = subprocess.run([sys.executable, "-c", code], env=installed, capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


@pytest.mark.parametrize("system", ["mst", "rerank", "vine"])
def test_dev_sentences_are_used_or_refused(system: str) -> None:
    with pytest.raises(ArcwalkError, match=f"dev: {system} tunes nothing on development sentences"):
        Parser.train(sample(10), dev=sample(5, seed=1), system=system)
