"""A run that is killed loses the stage in work, and nothing else."""

import subprocess
import time
from pathlib import Path

from commands import PROCESS
from quick_training import QUICK

from arcwalk import sample, write
from arcwalk.training.checkpoint import Checkpoint

OPTIONS = [word for name, value in QUICK["sampling"].items() for word in ("--set", f"{name}={value}")]


def train(folder: Path, *words: str) -> subprocess.Popen[bytes]:
    command = [*PROCESS, "train", "train.conllu", "-m", "model", "--jobs", "1", *OPTIONS, *words]
    return subprocess.Popen(command, cwd=folder, stderr=subprocess.DEVNULL)


def test_a_killed_run_continues_after_its_last_stage(tmp_path: Path) -> None:
    write(tmp_path / "train.conllu", sample(60))
    assert train(tmp_path).wait(300) == 0
    whole, unfinished = (tmp_path / "model").read_bytes(), tmp_path / "model.unfinished"
    assert not unfinished.exists()
    (tmp_path / "model").unlink()
    with train(tmp_path, "--set", "epochs=50") as process:
        until = time.monotonic() + 300
        while not unfinished.exists() and time.monotonic() < until:
            time.sleep(0.01)
        process.kill()
    assert Checkpoint.read(unfinished).get("pruner heads 0")
    with train(tmp_path, "--set", "epochs=50", "--resume") as process:
        assert process.wait(300) == 0
    resumed = (tmp_path / "model").read_bytes()
    assert resumed != whole
    assert train(tmp_path, "--set", "epochs=50").wait(300) == 0
    assert (tmp_path / "model").read_bytes() == resumed


def test_a_value_is_on_disk_once_it_is_computed(tmp_path: Path) -> None:
    checkpoint = Checkpoint(tmp_path / "model.unfinished")
    checkpoint.get_or_compute("tuning", lambda: ({"epochs": 3}, {}))
    result = Checkpoint.read(tmp_path / "model.unfinished").get_or_compute("tuning", lambda: ({"epochs": 4}, {}))
    assert result.metadata.whole("epochs", 1, 9) == 3


def test_a_full_disk_does_not_end_a_run(tmp_path: Path) -> None:
    checkpoint = Checkpoint(tmp_path / "no such folder" / "model.unfinished")
    checkpoint.keep("stage", {})
    checkpoint.save()
    assert not list(tmp_path.iterdir())
