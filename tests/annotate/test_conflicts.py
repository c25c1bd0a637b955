"""Others who work at the same time: nothing that they have written is overwritten."""

import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from annotate.conftest import GOLD, save, without_tree
from arcwalk import ArcwalkError, read
from arcwalk.annotate.learning import Learning
from arcwalk.annotate.project import Conflict, Project
from arcwalk.annotate.session import Session
from arcwalk.service.errors import Refusal


def test_the_second_to_save_learns_what_the_first_has_saved(project: Project):
    (item, *_) = project.items()
    first = save(project, [item], GOLD[0], who="Ole")
    with pytest.raises(Conflict, match="Ole has changed this sentence") as conflict:
        save(project, [item], without_tree(GOLD[0]), state="begun")
    assert conflict.value.current == first.items
    assert save(project, conflict.value.current, without_tree(GOLD[0]), state="begun").items[0].state == "begun"


def test_what_another_program_writes_is_noticed_and_kept(project: Project, file: Path):
    items = project.items()
    text = file.read_text()
    file.write_text(text.replace("# sent_id = sample-0-5\n", "# sent_id = sample-0-5\n# note = checked\n"))
    save(project, items[:1], GOLD[0])
    assert "# note = checked\n" in file.read_text()
    assert project.item(items[4].id).sentence.comment("note") == "checked"  # type: ignore[union-attr]
    with pytest.raises(Conflict, match="another program"):
        save(project, items[4:5], GOLD[4])
    assert "# note = checked\n" in file.read_text()


def test_sentences_that_another_program_adds_or_removes(project: Project, file: Path):
    items = project.items()
    sentences = list(read(file))
    file.write_text("".join(map(str, [*sentences[:2], GOLD[0], *sentences[3:]])))
    project.look_at_files()
    assert project.order() == [item.id for item in items]
    file.write_text("".join(map(str, [*sentences[:2], *sentences[3:]])))
    project.look_at_files()
    assert items[2].id not in project.order()
    assert project.order() == [item.id for item in items if item.id != items[2].id]
    with pytest.raises(Conflict) as conflict:
        save(project, items[2:3], GOLD[2])
    assert conflict.value.current == []


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs to know which file is written")
def test_what_is_written_during_a_save_is_kept(project: Project, file: Path, monkeypatch: pytest.MonkeyPatch):
    other = file.read_bytes() + b"# by another\n"
    sync = os.fsync

    def slow(number: int) -> None:
        sync(number)
        if Path(f"/proc/self/fd/{number}").readlink().suffix != ".jsonl":
            file.write_bytes(other)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", slow)
        with pytest.raises(ArcwalkError, match="another program has just written"):
            save(project, project.items()[:1], GOLD[0])
    assert file.read_bytes() == other
    save(project, project.items()[:1], GOLD[0])
    assert b"# by another" in file.read_bytes()


def test_what_is_written_right_after_a_save_is_noticed(project: Project, file: Path, monkeypatch: pytest.MonkeyPatch):
    rename = Path.replace

    def then_another(self: Path, target: Path) -> Path:
        found = rename(self, target)
        if found == file:
            file.write_bytes(file.read_bytes().replace(b"sample-0-5", b"sample-0-X"))
        return found

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", then_another)
        save(project, project.items()[:1], GOLD[0])
    project.look_at_files()
    assert project.items()[4].sentence.id == "sample-0-X"


def test_changes_are_read_while_others_are_noted(project: Project):
    session, since = Session(project, Learning(project), 100), project.at
    in_note, may_end = Event(), Event()

    def ids() -> Iterator[int]:
        yield 1
        in_note.set()
        assert may_end.wait(10)
        yield 2

    def note() -> None:
        with project._lock:
            project.log.note(ids())

    with ThreadPoolExecutor() as pool:
        noting = pool.submit(note)
        assert in_note.wait(10)
        replies = [pool.submit(session.changes, since), pool.submit(lambda: session.overview()["at"])]
        time.sleep(0.05)
        assert not any(reply.done() for reply in replies)
        may_end.set()
        noting.result()
        assert [entry["id"] for entry in replies[0].result()["sentences"]] == [1, 2]
        assert replies[1].result() == project.at
    with pytest.raises(Refusal):
        session.changes(since - 1)
