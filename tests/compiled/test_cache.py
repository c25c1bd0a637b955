import os
import re
import time
from pathlib import Path

import numba
import pytest
from kernel_scripts import COMPILED, FOUND, ONE_KERNEL, run_script

import arcwalk
from arcwalk.compiled.machine_code import _digest

PACKAGE = Path(arcwalk.__file__).parent
compiled_only = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="about compiled kernels")


def test_import_does_not_wait_for_numba(tmp_path: Path) -> None:
    done = run_script(
        "import sys, arcwalk\nassert callable(arcwalk.load) and arcwalk.read\n"
        "print([name for name in ('numba', 'scipy', 'safetensors', 'rich') if name in sys.modules])",
        tmp_path,
    )
    assert done.stdout == "[]\n", done.stderr


@compiled_only
def test_machine_code_is_found_again(tmp_path: Path) -> None:
    first = run_script(ONE_KERNEL, tmp_path)
    assert (first.stdout, first.stderr) == (COMPILED, "")
    (folder,) = (tmp_path / "cache").iterdir()
    assert re.fullmatch(r"kernels-[0-9a-f]{16}", folder.name)
    assert sorted(path.name for path in folder.iterdir()) == ["__main__.double", "__main__.double.python"]
    assert run_script(ONE_KERNEL, tmp_path).stdout == FOUND
    (tmp_path / "elsewhere").mkdir()
    assert run_script(ONE_KERNEL, tmp_path / "elsewhere", NUMBA_CACHE_DIR=str(tmp_path / "cache")).stdout == FOUND
    assert run_script(ONE_KERNEL.replace("2 *", "x *"), tmp_path).stdout == "441 True\n"


ARRAY_KERNEL = """
import sys
import numpy as np
from arcwalk.arrays import Numbers
from arcwalk.compiled import kernel

@kernel
def doubled(numbers: Numbers) -> Numbers:
    return 2 * numbers[::-1].copy()

print(doubled(np.arange(3)), sys.modules["numba.core.runtime"].rtsys._init)
"""


@compiled_only
def test_nothing_is_compiled_for_kernels_that_are_found(tmp_path: Path) -> None:
    assert run_script(ARRAY_KERNEL, tmp_path).stdout == "[4 2 0] True\n"
    assert run_script(ARRAY_KERNEL, tmp_path).stdout == "[4 2 0] False\n"


@compiled_only
@pytest.mark.parametrize(("start", "end"), [(0, 0), (0, 20), (0, -1), (1, None)])
def test_damaged_machine_code_is_compiled_again(tmp_path: Path, start: int, end: int | None) -> None:
    run_script(ONE_KERNEL, tmp_path)
    for path in (tmp_path / "cache").glob("*/*"):
        path.write_bytes(path.read_bytes()[start:end])
    assert run_script(ONE_KERNEL, tmp_path).stdout == COMPILED
    assert run_script(ONE_KERNEL, tmp_path).stdout == FOUND


@compiled_only
@pytest.mark.parametrize(
    "header", [b"", b"{", b"[]", b"\xff", b'{"callees": "os"}', b'{"callees": ["os.abort"]}', b"[" * 9**5]
)
def test_machine_code_with_a_wrong_header_is_compiled_again(tmp_path: Path, header: bytes) -> None:
    run_script(ONE_KERNEL, tmp_path)
    (path,) = (tmp_path / "cache").glob("*/*.double.python")
    rest = header + b"\n" + path.read_bytes().split(b"\n", 2)[2]
    path.write_bytes(_digest(f"{path.parent.name}/{path.name}", rest) + b"\n" + rest)
    done = run_script(ONE_KERNEL, tmp_path)
    assert (done.stdout, done.stderr) == (COMPILED, "")
    assert run_script(ONE_KERNEL, tmp_path).stdout == FOUND


TWO_KERNELS = """
from arcwalk.compiled import kernel

@kernel
def double(x: int) -> int:
    return 2 * x

@kernel
def half(x: float) -> float:
    return x / 2

print(double(21), half(42.0))
"""


@compiled_only
def test_machine_code_of_another_kernel_is_not_executed(tmp_path: Path) -> None:
    first = run_script(TWO_KERNELS, tmp_path)
    double, half = (next((tmp_path / "cache").glob(f"*/*.{name}")) for name in ("double", "half"))
    double.write_bytes(half.read_bytes())
    again = run_script(TWO_KERNELS, tmp_path)
    assert (again.stdout, again.stderr) == (first.stdout, first.stderr) == ("42 21.0\n", "")


