"""Standard streams that are closed, or that cannot show everything; and text that should not reach a terminal."""

import json
import os
import subprocess
import warnings
from pathlib import Path

import pytest
from commands import PROCESS, TINY, arcwalk

from arcwalk import Sentence, sample, write
from arcwalk.cli.streams import prepare_streams

ODD = "\x1b[31mred\x1b]0;title\x07\u202elabel"


def run(closed: str, *words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process with some streams closed, as a shell does that for `>&-`."""
    command = ["sh", "-c", f'exec "$@" {closed}', "sh", *PROCESS, *map(str, words)]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=300, check=False, env={**os.environ, **environment}
    )


@pytest.mark.parametrize("words", [["sample", "3"], ["check", "FILE"], ["--help"], ["evaluate", "FILE", "FILE"]])
def test_output_that_goes_nowhere_is_an_error(words: list[str], tmp_path: Path) -> None:
    write(tmp_path / "file", sample(2))
    done = run(">&-", *(str(tmp_path / "file") if word == "FILE" else word for word in words))
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("arcwalk: ")
    assert "Bad file descriptor" in line


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
def test_files_are_written_without_streams(closed: str, tmp_path: Path) -> None:
    expected = arcwalk("sample", "30").stdout
    done = run(closed, "sample", "30", "-o", tmp_path / "out")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "out").read_text(encoding="utf-8") == expected
    assert [file.name for file in tmp_path.iterdir()] == ["out"]


def test_errors_without_a_place_for_messages(tmp_path: Path) -> None:
    write(tmp_path / "file", sample(1))
    for closed in ("2>&-", "<&- >&- 2>&-"):
        done = run(closed, "parse", tmp_path / "file", "-m", "missing", "-o", tmp_path / "out")
        assert (done.returncode, done.stdout, done.stderr) == (1, "", "")
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_input_from_nowhere() -> None:
    done = run("<&-", "check", "-")
    assert done.returncode == 1
    assert "<stdin>: cannot read the file (Bad file descriptor); check where it comes from" in done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize("setting", [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}])
def test_a_terminal_without_unicode(setting: dict[str, str], tmp_path: Path) -> None:
    file = os.fsencode(tmp_path) + b"/\xff\xc3\xa4.conllu"
    name = os.fsdecode(file)
    try:
        write(name, sample(4))
    except Exception as error:  # macOS, for instance
        pytest.skip(f"the file system takes no such names: {error}")
    for words in (["evaluate", name, name], ["check", name], ["draw", name], ["check", f"{name}.missing"]):
        command = [*PROCESS, *words]
        done = subprocess.run(command, capture_output=True, timeout=300, check=False, env={**os.environ, **setting})
        assert done.returncode == (words[-1] != name), words
        assert done.stderr == b""
        assert done.stdout
    done = subprocess.run([*PROCESS, "check", name, "--json"], capture_output=True, timeout=300, check=True)
    assert json.loads(done.stdout)["sentences"] == 4


def test_warnings_are_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    prepare_streams()
    warnings.warn(f"the cache\nis {ODD}", stacklevel=1)
    (line,) = capsys.readouterr().err.splitlines()
    assert line == "arcwalk: warning: the cache is \ufffd[31mred\ufffd]0;title\ufffd\ufffdlabel"


def named(sentence: Sentence, name: str) -> Sentence:
    columns = {"upos": sentence.upos, "heads": sentence.heads, "deprels": sentence.deprels}
    return Sentence.from_columns(sentence.forms, **columns, id=name)


def test_no_command_passes_on_what_a_terminal_would_obey(tmp_path: Path) -> None:
    names = ("treebank", "unlike", "wrong", "usual", "doubtful")
    treebank, unlike, wrong, usual, doubtful = (tmp_path / name for name in names)
    columns = {"upos": ["X", ODD], "heads": [0, 1], "deprels": ["root", ODD], "id": ODD}
    one = Sentence.from_columns([ODD, "b"], **columns)
    write(treebank, [one] * 8)
    write(unlike, [one.with_tree([2, 0], one.deprels[::-1])])
    write(usual, sample(30))
    write(doubtful, [named(sentence, ODD) for sentence in sample(5, seed=3)])
    write(wrong, [one.with_tree([2, 1], one.deprels)])
    model = ("-m", tmp_path / "model")
    for words in (
        ["train", treebank, *model, "--dev", treebank, *(word for value in TINY for word in ("--set", value))],
        ["evaluate", treebank, treebank, "--tags"],
        ["evaluate", wrong, treebank],
        ["evaluate", treebank, wrong],
        ["check", wrong],
        ["draw", treebank],
        ["draw", treebank, "--compare", treebank],
        ["draw", unlike, "--compare", treebank],
        ["review", doubtful, "--train", usual],
        ["parse", wrong, *model, "--keep", "-o", tmp_path / "out"],
        ["parse", treebank, "-m", tmp_path / ODD],
        ["parse", treebank, *model, "--set", ODD],
        ["parse", treebank, *model, "--consistency", "--train", treebank, "-o", tmp_path / "out"],
    ):
        done = arcwalk(*words)
        shown = done.stdout + done.stderr
        assert shown or words[-2] == "-o", words
        assert not {"\x1b", "\x07", "\u202e", "\r"} & {*shown}, words
