from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arcwalk.compiled import cache, workers


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Makes this process keep machine code in an empty folder, for one test."""

    def begin() -> None:
        for cached in (cache._locations, cache.writable_root):
            cached.cache_clear()
        monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))

    monkeypatch.setattr(cache, "_unsaved", {})
    monkeypatch.setattr(workers, "_tried", set())
    yield begin
    for cached in (cache._locations, cache.writable_root):
        cached.cache_clear()
