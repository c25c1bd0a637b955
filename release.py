"""Builds what is released, and tests it as users get it: `make release`.

Source distribution and wheels are each installed into a fresh environment, with the newest versions of what arcwalk
needs and with the oldest, for every Python that is there; the tests then run away from the sources. The table at the
end says what was tried.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent
DIST = ROOT / "dist"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
LIBRARIES = ("numpy", "numba", "scipy", "safetensors")
TESTED = ("tests", "fuzz", "docs", "benchmarks", "experiments", "Makefile", "mkdocs.yml", "pyproject.toml")
QUICK = ("tests/models", "tests/systems/test_every_system.py", "tests/treebank", "tests/trees")


class Environment(NamedTuple):
    """What is installed where."""

    artifact: Path
    python: str  # the command
    versions: str  # oldest or newest


class Result(NamedTuple):
    """How the tests went."""

    environment: Environment
    found: dict[str, str]  # versions by library
    summary: str  # pytest's last line
    passed: bool


def main() -> int:
    """Build, install, test; 1 if anything failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help=f"only {', '.join(QUICK)}")
    options = parser.parse_args()
    build()
    results = [tried(environment, QUICK if options.quick else ("tests",)) for environment in environments()]
    print(table(results))
    return 0 if all(result.passed for result in results) else 1


def build() -> None:
    """A source distribution, a wheel, and a wheel with machine code for this Python."""
    shutil.rmtree(DIST, ignore_errors=True)
    run([sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--target", "wheel"], ROOT)
    run(["make", "wheel"], ROOT)


def environments() -> Iterator[Environment]:
    """Each artifact with the newest versions, and the wheel with the oldest, for every Python that is there."""
    (source,) = DIST.glob("*.tar.gz")
    (wheel,) = DIST.glob("*-none-any.whl")
    (fast,) = DIST.glob("*x86_64.whl")
    yield Environment(source, sys.executable, "newest")
    yield Environment(fast, sys.executable, "newest")
    for version in PYTHONS:
        python = shutil.which(f"python{version}")
        if python is None:
            print(f"Python {version} is not there", flush=True)
            continue
        yield Environment(wheel, python, "newest")
        if version == PYTHONS[0]:
            yield Environment(wheel, python, "oldest")


def tried(environment: Environment, tests: tuple[str, ...]) -> Result:
    """Install into a fresh environment and run the tests against it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run([environment.python, "-m", "venv", "environment"], folder)
        python = str(folder / "environment" / "bin" / "python")
        requirement = f"arcwalk[dev,experiments] @ {environment.artifact.as_uri()}"
        oldest = [f"{library}=={version}" for library, version in oldest_versions().items()]
        constraints = oldest if environment.versions == "oldest" else []
        run([python, "-m", "pip", "install", "--quiet", requirement, *constraints], folder)
        for source in (*(ROOT / part for part in TESTED), *ROOT.glob("*.md")):
            (shutil.copytree if source.is_dir() else shutil.copy)(source, folder / source.name)
        started = time.monotonic()
        command = [python, "-m", "pytest", "--numprocesses", "auto", "--dist", "loadfile", *tests]
        done = subprocess.run(command, cwd=folder, env=isolated(folder), capture_output=True, text=True, check=False)
        lines = done.stdout.strip().splitlines() or [done.stderr[-300:]]
        summary = f"{lines[-1].strip('= ')} ({time.monotonic() - started:.0f} s)"
        print(f"{environment.artifact.name}, {environment.python}, {environment.versions}: {summary}", flush=True)
        if done.returncode:
            print("\n".join(line for line in lines if line.startswith(("FAILED", "ERROR"))), flush=True)
        return Result(environment, versions_in(python), summary, done.returncode == 0)


def isolated(folder: Path) -> dict[str, str]:
    """Variables with which nothing of this repository is found, compiled kernels included."""
    variables = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "NUMBA_CACHE_DIR")}
    return {**variables, "XDG_CACHE_HOME": str(folder / "cache")}


def oldest_versions() -> dict[str, str]:
    """The lower bounds in pyproject.toml."""
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    bounds = (re.match(r"([\w-]+)>=([\w.]+)", each) for each in needed)
    return {bound[1]: bound[2] for bound in bounds if bound}


def versions_in(python: str) -> dict[str, str]:
    """The versions of Python and of libraries in an environment."""
    code = f"import platform, importlib.metadata as m; print(platform.python_version(), *map(m.version, {LIBRARIES}))"
    return dict(zip(("Python", *LIBRARIES), run([python, "-c", code], ROOT).split(), strict=True))


def table(results: list[Result]) -> str:
    """What was tried, as a table for the documentation."""
    head = ["package", "Python", *LIBRARIES, "tests"]
    rows = [
        [kind_of(result.environment.artifact), *result.found.values(), "pass" if result.passed else result.summary]
        for result in results
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows))


def kind_of(artifact: Path) -> str:
    """What an artifact is, in words."""
    if artifact.suffix != ".whl":
        return "source distribution"
    return "wheel" if artifact.stem.endswith("any") else "wheel with machine code"


def run(command: list[str], folder: Path) -> str:
    """Run a command that must succeed; what it prints."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
