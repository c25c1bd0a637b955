"""The versions of Numba that arcwalk was tested with. Any other may have changed what `numba_internals` relies on."""

import re

import numba

NEWEST_TESTED = (0, 68)  # the oldest is the lower bound in pyproject.toml


def is_tested() -> bool:
    """Whether the installed Numba is a version that was tested."""
    found = re.match(r"(\d+)\.(\d+)", numba.__version__)  # nothing in a development version without a number
    return found is not None and (int(found[1]), int(found[2])) <= NEWEST_TESTED


def untested() -> str:
    """What to say of an untested version."""
    major, minor = NEWEST_TESTED
    return f"Numba {numba.__version__} is newer than {major}.{minor}, the last that arcwalk was tested with"


def remedy() -> str:
    """How to get a tested version."""
    major, minor = NEWEST_TESTED
    return f'run: pip install "numba<{major}.{minor + 1}"'
