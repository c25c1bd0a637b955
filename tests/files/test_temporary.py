"""Temporary files of live and of killed processes."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from arcwalk.files import temporary
from arcwalk.files.output import replacing
from arcwalk.files.temporary import temporary_file

WRITER = """
import sys
from arcwalk.files.output import replacing
with replacing(sys.argv[1]) as stream:
    stream.write(b"half")
    stream.flush()
    print("ready", flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def new_process() -> None:
    """Folders are looked at once by each process."""
    temporary._remove_abandoned.cache_clear()


def test_the_files_of_killed_processes_are_removed_and_no_others(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    command = [sys.executable, "-c", WRITER, str(tmp_path / "out")]
    alive, dead = (
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)
    )
    for process in (alive, dead):
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
    dead.send_signal(signal.SIGKILL)
    dead.communicate()
    elsewhere = tmp_path / ".arcwalk-0a0b0c0d-0123456789abcdef.tmp"  # of another machine
    elsewhere.touch()
    assert len(list(tmp_path.iterdir())) == 3
    with replacing(tmp_path / "out") as stream:
        assert len(list(tmp_path.iterdir())) == 3
        stream.write(b"first")
    assert len(list(tmp_path.iterdir())) == 3
    alive.communicate("")
    assert (tmp_path / "out").read_bytes() == b"half"
    assert sorted(tmp_path.iterdir()) == [elsewhere, tmp_path / "out"]


def test_a_file_that_is_not_renamed_is_removed(tmp_path: Path) -> None:
    with temporary_file(tmp_path) as (stream, path):
        stream.write(b"half")
        assert list(tmp_path.iterdir()) == [path]
    assert not list(tmp_path.iterdir())


def test_where_files_cannot_be_locked_none_is_taken_for_abandoned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl")

    def refuse(*_: object) -> None:
        raise OSError(37, os.strerror(37))

    with monkeypatch.context() as patch:
        patch.setattr(fcntl, "flock", refuse)
        with temporary_file(tmp_path) as (_, path):
            patch.undo()
            temporary._remove_abandoned.cache_clear()
            with replacing(tmp_path / "out") as stream:
                stream.write(b"text")
            assert sorted(tmp_path.iterdir()) == [path, tmp_path / "out"]
    assert (tmp_path / "out").read_bytes() == b"text"
