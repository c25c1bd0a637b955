from collections.abc import Callable
from pathlib import Path

import pytest

from arcwalk.compiled import cache


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Makes this process keep machine code in an empty folder, for one test."""

    def begin() -> None:
        for cached in (cache._locations, cache.writable_root):
            cached.cache_clear()
        monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))

    yield begin
    for cached in (cache._locations, cache.writable_root):
        cached.cache_clear()
