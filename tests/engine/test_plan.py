"""Which files are read, and what their outputs are called."""

from pathlib import Path

import pytest

from arcwalk.engine.plan import plan_files
from arcwalk.errors import ArcwalkError


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in (
        "in/a.conllu",
        "in/b.conllu.gz",
        "in/sub/a.conllu",
        "in/README.md",
        "in/.hidden.conllu",
        "text/a.txt.xz",
    ):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def planned(*inputs: str, output: str = "out") -> dict[str, str]:
    return {Path(source).as_posix(): Path(target).as_posix() for source, target in plan_files(inputs, output).files}


@pytest.mark.usefixtures("folder")
def test_one_file_goes_to_one_file() -> None:
    plan = plan_files(["in/a.conllu"], "out.conllu")
    assert (plan.files, plan.folder) == ([("in/a.conllu", "out.conllu")], None)
    assert plan_files(["-"], "-").files == [("-", "-")]
    assert planned("missing") == {"missing": "out"}


def test_the_output_is_a_folder_if_it_is_one_or_has_to_be(folder: Path) -> None:
    one = {"in/a.conllu": "out/a.conllu"}
    assert planned("in/a.conllu", output="out/") == one
    (folder / "out").mkdir()
    assert planned("in/a.conllu") == one
    assert planned("in/a.conllu", "in/b.conllu.gz", "in/a.conllu") == {**one, "in/b.conllu.gz": "out/b.conllu.gz"}
    assert plan_files(["in/a.conllu"], "out").folder == Path("out")


@pytest.mark.usefixtures("folder")
def test_folders_and_patterns_keep_the_folders_below() -> None:
    below = {"in/a.conllu": "out/a.conllu", "in/b.conllu.gz": "out/b.conllu.gz", "in/sub/a.conllu": "out/sub/a.conllu"}
    assert planned("in") == below
    assert planned("in/**/*.conllu*") == below
    assert planned("in/*/*.conllu") == {"in/sub/a.conllu": "out/sub/a.conllu"}
    assert planned("in/[ab].*") == {"in/a.conllu": "out/a.conllu", "in/b.conllu.gz": "out/b.conllu.gz"}


@pytest.mark.usefixtures("folder")
def test_texts_become_treebanks() -> None:
    assert plan_files(["text"], "out", "lines").files == [("text/a.txt.xz", str(Path("out/a.conllu.xz")))]


@pytest.mark.usefixtures("folder")
def test_texts_keep_what_tells_them_apart() -> None:
    for name in ("part.001", "part.002.gz", "part.txt"):
        Path("text", name).touch()
    names = [Path(target).name for _, target in plan_files(["text"], "out", "text").files]
    assert names == ["a.conllu.xz", "part.001.conllu", "part.002.conllu.gz", "part.conllu"]


@pytest.mark.usefixtures("folder")
def test_backups_and_checksums_are_no_treebanks() -> None:
    before = planned("in")
    for name in ("a.conllu.bak", "a.conllu.md5", "a.conllu~", "a.conllu.gz.md5"):
        Path("in", name).touch()
    assert planned("in") == before
    Path("in/c.conll.xz").touch()
    assert planned("in").keys() - before.keys() == {"in/c.conll.xz"}


@pytest.mark.usefixtures("folder")
def test_links_are_files_of_their_own() -> None:
    Path("in/link.conllu").symlink_to("a.conllu")
    assert {"in/a.conllu", "in/link.conllu"} < planned("in").keys()
    assert list(planned("in/a.conllu", "in/link.conllu", "in/sub/../a.conllu").values()) == [
        "out/a.conllu",
        "out/link.conllu",
    ]


def test_outputs_are_no_inputs(folder: Path) -> None:
    (folder / "in/parsed").mkdir()
    (folder / "in/parsed/a.conllu").touch()
    assert planned("in", output="in/parsed").keys() == {"in/a.conllu", "in/b.conllu.gz", "in/sub/a.conllu"}


def test_a_file_whose_name_looks_like_a_pattern(folder: Path) -> None:
    (folder / "in/[1].conllu").touch()
    assert planned("in/[1].conllu", output="x") == {"in/[1].conllu": "x"}


def test_a_folder_whose_name_looks_like_a_pattern(folder: Path) -> None:
    for name in ("in/[2]/b.conllu", "[3]/in/c.conllu", "in/3/c.conllu"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    assert planned("in/[2]/*") == {"in/[2]/b.conllu": "out/b.conllu"}
    assert planned("in/[3]/*") == {"in/3/c.conllu": "out/3/c.conllu"}


@pytest.mark.parametrize(
    ("inputs", "output", "message"),
    [
        (
            ["in/a.conllu", "in/sub/a.conllu"],
            "out",
            "in/a.conllu and in/sub/a.conllu would both be written to it; give",
        ),
        (["in"], "in", "in: all files .* here are in the output folder in; choose another"),
        (["in"], ".", "are in the output folder"),
        (["in/*.conllu"], "in", "are in the output folder"),
        (["in/a.conllu"], "in", "would replace an input"),
        (["in/a.conllu"], "in/sub/../a.conllu", "would replace an input; choose another name"),
        (["in", "-"], "out", "-: standard input has no name"),
        (["in"], "-", "give output='FOLDER/'"),
        (["in"], "in/a.conllu", "in/a.conllu: this is a file, but the output is a folder"),
        (["text"], "out", r"text: there are no files \*\.conll\* here"),
        (["in/*.txt"], "out", r"in/\*\.txt: there are no files \* here"),
        (["in/a.conllu"], "none/out", "there is no folder"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_wrong_names_are_explained(inputs: list[str], output: str, message: str) -> None:
    with pytest.raises(ArcwalkError, match=message):
        plan_files(inputs, output)