FULL_DISK = """
import os
from arcwalk.compiled import cache
def full(*_):
    raise OSError(28, os.strerror(28))
cache.create = full
"""


@compiled_only
def test_a_full_disk_is_named_once(tmp_path: Path) -> None:
    done = run_script(FULL_DISK + TWO_KERNELS, tmp_path)
    assert done.stdout == "42 21.0\n"
    assert done.stderr.count("Warning") == 1
    message = f"cannot write to {tmp_path / 'cache'} (No space left on device), so kernels are recompiled"
    assert message in done.stderr
    assert "free space, or set NUMBA_CACHE_DIR" in done.stderr


def test_a_folder_depends_on_a_file_and_on_what_it_imports(tmp_path: Path) -> None:
    script = f"""
from pathlib import Path
from arcwalk.compiled import versions
versions.STARTED = float("inf")  # files change here on purpose
copy = versions.PACKAGE = Path({str(tmp_path / "package")!r})
(copy / "trees").mkdir(parents=True)
(copy / "near.py").write_text("def f():\\n    from arcwalk.trees.far import something")
(copy / "trees" / "far.py").write_text("import arcwalk.near")
(copy / "other.py").write_text("")
(copy / "kernels.py").write_text("from arcwalk.near import something")

def hashes():
    for cached in (versions._text, versions._imports, versions.source_hash):
        cached.cache_clear()
    return [versions.source_hash(copy / name, ("", "", "")) for name in ("kernels.py", "other.py")]

for changed in ("nothing.py", "trees/far.py", "near.py", "kernels.py"):
    with (copy / changed).open("a") as file:
        file.write("\\nx = 1")
    print(*hashes())
"""
    done = run_script(script, tmp_path)
    kernels, others = zip(*(line.split() for line in done.stdout.splitlines()), strict=True)
    assert len(set(kernels)) == 4
    assert len(set(others)) == 1


@compiled_only
def test_an_unwritable_cache_warns_and_works(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = run_script(ONE_KERNEL, tmp_path, NUMBA_CACHE_DIR=str(tmp_path / "file" / "cache"))
    assert done.stdout == COMPILED
    assert "the cache folder for compiled code is not writable" in done.stderr
    assert "NUMBA_CACHE_DIR" in done.stderr
    assert "Traceback" not in done.stderr


CHANGES = """
from pathlib import Path
file = Path(__file__)
file.write_text(file.read_text().replace("2 * x", "x * x"))
print("""


@compiled_only
def test_a_source_that_changes_after_its_import_spoils_nothing(tmp_path: Path) -> None:
    assert run_script(ONE_KERNEL.replace("print(", CHANGES), tmp_path).stdout == COMPILED
    changed = (tmp_path / "script.py").read_text()
    assert run_script(changed, tmp_path).stdout == "441 True\n"


@compiled_only
@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_cache_is_read(tmp_path: Path) -> None:
    run_script(ONE_KERNEL, tmp_path)
    (tmp_path / "cache").chmod(0o555)
    done = run_script(ONE_KERNEL, tmp_path)
    assert (done.stdout, done.stderr) == (FOUND, "")


@compiled_only
def test_machine_code_that_was_not_used_for_a_month_is_removed(tmp_path: Path) -> None:
    run_script(ONE_KERNEL, tmp_path)
    (used,) = (tmp_path / "cache").iterdir()
    ages = {"kernels-0": 31, "kernels-1": 29, "other": 1000}
    for name, days in ages.items():
        (tmp_path / "cache" / name).mkdir()
        _set_age(tmp_path / "cache" / name, days)
    _set_age(used, 40)
    assert run_script(ONE_KERNEL, tmp_path).stdout == FOUND  # used again, so it stays
    run_script(ONE_KERNEL.replace("2 *", "x *"), tmp_path)  # compiles, and then cleans up
    left = {path.name for path in (tmp_path / "cache").iterdir()}
    assert left > {used.name, "kernels-1", "other"}
    assert "kernels-0" not in left


def _set_age(folder: Path, days: int) -> None:
    then = time.time() - days * 24 * 60 * 60
    os.utime(folder, (then, then))


def test_kernels_use_the_two_decorators() -> None:
    """Files of kernels use nothing of Numba's own."""
    for path in PACKAGE.rglob("*.py"):
        if path.parent.name != "compiled":
            assert not re.search(r"\bn?jit\b|jitclass|prange|fastmath", path.read_text(encoding="utf-8")), path
