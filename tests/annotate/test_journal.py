"""The journal: it says who saved what, and finishes what a process was killed at."""

import errno
import json
import os
import subprocess
from pathlib import Path

import pytest
from commands import PROCESS

from annotate.conftest import GOLD, journal, journal_of_saves, save
from arcwalk import ArcwalkError, read
from arcwalk.annotate import treebank_file
from arcwalk.annotate.learning import Learning
from arcwalk.annotate.project import Project
from arcwalk.annotate.session import Session


def test_a_process_killed_between_journal_and_file_loses_nothing(file: Path, monkeypatch: pytest.MonkeyPatch):
    project = Project([file])

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    before = file.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(treebank_file.TreebankFile, "_write", killed)
        with pytest.raises(KeyboardInterrupt):
            save(project, project.items()[:1], GOLD[0])
    project.close()
    assert file.read_bytes() == before
    again = Project([file])
    assert again.items()[0].state == "done"
    assert (again.items()[0].who, next(read(file)).heads) == ("Anna", GOLD[0].heads)
    again.close()
    after = file.read_bytes()
    Project([file]).close()
    assert file.read_bytes() == after


def test_a_save_that_was_taken_back_on_purpose_is_not_done_again(file: Path):
    before = file.read_bytes()
    project = Project([file])
    save(project, project.items()[:1], GOLD[0])
    project.close()
    file.write_bytes(before)
    Project([file]).close()
    assert file.read_bytes() == before


@pytest.mark.parametrize("was_written", [True, False])
def test_a_save_without_an_ending_gets_one_at_the_next_start(file: Path, was_written: bool):
    before = file.read_bytes()
    project = Project([file])
    save(project, project.items()[:1], GOLD[0])
    project.close()
    path = file.with_name(f"{file.name}.journal.jsonl")
    path.write_text(path.read_text().splitlines()[0] + "\n")  # killed before it was said to be written
    if not was_written:
        file.write_bytes(b"# by = another\n" + before)
    there = file.read_bytes()
    for text in (there, before):
        file.write_bytes(text)
        Project([file]).close()
        assert file.read_bytes() == text
    assert list(journal(file)[-1]) == ["written" if was_written else "failed"]


def test_what_is_restored_is_what_was_to_be_saved(file: Path):
    before = file.read_bytes()
    project = Project([file])
    save(project, project.items()[:1], GOLD[0])
    project.close()
    file.write_bytes(before)
    entry = {**journal(file)[0], "sentences": [str(GOLD[1])]}
    file.with_name(f"{file.name}.journal.jsonl").write_text(json.dumps(entry))
    Project([file]).close()
    assert file.read_bytes() == before


def test_a_save_that_failed_is_not_done_at_the_next_start(file: Path):
    before = file.read_bytes()
    project = Project([file])
    file.chmod(0o444)
    with pytest.raises(ArcwalkError, match="read-only"):
        save(project, project.items()[:1], GOLD[0])
    assert list(project.saves()) == []
    project.close()
    file.chmod(0o644)
    Project([file]).close()
    assert file.read_bytes() == before


def test_a_full_disk_leaves_no_line_behind(file: Path, monkeypatch: pytest.MonkeyPatch):
    project = Project([file])
    save(project, project.items()[:1], GOLD[0])
    path = file.with_name(f"{file.name}.journal.jsonl")
    before, there = file.read_bytes(), path.read_bytes()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(ArcwalkError, match=r"journal.*No space left.*make room"):
            save(project, project.items()[1:2], GOLD[1])
    assert (file.read_bytes(), path.read_bytes()) == (before, there)
    save(project, project.items()[1:2], GOLD[1])
    project.close()
    assert len(journal_of_saves(file)) == 2


def test_a_journal_that_somebody_has_edited(file: Path):
    project = Project([file])
    save(project, project.items()[:1], GOLD[0])
    project.close()
    path = file.with_name(f"{file.name}.journal.jsonl")
    entry = journal(file)[0]
    odd = [[], "x", {}, {**entry, "who": 3}, {**entry, "sentences": [3]}, {"scores": {"las": "x"}}, {"corrections": 3}]
    path.write_text("".join(f"{json.dumps(own)}\n" for own in [*odd, entry, *odd]) + "\x00\n")
    project = Project([file])
    assert (project.items()[0].who, len(list(project.saves()))) == ("Anna", 1)
    overview = Session(project, Learning(project), 100)
    assert overview.overview()["who"] == ["Anna"]
    assert overview.progress()["scores"] == []
    project.close()


def test_a_journal_whose_last_line_was_cut_off(file: Path):
    project = Project([file])
    save(project, project.items()[:1], GOLD[0])
    project.close()
    path = file.with_name(f"{file.name}.journal.jsonl")
    path.write_bytes(path.read_bytes() + b'{"time": "20')
    project = Project([file])
    save(project, project.items()[1:2], GOLD[1])
    project.close()
    lines = path.read_text().splitlines()
    assert [line.endswith("}") for line in lines] == [True, True, False, True, True]


def test_a_journal_that_is_replaced_meanwhile(project: Project, file: Path):
    path = file.with_name("treebank.conllu.journal.jsonl")
    save(project, project.items()[:1], GOLD[0])
    older = path.read_bytes()
    save(project, project.items()[1:2], GOLD[1])
    path.unlink()
    path.write_bytes(older)
    save(project, project.items()[2:3], GOLD[2])
    assert [entry["place"] for entry in journal_of_saves(file)] == [0, 2]
    path.unlink()
    save(project, project.items()[3:4], GOLD[3])
    assert [entry["place"] for entry in journal_of_saves(file)] == [3]
    test_nobody_else_annotates_the_same_file(project, file)


def test_nobody_else_annotates_the_same_file(project: Project, file: Path):
    done = subprocess.run([*PROCESS, "annotate", file, "--port", "0"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "another arcwalk annotate has opened this file" in done.stderr
    assert len(project) == len(GOLD)


def test_a_journal_without_entries_does_not_stay(file: Path):
    Project([file]).close()
    assert os.listdir(file.parent) == [file.name]  # noqa: PTH208
