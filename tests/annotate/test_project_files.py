"""Files of a project: which there are, what is in them, and when they are left alone."""

import shutil
from pathlib import Path

import pytest

from annotate.conftest import GOLD, journal, save, without_tree
from arcwalk import ArcwalkError, read
from arcwalk.annotate.project import Project
from arcwalk.treebank.annotation.state import state_of


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
