"""With `--numprocesses`, tests are run by several workers. What tests share is in `tests/shared`."""

from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest
from hypothesis import settings

import arcwalk

settings.register_profile("any machine", deadline=None)  # a busy machine is slow, not wrong
settings.load_profile("any machine")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Workers compile kernels from both ends, so that each finds what the other has compiled."""
    workerinput = getattr(session.config, "workerinput", None)
    if workerinput:
        modules = sorted(module.name for module in walk_packages(arcwalk.__path__, "arcwalk."))
        from_the_end = workerinput["workerid"] in ("gw1", "gw3")
        for name in reversed(modules) if from_the_end else modules:
            import_module(name)


def pytest_collection_modifyitems(session: pytest.Session, items: list[pytest.Item]) -> None:
    """The slowest tests, which are those in this folder, come first, so that no worker has to wait for them."""
    if hasattr(session.config, "workerinput"):
        items.sort(key=lambda item: item.path.parent != Path(__file__).parent)
