"""A wheel with machine code, installed where nothing can be kept; it has the segmenter's kernels, which are few."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import pytest

import arcwalk
from arcwalk.compiled.versions import baselines
from arcwalk.treebank import write

ROOT = Path(arcwalk.__file__).parents[2]

pytestmark = [
    pytest.mark.skipif(not (ROOT / "src").is_dir(), reason="needs the sources of arcwalk"),
    pytest.mark.skipif(numba.config.DISABLE_JIT, reason="about compiled kernels"),
    pytest.mark.skipif(not baselines(), reason="wheels with machine code are for x86-64-v2 and newer"),
]

COMPILE = """
import arcwalk.components.segmenter.training
from arcwalk.compiled.symbols import entry_points, symbols_in_reach
from arcwalk.compiled.workers import compile_in_parallel
compile_in_parallel(symbols_in_reach(entry_points()), {{"NUMBA_CPU_NAME": "{processor}", "NUMBA_CPU_FEATURES": ""}})
"""
USE = """
import sys
import numba
numba.__version__ = sys.argv[1] or numba.__version__
import arcwalk
from arcwalk.compiled.progress import reporting_to
from arcwalk.components.segmenter.training import segmenter_of
from arcwalk.models.model_file import write_model
from arcwalk.training.setting import Setting
print(arcwalk.__file__)
treebank = list(arcwalk.read("train.conllu"))
heard = []
with reporting_to(lambda done, total: heard.append(total)):
    segmenter = segmenter_of(treebank, Setting()).run("segmenter", Setting())
    write_model("model", segmenter.model())
    text = " ".join(sentence.text for sentence in treebank)
    with open("segmented.txt", "w", encoding="utf-8") as stream:
        print(list(segmenter.sentences(text)), file=stream)
print(bool(heard) or "arcwalk.compiled.compilation" in sys.modules)
"""


def run(*arguments: str, folder: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "PYTHONPATH"))}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=variables | environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the wheel is installed."""
    folder = tmp_path_factory.mktemp("wheel")
    project = folder / "project"
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        project.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, project)
    shutil.copytree(ROOT / "src", project / "src", ignore=shutil.ignore_patterns("__pycache__"))
    code = COMPILE.format(processor=baselines()[0][1])
    machine_code = str(project / "build" / "machine_code")
    done = run("-c", code, folder=folder, PYTHONPATH=str(project / "src"), NUMBA_CACHE_DIR=machine_code)
    assert done.returncode == 0, done.stderr
    for arguments in (
        ["wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", "dist", "./project"],
        ["install", "--no-deps", "--no-index", "--find-links", "dist", "--target", "site", "arcwalk"],
    ):
        done = run("-m", "pip", "--quiet", *arguments, folder=folder)
        assert done.returncode == 0, done.stderr
    (wheel,) = (folder / "dist").iterdir()
    assert wheel.name.endswith("x86_64.whl")
    return folder


def use(folder: Path, numba_version: str) -> tuple[str, str, str]:
    """Learn and segment without a cache; the package's place, whether it compiled, and its complaints."""
    write(folder / "train.conllu", arcwalk.sample(60, 0))
    unwritable = str(folder / "train.conllu" / "cache")
    done = run("-c", USE, numba_version, folder=folder, PYTHONPATH=str(folder / "site"), NUMBA_CACHE_DIR=unwritable)
    place, compiled = done.stdout.splitlines() or [done.stderr, ""]
    return place, compiled, done.stderr


def test_an_installed_wheel_compiles_nothing(installed: Path) -> None:
    place, compiled, complaints = use(installed, "")
    assert place == str(installed / "site" / "arcwalk" / "__init__.py")
    assert (compiled, complaints) == ("False", "")


def test_a_wheel_for_another_numba_compiles_as_ever(installed: Path) -> None:
    use(installed, "")
    outputs = [(installed / name).read_bytes() for name in ("model", "segmented.txt")]
    _, compiled, complaints = use(installed, "0.0.1")
    assert compiled == "True"
    assert "the cache folder for compiled code is not writable" in complaints
    assert [(installed / name).read_bytes() for name in ("model", "segmented.txt")] == outputs
