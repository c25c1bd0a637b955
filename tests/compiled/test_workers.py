from collections.abc import Callable
from pathlib import Path

import numba
import pytest

from arcwalk.compiled import workers
from arcwalk.compiled.ahead_of_time import compile_everything
from arcwalk.compiled.cache import is_kept
from arcwalk.compiled.functions import KERNELS
from arcwalk.compiled.kernels import Kernel
from arcwalk.compiled.progress import reporting_to
from arcwalk.compiled.symbols import entry_points, entry_symbol, is_entry, kernel_of, symbols_in_reach
from arcwalk.compiled.versions import BASELINES, Processor, baselines, this_processor
from arcwalk.errors import ArcwalkError
from arcwalk.trees.shape import is_projective

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="about compiled kernels")


@pytest.fixture
def symbols() -> list[str]:
    assert isinstance(is_projective, Kernel)
    return symbols_in_reach({is_projective})


def test_symbols_of_a_kernel(symbols: list[str]) -> None:
    assert "arcwalk.trees.shape.is_projective" in symbols
    entries = [symbol for symbol in symbols if is_entry(symbol)]
    assert entries == ["arcwalk.trees.shape.is_projective.python"]
    assert kernel_of(entries[0]) is is_projective
    assert entry_symbol(kernel_of(entries[0])) == entries[0]


def test_python_code_calls_some_kernels_only() -> None:
    import arcwalk.models.treebank_statistics  # noqa: F401

    found = entry_points()
    assert is_projective in found
    assert len(found) < len(KERNELS) / 2


@pytest.mark.slow
def test_kernels_are_compiled_in_parallel(
    symbols: list[str], empty_cache: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    empty_cache()
    monkeypatch.setattr(workers, "compile_symbol", None)  # not in this process
    heard: list[tuple[int, int]] = []
    with reporting_to(lambda done, total: heard.append((done, total))):
        workers.compile_in_parallel(symbols)
    assert all(is_kept(symbol, this_processor()) for symbol in symbols)
    assert sorted(set(heard)) == [(done, len(symbols)) for done in range(len(symbols) + 1)]


def test_a_worker_that_dies_is_no_harm(
    symbols: list[str], empty_cache: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    empty_cache()
    monkeypatch.setattr("sys.executable", "false")
    heard: list[tuple[int, int]] = []
    with reporting_to(lambda done, total: heard.append((done, total))):
        workers.compile_in_parallel(symbols)
    assert heard[-1] == (len(symbols), len(symbols))  # so that no bar stays
    assert not any(is_kept(symbol, this_processor()) for symbol in symbols)
    assert workers.provide(symbols[0]).object_file


def test_levels_of_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    def levels_with(features: set[str], platform: str = "x86_64-unknown-linux-gnu") -> list[str]:
        baselines.cache_clear()
        monkeypatch.setattr("arcwalk.compiled.versions.this_processor", lambda: (platform, "any", ""))
        monkeypatch.setattr(
            "arcwalk.compiled.versions.binding.get_host_cpu_features", lambda: dict.fromkeys(features, True)
        )
        found: list[Processor] = baselines()
        baselines.cache_clear()
        return [name for _, name, _ in found]

    newer, older = BASELINES.values()
    assert levels_with(newer | {"avx512f"}) == ["x86-64-v3", "x86-64-v2"]
    assert levels_with(newer - {"fma"}) == ["x86-64-v2"]
    assert levels_with(older - {"popcnt"}) == []
    assert levels_with(newer, "aarch64-unknown-linux-gnu") == []


def test_compiling_ahead_needs_a_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file" / "cache"))
    with pytest.raises(ArcwalkError, match="cannot write there; set NUMBA_CACHE_DIR"):
        compile_everything()


def test_unknown_processors_are_refused() -> None:
    with pytest.raises(ArcwalkError, match="processor='i386': choose from x86-64-v3, x86-64-v2"):
        compile_everything("i386")
