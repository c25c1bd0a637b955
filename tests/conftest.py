"""With `--numprocesses`, tests are run by several workers. What tests share is in `tests/shared`."""

from pathlib import Path

import numba
import pytest
from hypothesis import settings

from arcwalk.compiled.everything import compile_everything

settings.register_profile("any machine", deadline=None)  # a busy machine is slow, not wrong
settings.load_profile("any machine")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Before workers start, compile all kernels, so that no two of them compile the same."""
    if getattr(session.config.option, "numprocesses", None) and not numba.config.DISABLE_JIT:
        compile_everything()


def pytest_collection_modifyitems(session: pytest.Session, items: list[pytest.Item]) -> None:
    """The slowest tests, which are those in this folder, come first, so that no worker has to wait for them."""
    if hasattr(session.config, "workerinput"):
        items.sort(key=lambda item: item.path.parent != Path(__file__).parent)
