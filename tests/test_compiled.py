import os
import re
import subprocess
import sys
from pathlib import Path

import arcwalk

PACKAGE = Path(arcwalk.__file__).parent

ONE_KERNEL = """
import warnings
from arcwalk import compiled

@compiled.kernel
def double(x: int) -> int:
    return 2 * x

print(double(21), compiled.CACHE_ROOT)
"""


def python(code: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code from a file, because Numba caches only what has one."""
    script = folder / "script.py"
    script.write_text(code, encoding="utf-8")
    variables = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    return subprocess.run(
        [sys.executable, str(script)],
        env=variables | environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_import_does_not_wait_for_numba(tmp_path: Path) -> None:
    done = python(
        "import sys, arcwalk\nassert callable(arcwalk.load) and arcwalk.read\n"
        "print([name for name in ('numba', 'scipy', 'safetensors', 'rich') if name in sys.modules])",
        tmp_path,
    )
    assert done.stdout == "[]\n", done.stderr


def test_machine_code_goes_to_a_folder_named_by_the_sources(tmp_path: Path) -> None:
    done = python(ONE_KERNEL, tmp_path, NUMBA_CACHE_DIR=str(tmp_path / "cache"))
    assert done.stdout.split() == ["42", str(tmp_path / "cache")]
    assert done.stderr == ""
    (folder,) = (tmp_path / "cache").iterdir()
    assert re.fullmatch(r"kernels-[0-9a-f]{16}", folder.name)
    assert list(folder.rglob("*.nbi"))


def test_a_folder_depends_on_a_file_and_on_what_it_imports(tmp_path: Path) -> None:
    script = f"""
from pathlib import Path
from arcwalk import compiled
copy = compiled._PACKAGE = Path({str(tmp_path / "package")!r})
(copy / "trees").mkdir(parents=True)
(copy / "near.py").write_text("from arcwalk.trees.far import something")
(copy / "trees" / "far.py").write_text("import arcwalk.near")
(copy / "other.py").write_text("")
(copy / "kernels.py").write_text("from arcwalk.near import something")

def hashes():
    compiled._source.cache_clear()
    compiled._source_hash.cache_clear()
    return compiled._source_hash(copy / "kernels.py"), compiled._source_hash(copy / "other.py")

for changed in ("nothing.py", "trees/far.py", "near.py", "kernels.py"):
    with (copy / changed).open("a") as file:
        file.write("\\nx = 1")
    print(*hashes())
"""
    kernels, others = zip(*(line.split() for line in python(script, tmp_path).stdout.splitlines()), strict=True)
    assert len(set(kernels)) == 4
    assert len(set(others)) == 1


def test_a_folder_depends_neither_on_comments_nor_on_the_place(tmp_path: Path) -> None:
    script = f"""
from pathlib import Path
from arcwalk import compiled
found = set()
for folder, text in (("one", "def f(): return 1"), ("two", "# why\\ndef f():\\n    'What.'\\n    return 1")):
    compiled._PACKAGE = Path({str(tmp_path)!r}, folder)
    compiled._PACKAGE.mkdir()
    (compiled._PACKAGE / "kernels.py").write_text(text)
    found.add(compiled._source_hash(compiled._PACKAGE / "kernels.py"))
print(len(found))
"""
    assert python(script, tmp_path).stdout == "1\n"


def test_an_unwritable_cache_warns_and_works(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = python(ONE_KERNEL, tmp_path, NUMBA_CACHE_DIR=str(tmp_path / "file" / "cache"))
    assert done.stdout.split() == ["42", "None"]
    assert "the cache folder for compiled code is not writable" in done.stderr
    assert "NUMBA_CACHE_DIR" in done.stderr
    assert "Traceback" not in done.stderr


def test_kernels_use_the_one_decorator() -> None:
    """Files of kernels use nothing of Numba's own."""
    for path in PACKAGE.rglob("*.py"):
        if path.name != "compiled.py":
            assert not re.search(r"\bn?jit\b|jitclass|prange|fastmath", path.read_text(encoding="utf-8")), path
