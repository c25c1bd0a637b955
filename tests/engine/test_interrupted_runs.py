"""Runs that were interrupted or killed: what is finished is kept, and what has changed is parsed again."""

import multiprocessing
import os
import signal
import stat
import subprocess
import time
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from commands import PROCESS, arcwalk
from corpora import Watcher, contents, corpus, interrupt, set_back

from arcwalk import ArcwalkError, FilesFailed, parse_files, sample
from arcwalk.engine.local import LocalEngine
from arcwalk.engine.output_folder import HIDDEN, OutputFolder
from arcwalk.engine.protocol import EngineError
from arcwalk.treebank import write

pytestmark = pytest.mark.usefixtures("small_batches")


@pytest.mark.parametrize("batches", [2, 12])
def test_an_interrupted_run_goes_on(
    batches: int, model: Path, source: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        parse_files(source, model, out, jobs=2, progress=Watcher(batches, interrupt))
    assert contents(out).keys() - expected.keys()
    assert all(expected[name] == text for name, text in contents(out).items() if HIDDEN not in name)
    (journal,) = out.rglob("journal")
    with journal.open("a") as stream:
        stream.write('{"file": ["half a li')
    watcher = Watcher()
    LocalEngine.batch_words = 170
    report = parse_files(source, model, out, jobs=1, progress=watcher)
    assert contents(out) == expected
    total = sum(text.count(b"\n\n") for name, text in expected.items() if not name.endswith(".gz")) + 40
    assert 0 < watcher.sentences < total
    assert bool(report.kept) == (batches == 12)


def test_a_killed_run_goes_on(model: Path, expected: dict[str, bytes], tmp_path: Path) -> None:
    many = tmp_path / "in"
    corpus(many, 1500)
    out = tmp_path / "out"
    command = ["parse", many, "-m", model, "-o", out, "--jobs", "2"]
    process = subprocess.Popen([*PROCESS, *map(str, command)])
    for _ in count():
        if any(file.stat().st_size > 100_000 for file in out.glob(f"{HIDDEN}/*")):
            break
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert not (out / "large.conllu").exists()
    watcher = Watcher()
    parse_files(many, model, out, progress=watcher)
    assert 0 < watcher.sentences < 1560
    alone = arcwalk("parse", many / "large.conllu", "-m", model, "-o", tmp_path / "alone", "--jobs", "1")
    assert alone.returncode == 0
    assert (out / "large.conllu").read_bytes() == (tmp_path / "alone").read_bytes()
    assert contents(out).keys() == expected.keys()


def test_a_run_without_workers_left_goes_on(
    model: Path, source: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    def lose_workers() -> None:
        raise EngineError("lost")

    with pytest.raises(EngineError):
        parse_files(source, model, tmp_path, progress=Watcher(3, lose_workers))
    watcher = Watcher()
    parse_files(source, model, tmp_path, progress=watcher)
    assert 0 < watcher.sentences < 260
    assert contents(tmp_path) == expected


def test_what_has_changed_is_parsed_again(
    model: Path, source: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    for change in ("model options", "input", "output"):
        with pytest.raises(KeyboardInterrupt):
            parse_files(source, model, out, progress=Watcher(14, interrupt))
        assert (out / "large.conllu").exists()
        if change == "input":
            set_back(source / "large.conllu")
        elif change == "output":
            (out / "large.conllu").unlink()
        options = {"longest": 3} if change == "model options" else {}
        assert not parse_files(source, model, out, **options).kept
        assert (contents(out) == expected) == (change != "model options")


def test_an_input_that_changes_while_it_is_read_fails(model: Path, expected: dict[str, bytes], tmp_path: Path) -> None:
    source, out = corpus(tmp_path / "in", 200), tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        parse_files(source, model, out, progress=Watcher(3, interrupt))
    with pytest.raises(
        FilesFailed, match=r"large\.conllu: the file has changed while it was read; run again"
    ) as failed:
        parse_files(source, model, out, progress=Watcher(2, lambda: set_back(source / "large.conllu")))
    assert (len(failed.value.report.written), len(failed.value.report.failed)) == (2, 1)
    assert not (out / "large.conllu").exists()
    assert len(parse_files(source, model, out).kept) == 2
    assert contents(out) == expected


def test_only_the_last_state_of_an_output_counts(model: Path, expected: dict[str, bytes], tmp_path: Path) -> None:
    source, out = corpus(tmp_path / "in", 200), tmp_path / "out"
    old = (source / "large.conllu").read_bytes()
    facts = (source / "large.conllu").stat()
    with pytest.raises(KeyboardInterrupt):
        parse_files(source, model, out, progress=Watcher(14, interrupt))
    write(source / "large.conllu", sample(190, seed=5))
    with pytest.raises(KeyboardInterrupt):
        parse_files(source, model, out, progress=Watcher(14, interrupt))
    assert (out / "large.conllu").read_bytes() != expected["large.conllu"]
    (source / "large.conllu").write_bytes(old)
    os.utime(source / "large.conllu", ns=(facts.st_atime_ns, facts.st_mtime_ns))
    parse_files(source, model, out)
    assert contents(out) == expected


def test_an_output_that_somebody_has_cut_is_written_again(
    model: Path, source: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    with pytest.raises(KeyboardInterrupt):
        parse_files(source, model, tmp_path, progress=Watcher(14, interrupt))
    (tmp_path / "large.conllu").write_bytes(expected["large.conllu"][:-10])
    assert not parse_files(source, model, tmp_path).kept
    assert contents(tmp_path) == expected


def test_a_folder_can_be_moved(model: Path, source: Path, expected: dict[str, bytes], tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        parse_files(source, model, tmp_path / "out", progress=Watcher(14, interrupt))
    (tmp_path / "out").rename(tmp_path / "moved")
    assert len(parse_files(source, model, tmp_path / "moved").kept) == 1
    assert contents(tmp_path / "moved") == expected


def test_an_interrupted_run_leaves_nothing_locked(
    model: Path, source: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    with pytest.raises(KeyboardInterrupt) as held:  # with all frames, as in a notebook
        parse_files(source, model, tmp_path, jobs=2, progress=Watcher(3, interrupt))
    assert not multiprocessing.active_children()
    parse_files(source, model, tmp_path)
    assert contents(tmp_path) == expected
    assert held.traceback


def test_the_journal_is_short(model: Path, source: Path, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        parse_files(source, model, tmp_path, progress=Watcher(16, interrupt))
    journal = (tmp_path / HIDDEN / "journal").read_text()
    assert 3 < len(journal.splitlines()) < 14


def test_two_runs_cannot_share_a_folder(model: Path, source: Path, tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    with OutputFolder(tmp_path / "out", "other"), pytest.raises(ArcwalkError, match="another run is writing"):
        parse_files(source, model, tmp_path / "out")


def test_the_names_of_files_are_on_disk_before_they_count_as_finished(
    model: Path, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    events: list[str] = []
    fsync, note = os.fsync, OutputFolder._note

    def synced(file: int) -> None:
        events.append("folder" if stat.S_ISDIR(os.fstat(file).st_mode) else "file")
        fsync(file)

    def noted(self: OutputFolder, file: Any, state: Any) -> None:
        events.extend(["finished"] * state.is_finished)
        note(self, file, state)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(OutputFolder, "_note", noted)
    parse_files(source, model, tmp_path / "out")
    assert events == ["file", "folder", "finished"] * 3
