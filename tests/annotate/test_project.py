"""Projects: what is saved is in the file, and nothing that somebody else has written is overwritten."""

import errno
import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from commands import PROCESS

from annotate.conftest import GOLD, without_tree
from arcwalk import ArcwalkError, Sentence, TreebankError, read
from arcwalk.annotate import treebank_file
from arcwalk.annotate.items import Item
from arcwalk.annotate.journal import is_save
from arcwalk.annotate.learning import Learning
from arcwalk.annotate.project import Conflict, Draft, Project, Saved
from arcwalk.annotate.session import Session
from arcwalk.service.errors import Refusal
from arcwalk.treebank.annotation.state import state_of
from arcwalk.treebank.confidence import with_confidences


def save(project: Project, items: list[Item], *sentences: Sentence, state: Any = "done", who: str = "Anna") -> Saved:
    drafts = [Draft(str(sentence), state) for sentence in sentences]
    return project.save(who, [(item.id, item.version) for item in items], drafts, {})


def journal(file: Path) -> list[dict[str, Any]]:
    lines = file.with_name(f"{file.name}.journal.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def journal_of_saves(file: Path) -> list[dict[str, Any]]:
    return [entry for entry in journal(file) if is_save(entry)]


def halves(sentence: Sentence) -> list[Sentence]:
    """The sentence as two, with plain trees."""
    middle = len(sentence) // 2
    parts = [sentence.forms[:middle], sentence.forms[middle:]]
    return [
        Sentence.from_columns(
            forms, heads=list(range(len(forms))), deprels=["root", *["dep"] * (len(forms) - 1)], id=f"half {number}"
        )
        for number, forms in enumerate(parts)
    ]


def test_an_accepted_sentence_is_in_the_file_and_all_other_bytes_stay(project: Project, file: Path):
    before = list(read(file))
    item = project.items()[3]
    (saved,) = save(project, [item], GOLD[3]).items
    after = list(read(file))
    assert (after[3].heads, after[3].deprels) == (GOLD[3].heads, GOLD[3].deprels)
    assert "# annotation = done\n" in after[3].lines
    assert [own for own in after if own is not after[3]] == [own for own in before if own is not before[3]]
    assert (saved.id, saved.state, saved.who) == (item.id, "done", "Anna")
    assert saved.version != item.version
    (entry, end) = journal(file)
    assert end == {"written": entry["after"]}
    assert (entry["who"], entry["file"]) == ("Anna", "treebank.conllu")
    assert entry["replaces"] == [item.section.text]
    assert entry["sentences"] == [saved.section.text]


def test_what_is_accepted_has_no_records_left_and_what_is_begun_keeps_them(project: Project, file: Path):
    guess = with_confidences(GOLD[0], [0.5] * len(GOLD[0]))
    (begun,) = save(project, project.items()[:1], guess, state="begun").items
    assert begun.state == "begun"
    assert next(read(file)).misc("HeadConfidence") == ["0.50"] * len(GOLD[0])
    (done,) = save(project, [begun], guess).items
    assert done.state == "done"
    assert not any(next(read(file)).misc("HeadConfidence"))
    (reopened,) = save(project, [done], without_tree(GOLD[0]), state="untouched").items
    assert reopened.state == "untouched"
    assert next(read(file)) == without_tree(GOLD[0])


def test_there_is_one_comment_on_the_state(project: Project, file: Path):
    both = GOLD[0].with_comment("annotation", "begun").with_comment("note", "n")
    text = str(both).replace("# note", "# annotation = done\n# note")
    save(project, project.items()[:1], Sentence.from_conllu(text))
    assert re.findall("# (?:annotation|note).*", file.read_text()) == ["# note = n", "# annotation = done"]


def test_the_second_to_save_learns_what_the_first_has_saved(project: Project):
    (item, *_) = project.items()
    first = save(project, [item], GOLD[0], who="Ole")
    with pytest.raises(Conflict, match="Ole has changed this sentence") as conflict:
        save(project, [item], without_tree(GOLD[0]), state="begun")
    assert conflict.value.current == first.items
    assert save(project, conflict.value.current, without_tree(GOLD[0]), state="begun").items[0].state == "begun"


def test_a_save_whose_reply_was_lost_can_be_repeated(project: Project, file: Path):
    (item, *_) = project.items()
    first = save(project, [item], GOLD[0])
    assert save(project, [item], GOLD[0]).items == first.items
    assert len(journal_of_saves(file)) == 1


def test_a_repeated_split_or_join_is_done_once(project: Project, file: Path):
    items = project.items()
    parts = save(project, items[2:3], *halves(GOLD[2]))
    assert save(project, items[2:3], *halves(GOLD[2])).items == parts.items
    joined = save(project, parts.items, GOLD[2])
    assert save(project, parts.items, GOLD[2]).items == joined.items
    assert len(journal_of_saves(file)) == 2
    removed = save(project, joined.items + project.items()[3:4], GOLD[2])  # which is there, but is not all there is
    assert removed.removed == [items[3].id]


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


def test_sentences_are_split_and_joined(project: Project, file: Path):
    items = project.items()
    split = save(project, items[2:3], *halves(GOLD[2]))
    assert [own.id for own in split.items] == [items[2].id, len(items) + 1]
    assert [own.id for own in read(file)][2:4] == ["half 0", "half 1"]
    assert project.order()[1:5] == [items[1].id, items[2].id, len(items) + 1, items[3].id]
    joined = save(project, split.items, GOLD[2])
    assert joined.removed == [len(items) + 1]
    assert project.order() == [item.id for item in items]
    with pytest.raises(Conflict, match="split, joined or removed") as conflict:
        save(project, split.items[1:], GOLD[2])
    assert conflict.value.current == joined.items
    with pytest.raises(Conflict, match="neighbors"):
        save(project, [items[5], items[7]], GOLD[2])


@pytest.mark.parametrize(
    ("conllu", "state", "part"),
    [
        ("nothing", "done", "data:1"),
        (str(GOLD[0]) + str(GOLD[1]), "done", "more than one sentence"),
        (str(without_tree(GOLD[0])), "done", "no HEAD"),
        (str(GOLD[0]).replace("\t0\troot", "\t1\troot"), "begun", "no word is attached to the root|own head|cycle"),
        ("# global.columns = ID FORM\n1\ta\n", "begun", "not CoNLL-U"),
        ("1\ta\t\t_\t_\t_\t0\troot\t_\t_\n", "begun", "LEMMA is empty"),
        ("1\ta\t_\t_\t_\t_\t0\troot\t_\t\n", "begun", "MISC is empty"),
        ("1\ta\t_\t_\t_\t_\t0\troot\t_\tGloss=a\tb\n", "done", "11 columns"),
    ],
)
def test_what_is_no_sentence_is_not_saved(project: Project, file: Path, conllu: str, state: Any, part: str):
    before = file.read_bytes()
    (item, *_) = project.items()
    with pytest.raises(TreebankError, match=part):
        project.save("Anna", [(item.id, item.version)], [Draft(conllu, state)], {})
    assert file.read_bytes() == before


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


def test_a_file_that_can_no_longer_be_read_is_left_alone(project: Project, file: Path):
    items = project.items()
    text = file.read_bytes()
    for broken, part in (
        (b"1\tbroken\n", "treebank.conllu:1 .*2 columns"),
        (None, "cannot read the file .*; put it back"),
    ):
        file.unlink()
        if broken is not None:
            file.write_bytes(broken)
        with pytest.raises(ArcwalkError, match=part):
            save(project, items[:1], GOLD[0])
        assert project.problems() != [""]
        assert not file.exists() if broken is None else file.read_bytes() == broken
    file.write_bytes(text)
    assert save(project, items[:1], GOLD[0]).items[0].state == "done"


def test_a_file_that_nobody_may_write_to(project: Project, file: Path, tmp_path: Path):
    file.chmod(0o444)
    with pytest.raises(ArcwalkError, match=r"treebank\.conllu: this file is read-only; make it writable"):
        save(project, project.items()[:1], GOLD[0])
    assert journal(file) == []
    other = Path(shutil.copy(file, tmp_path / "other.conllu"))
    with pytest.raises(ArcwalkError, match="make it writable"):
        Project([other])


def test_a_file_that_is_gone_for_a_while(project: Project, file: Path):
    since = project.at
    file.rename(file.with_suffix(".moved"))
    project.look_at_files()
    assert project.at > since
    file.with_suffix(".moved").rename(file)
    assert save(project, project.items()[:1], GOLD[0]).items[0].state == "done"
    assert project.problems() == [""]


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


def test_files_and_folders(tmp_path: Path, file: Path):
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "more.conllu").write_text(str(GOLD[0]))
    project = Project([tmp_path, file])
    assert [own.name for own in project.files] == ["inner/more.conllu", "treebank.conllu"]
    assert [item.file for item in project.items()] == [0, *[1] * len(GOLD)]
    assert [item.state for item in project.items()] == ["done", *["untouched"] * len(GOLD)]
    project.close()
    for bad, part in ((tmp_path / "none.conllu", "No such file"), (tmp_path / "x.gz", "compressed")):
        with pytest.raises(ArcwalkError, match=part):
            Project([file, bad])
    Project([file]).close()  # which nobody holds


