"""Weight tables in a file that processes share, and what happens without one."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from arcwalk import machine
from arcwalk.features import shared_weights
from arcwalk.features.shared_weights import LEAST_BYTES, MOST_FILES, PREFIX, shared_tables
from arcwalk.features.weights import pack, unpack

WEIGHTS = np.random.default_rng(0).integers(-2, 3, size=LEAST_BYTES // 4).astype(np.float32)
SMALL = np.arange(64, dtype=np.float32)
PACKED = pack(SMALL, "small") | pack(WEIGHTS, "large") | pack(np.zeros(0, np.float32), "none")

TOUCH = """
import sys
import numpy as np
from arcwalk.features.shared_weights import shared_tables
from arcwalk.features.weights import pack

weights = np.random.default_rng(0).integers(-2, 3, size=int(sys.argv[1])).astype(np.float32)
tables = shared_tables(pack(weights, "x"))
print(tables["x"].sum(), flush=True)
input()
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "arcwalk"


def check(tables: dict[str, np.ndarray]) -> None:
    assert tables.keys() == {"small", "large", "none"}
    for name, table in tables.items():
        assert table.dtype == np.float32
        assert table.flags.c_contiguous
        assert table.flags.writeable  # as kernels demand
        np.testing.assert_array_equal(table, unpack(PACKED, name))


def test_tables_are_laid_out_once(folder: Path) -> None:
    check(shared_tables(PACKED))
    (path,) = folder.iterdir()
    before = path.stat().st_ino
    check(shared_tables(PACKED))
    assert [file.stat().st_ino for file in folder.iterdir()] == [before]


def test_each_model_has_its_own(folder: Path) -> None:
    check(shared_tables(PACKED))
    other = shared_tables(pack(WEIGHTS + 1, "large"))
    np.testing.assert_array_equal(other["large"], WEIGHTS + 1)
    assert len([*folder.iterdir()]) == 2


def test_tables_begin_where_lines_of_cache_do(folder: Path) -> None:
    for table in shared_tables(PACKED).values():
        assert table.ctypes.data % 64 == 0
    assert folder.exists()


def test_small_tables_need_no_file(folder: Path) -> None:
    np.testing.assert_array_equal(shared_tables(pack(SMALL, "small"))["small"], SMALL)
    assert not folder.exists()


def test_a_table_survives_the_end_of_its_file(folder: Path) -> None:
    tables = shared_tables(PACKED)
    for path in folder.iterdir():
        path.unlink()
    check(tables)


def test_writing_to_a_table_changes_no_other(folder: Path) -> None:
    shared_tables(PACKED)["large"][:] = 7
    check(shared_tables(PACKED))
    assert folder.exists()


@pytest.mark.parametrize("damage", [b"", b"x", bytes(LEAST_BYTES * 2)])
def test_a_file_of_the_wrong_size_is_replaced(folder: Path, damage: bytes) -> None:
    check(shared_tables(PACKED))
    (path,) = folder.iterdir()
    path.unlink()  # not in place: others may be using it
    path.write_bytes(damage)
    check(shared_tables(PACKED))


@pytest.mark.parametrize("place", [0, 1 << 20, -5, -1])
def test_a_damaged_file_is_replaced(folder: Path, place: int) -> None:
    check(shared_tables(PACKED))
    (path,) = folder.iterdir()
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.unlink()
    path.write_bytes(data)
    check(shared_tables(PACKED))


def test_the_file_of_another_model_is_replaced(folder: Path) -> None:
    shared_tables(pack(WEIGHTS + 1, "large") | pack(SMALL, "small"))
    (other,) = folder.iterdir()
    check(shared_tables(PACKED))
    (own,) = {*folder.iterdir()} - {other}
    own.unlink()
    other.rename(own)
    check(shared_tables(PACKED))


def test_without_a_folder_tables_are_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    check(shared_tables(PACKED))


def test_a_full_disk_does_no_harm(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shared_weights, "_pieces", full)
    monkeypatch.setattr(machine, "_warned", set())
    with pytest.warns(UserWarning, match=rf"{folder}.*No space left on device.*so each process has a copy.*free space"):
        check(shared_tables(PACKED))
    assert not [*folder.iterdir()]


def test_files_of_models_out_of_use_are_deleted(folder: Path) -> None:
    folder.mkdir()
    for age in range(MOST_FILES + 3):
        path = folder / f"{PREFIX}{age}"
        path.touch()
        os.utime(path, (1e9 - age, 1e9 - age))
    check(shared_tables(PACKED))
    kept = {path.name for path in folder.iterdir()}
    assert len(kept) == MOST_FILES
    assert kept > {f"{PREFIX}{age}" for age in range(MOST_FILES - 1)}


@pytest.mark.skipif(not Path("/proc/self/smaps").exists(), reason="only Linux tells which pages are shared")
def test_processes_share_pages(folder: Path) -> None:
    command = [sys.executable, "-c", TOUCH, str(LEAST_BYTES // 4)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    processes: list[subprocess.Popen[str]] = []
    try:
        for _ in range(2):
            process = subprocess.Popen(command, **pipes)  # type: ignore[call-overload]
            processes.append(process)
            assert float(process.stdout.readline()) == WEIGHTS.sum()
        assert [shared_bytes(process.pid, folder) for process in processes] == [LEAST_BYTES] * 2
    finally:
        for process in processes:
            process.communicate("\n", timeout=60)


def shared_bytes(process: int, folder: Path) -> int:
    """The bytes of the mapped file in this process that others have in memory, too."""
    total, inside = 0, False
    for line in Path(f"/proc/{process}/smaps").read_text().splitlines():
        key, *values = line.split()
        if not key.endswith(":"):
            inside = str(folder) in line
        elif inside and key.startswith("Shared_"):
            total += 1024 * int(values[0])
    return total
