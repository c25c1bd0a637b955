"""Which tests are slow: those that train, or start processes or a browser, themselves or through helpers and fixtures.

That is read off their code, so that nobody has to say it; `@pytest.mark.slow` is for tests that are slow for another
reason.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from inspect import unwrap
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

# What is called, or the first argument of `arcwalk`; the last asks for some fixture or other.
SLOW = {"train", "subprocess", "Popen", "sync_playwright", "getfixturevalue"}
_TESTS = Path(__file__).parents[1]


def is_slow(test: pytest.Function) -> bool:
    """Whether a test or one of its fixtures does something slow."""
    fixtures = test._fixtureinfo.name2fixturedefs.values()
    return does_something_slow([test.function, *(each.func for versions in fixtures for each in versions)])


def does_something_slow(functions: Iterable[Callable[..., Any]]) -> bool:
    """Whether one of these functions, or what they call in the folder of tests, names something slow."""
    waiting, seen = list(functions), set[Callable[..., Any]]()
    while waiting:
        function = unwrap(waiting.pop())
        if function not in seen and isinstance(function, FunctionType):
            seen.add(function)
            names = _names(function.__code__)
            if names & SLOW:
                return True
            for name in names & function.__globals__.keys():
                waiting += _own_functions(function.__globals__[name])
    return False


@cache
def _names(code: CodeType) -> frozenset[str]:
    """The names and texts in a function and in those within it."""
    texts = {constant for constant in code.co_consts if isinstance(constant, str)}
    inner = [_names(constant) for constant in code.co_consts if isinstance(constant, CodeType)]
    return frozenset(texts).union(code.co_names, *inner)


def _own_functions(value: object) -> Iterator[FunctionType]:
    """A function of the tests, or all methods of a class of theirs."""
    for function in map(unwrap, vars(value).values() if isinstance(value, type) else [value]):
        if isinstance(function, FunctionType) and Path(function.__code__.co_filename).is_relative_to(_TESTS):
            yield function
