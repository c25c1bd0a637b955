"""Training ends, but its model cannot be written: what was learned is kept where it fits."""

import os
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from commands import PROCESS, arcwalk, assert_one_line_error

from arcwalk.errors import ArcwalkError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no /dev/full")

OPTIONS = ["--set", "epochs=1", "--set", "shuffles=1", "--set", "table_bits=16"]
PARSER = ["--system", "bayes-point", *OPTIONS]
TAGGER = ["--system", "tagger", "--set", "columns=upos", *OPTIONS]


@pytest.fixture(scope="module")
def train(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("treebank") / "train.conllu"
    assert arcwalk("sample", "20", "-o", file).returncode == 0
    return file


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's temporary folder."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.mark.parametrize("options", [PARSER, TAGGER], ids=["parser", "tagger"])
def test_what_was_learned_is_kept_elsewhere(options: list[str], train: Path, temporary: Path, tmp_path: Path) -> None:
    done = arcwalk("train", train, "-m", "/dev/full", *options)
    problem = "/dev/full: cannot write (No space left on device); progress saved to "
    assert done.returncode == 1
    *_, line = done.stderr.splitlines()
    assert line.startswith(f"arcwalk: {problem}{temporary}")
    match = re.search(r"saved to (\S+), rerun with -m (\S+) --resume to continue$", line)
    assert match
    assert Path(match[1]).exists()
    again = arcwalk("train", train, "-m", match[2], *options, "--resume")
    assert again.returncode == 0, again.stderr
    assert not Path(match[1]).exists()
    arcwalk("train", train, "-m", tmp_path / "model", *options)
    assert Path(match[2]).read_bytes() == (tmp_path / "model").read_bytes()


def test_what_was_learned_is_kept_beside_the_model(
    train: Path, temporary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, _: object) -> None:
        raise ArcwalkError(f"{path}: cannot write (No space left on device)", "check its folder")

    model = tmp_path / "model"
    with monkeypatch.context() as patch:
        patch.setattr("arcwalk.systems.parser.write_model", full)
        done = arcwalk("train", train, "-m", model, *PARSER)
    assert (done.returncode, done.stderr.splitlines()[-1]) == (
        1,
        f"arcwalk: {model}: cannot write (No space left on device); "
        f"progress saved to {model}.unfinished, rerun with --resume to continue",
    )
    assert not [*temporary.iterdir()]
    assert arcwalk("train", train, "-m", model, *PARSER, "--resume").returncode == 0
    assert model.exists()


def test_an_interrupted_run_is_kept_elsewhere_too(
    train: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("arcwalk.systems.parser.write_model", interrupted)
    done = arcwalk("train", train, "-m", "/dev/full", *PARSER)
    assert done.returncode == 130
    (folder,) = temporary.iterdir()
    assert done.stderr.splitlines()[-1] == (
        f"arcwalk: interrupted; progress saved to {folder}/full.unfinished, "
        f"rerun with -m {folder}/full --resume to continue"
    )


@pytest.mark.parametrize(
    ("size", "kept"),  # bytes that a file may have: Python ignores the signal, so writing more is an error
    [
        (100, "progress could not be saved in {temporary} either"),
        (1000, "the progress of an earlier stage is in {folder}/model.unfinished, rerun with --resume to continue"),
    ],
)
def test_nothing_more_fits_anywhere(size: int, kept: str, train: Path, temporary: Path, tmp_path: Path) -> None:
    folder = tmp_path / "models"
    folder.mkdir()
    done = subprocess.run(
        [*PROCESS, "train", train, "-m", folder / "model", *PARSER],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"TMPDIR": str(temporary)},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
    )
    *_, line = done.stderr.splitlines()
    assert (done.returncode, line) == (
        1,
        f"arcwalk: {folder}/model: cannot write (File too large); {kept.format(folder=folder, temporary=temporary)}",
    )
    left = {path.name for path in (*folder.iterdir(), *temporary.iterdir())}
    assert left == ({"model.unfinished"} if "earlier" in kept else set())


def test_models_that_can_be_written_leave_nothing_else(train: Path, temporary: Path, tmp_path: Path) -> None:
    done = arcwalk("train", train, "-m", tmp_path / "model", *PARSER)
    assert done.returncode == 0
    assert {path.name for path in tmp_path.iterdir()} == {"model", temporary.name}
    assert_one_line_error(arcwalk("train", train, "-m", tmp_path / "model", *PARSER, "--resume"), "no interrupted")