def test_files_of_the_same_name_are_told_apart(tmp_path: Path):
    paths = [tmp_path / name / "t.conllu" for name in ("a/x", "b/x", "c")]
    for path in paths:
        path.parent.mkdir(parents=True)
        path.write_text(str(GOLD[0]))
    project = Project(paths)
    assert [file.name for file in project.files] == ["a/x/t.conllu", "b/x/t.conllu", "c/t.conllu"]
    assert len({file.key for file in project.files}) == 3
    project.close()
    (alone,) = Project(paths[:1]).files
    assert (alone.name, alone.key) == ("t.conllu", project.files[0].key)
    alone.close()


def test_the_state_in_the_file_is_the_state_in_python(project: Project, file: Path):
    save(project, project.items()[:1], GOLD[0])
    save(project, project.items()[1:2], without_tree(GOLD[1]), state="begun")
    states = [state_of(sentence) for sentence in read(file)]
    assert states == [item.state for item in project.items()] == ["done", "begun", *["untouched"] * 10]


@pytest.mark.parametrize("odd", ["\u2028", "\x85", "\f", "\x1c"])
def test_lines_end_where_they_end_in_files(tmp_path: Path, odd: str):
    path = tmp_path / "odd.conllu"
    given = GOLD[0].with_misc("Note", [f"a{odd}b"] * len(GOLD[0]))
    path.write_text(str(given))
    project = Project([path])
    (item,) = project.items()
    assert item.sentence.forms == given.forms
    assert item.sentence.misc("Note") == given.misc("Note")
    save(project, [item], item.sentence.with_tree(given.heads, ["dep"] * len(given)))
    project.close()
    assert next(read(path)).misc("Note") == [f"a{odd}b"] * len(given)


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
