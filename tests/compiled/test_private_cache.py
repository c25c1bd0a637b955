"""Machine code that somebody else could have written is not run, and what is kept can be written by nobody else."""

import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numba
import pytest
from kernel_scripts import COMPILED, FOUND, ONE_KERNEL, run_script

from arcwalk.files.private import NotPrivate, check_private

pytestmark = [
    pytest.mark.skipif(numba.config.DISABLE_JIT, reason="about compiled kernels"),
    pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps the folders of users apart"),
]
as_root = pytest.mark.skipif(sys.platform != "win32" and os.geteuid() != 0, reason="only root may give files away")

OTHER = 12345
SPOILED = ["cache", "cache/kernels-*", "cache/kernels-*/*.double.python"]


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.rglob("*"))}


def is_not_run(tmp_path: Path, problem: str) -> None:
    """Kernels are compiled anew, and one line says why."""
    done = run_script(ONE_KERNEL, tmp_path)
    assert done.stdout == COMPILED
    (line,) = [line for line in done.stderr.splitlines() if "Warning" in line]
    assert problem in line
    assert "so what is there is not used; take the right to write there from others (chmod go-w), or set" in line
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("umask", [0o000, 0o002, 0o022])
def test_what_is_kept_is_private_whatever_the_umask(tmp_path: Path, umask: int) -> None:
    assert run_script(f"import os\nos.umask({umask})\n{ONE_KERNEL}", tmp_path).stdout == COMPILED
    kinds = {"cache": 0o700, "__main__.double": 0o600, "__main__.double.python": 0o600}
    assert {kinds.get(name, 0o700) == mode for name, mode in modes(tmp_path / "cache").items()} == {True}


def test_machine_code_is_as_readable_as_its_folder(tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache").chmod(0o755)
    assert run_script(ONE_KERNEL, tmp_path).stdout == COMPILED
    assert set(modes(tmp_path / "cache").values()) == {0o755, 0o644}


@as_root
@pytest.mark.parametrize("place", SPOILED)
def test_machine_code_of_another_user_is_not_run(tmp_path: Path, place: str) -> None:
    run_script(ONE_KERNEL, tmp_path)
    (spoiled,) = tmp_path.glob(place)
    os.chown(spoiled, OTHER, OTHER)
    is_not_run(tmp_path, f"{spoiled} belongs to another user")
    os.chown(spoiled, 0, 0)
    assert run_script(ONE_KERNEL, tmp_path).stdout == FOUND


@pytest.mark.parametrize("place", SPOILED)
@pytest.mark.parametrize("others", [0o020, 0o002, 0o1007])
def test_machine_code_that_others_could_have_written_is_not_run(tmp_path: Path, place: str, others: int) -> None:
    run_script(ONE_KERNEL, tmp_path)
    (spoiled,) = tmp_path.glob(place)
    spoiled.chmod(stat.S_IMODE(spoiled.stat().st_mode) | others)
    is_not_run(tmp_path, f"other users can write to {spoiled}")


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that others can enter, as they cannot enter those of pytest."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        folder.chmod(0o755)
        yield folder


def test_a_folder_below_one_that_others_can_write_to_is_not_used(open_folder: Path) -> None:
    run_script(ONE_KERNEL, open_folder)
    open_folder.chmod(0o777)
    is_not_run(open_folder, f"other users can write to {open_folder}")
    open_folder.chmod(0o1777)  # as /tmp
    assert run_script(ONE_KERNEL, open_folder).stdout == FOUND


def test_what_others_cannot_enter_may_be_writable_for_them(open_folder: Path) -> None:
    home, between = open_folder / "home", open_folder / "home/.cache"
    own = between / "arcwalk"
    own.mkdir(parents=True)
    between.chmod(0o775)
    home.chmod(0o700)
    check_private(own)
    home.chmod(0o710)
    with pytest.raises(NotPrivate, match=r"other users can write to .*/\.cache"):
        check_private(own)


def test_a_link_to_machine_code_is_not_followed(tmp_path: Path) -> None:
    run_script(ONE_KERNEL, tmp_path)
    (path,) = tmp_path.glob("cache/*/*.double.python")
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert run_script(ONE_KERNEL, tmp_path).stdout == COMPILED


def test_a_pipe_in_place_of_machine_code_does_not_hang(tmp_path: Path) -> None:
    run_script(ONE_KERNEL, tmp_path)
    (path,) = tmp_path.glob("cache/*/*.double.python")
    path.unlink()
    os.mkfifo(path)
    is_not_run(tmp_path, f"{path} is no regular file")


@as_root
def test_root_may_keep_machine_code_for_others() -> None:
    code = f"import os, arcwalk.compiled.loading\nos.seteuid(int(os.environ['USER_ID']))\n{ONE_KERNEL}"
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        (Path(name) / "cache").mkdir()
        (Path(name) / "cache").chmod(0o755)
        assert run_script(code, Path(name), USER_ID="0").stdout == COMPILED
        done = run_script(code, Path(name), USER_ID=str(OTHER))
        assert (done.stdout, done.stderr) == (FOUND, "")
