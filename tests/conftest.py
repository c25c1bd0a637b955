"""With `--numprocesses`, tests are run by several workers. What tests share is in `tests/shared`."""

import os
import shutil
import tempfile
from pathlib import Path

import numba
import pytest
from hypothesis import settings
from slow_tests import is_slow

from arcwalk.compiled.ahead_of_time import compile_everything
from arcwalk.machine import writable_cache_folder

KERNELS = pytest.StashKey[str]()

settings.register_profile("any machine", deadline=None)  # a busy machine is slow, not wrong
settings.load_profile("any machine")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Before workers start, compile all kernels, so that no two of them compile the same.

    For a user whose home cannot be written to, compiled kernels are kept in a temporary folder as long as tests run.
    """
    if writable_cache_folder() is None:
        os.environ["NUMBA_CACHE_DIR"] = session.config.stash[KERNELS] = tempfile.mkdtemp(prefix="arcwalk-tests-")
    if getattr(session.config.option, "numprocesses", None) and not numba.config.DISABLE_JIT:
        compile_everything()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Remove that folder."""
    if folder := session.config.stash.get(KERNELS, ""):
        shutil.rmtree(folder, ignore_errors=True)


@pytest.hookimpl(tryfirst=True)  # before `-m` selects tests by their marks
def pytest_collection_modifyitems(session: pytest.Session, items: list[pytest.Item]) -> None:
    """Mark slow tests; the slowest, which are those in this folder, come first, so that no worker waits for them."""
    for item in items:
        if isinstance(item, pytest.Function) and is_slow(item):
            item.add_marker("slow")
    if hasattr(session.config, "workerinput"):
        items.sort(key=lambda item: item.path.parent != Path(__file__).parent)
