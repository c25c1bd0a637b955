"""A small parser, a corpus, and what it becomes."""

from pathlib import Path

import pytest
from corpora import contents, corpus, parsed_in_one_process, small_parser

from arcwalk.engine import local
from arcwalk.engine.local import LocalEngine


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_parser(tmp_path_factory.mktemp("model") / "small.arcwalk")


@pytest.fixture(scope="session")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return corpus(tmp_path_factory.mktemp("corpus") / "in", 200)


@pytest.fixture(scope="session")
def expected(model: Path, source: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return contents(parsed_in_one_process(model, source, tmp_path_factory.mktemp("expected")))


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LocalEngine, "batch_words", 300)
    monkeypatch.setattr(local, "process_start", lambda: local.FORK)  # though tests may have threads
