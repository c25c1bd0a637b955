"""Numba's settings file in the current folder, which may be somebody else's, changes nothing; the environment does."""

from pathlib import Path

import numba
import pytest
from kernel_scripts import COMPILED, ONE_KERNEL, run_script

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="about compiled kernels")

HOSTILE = {
    "noisy": "dump_assembly: 1\ndump_ir: 1\ndebug: 1",
    "slow": "disable_jit: 1\nopt: 0\nboundscheck: 1",
    "wrong": "opt: nonsense\ncpu_name: nonsense",
    "no YAML": ": : [",
    "not text": "\udcff",
}
SETTINGS = "import numba\nprint(numba.config.DISABLE_JIT, numba.config.DUMP_ASSEMBLY, int(numba.config.OPT))"
IN_PROCESSES = """
import numpy as np
from arcwalk.trees.shape import is_projective
print(is_projective(np.array([-1, 0, 1], dtype=np.int32)))
"""


def hostile(folder: Path, name: str) -> None:
    (folder / ".numba_config.yaml").write_text(HOSTILE[name], encoding="utf-8", errors="surrogateescape")


@pytest.mark.parametrize("name", HOSTILE)
def test_a_settings_file_is_ignored(tmp_path: Path, name: str) -> None:
    hostile(tmp_path, name)
    done = run_script(ONE_KERNEL + SETTINGS, tmp_path)
    assert (done.stdout, done.stderr) == (f"{COMPILED}0 0 3\n", "")


def test_processes_that_compile_ignore_it_too(tmp_path: Path) -> None:
    hostile(tmp_path, "noisy")
    done = run_script(IN_PROCESSES, tmp_path)
    assert (done.stdout, done.stderr) == ("True\n", "")
    assert list(tmp_path.glob("cache/*/arcwalk.trees.shape.is_projective"))


@pytest.mark.parametrize("first", ["from arcwalk import emit", "from arcwalk.features.kernels import python_calls"])
def test_whatever_is_imported_first(tmp_path: Path, first: str) -> None:
    hostile(tmp_path, "slow")
    assert run_script(f"{first}\n{SETTINGS}", tmp_path).stdout == "0 0 3\n"


def test_environment_variables_are_obeyed(tmp_path: Path) -> None:
    hostile(tmp_path, "noisy")
    done = run_script(f"import arcwalk\n{SETTINGS}", tmp_path, NUMBA_DISABLE_JIT="1", NUMBA_OPT="2")
    assert done.stdout == "1 0 2\n"
