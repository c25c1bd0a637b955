"""Parsers whose weights are in a file that processes share."""

from pathlib import Path

import pytest

from arcwalk import Parser, Sentence
from arcwalk.sample import sample

TRAIN, TEST = sample(30, seed=1), sample(40, seed=1)[30:]
QUICK = {
    "shuffles": 1,
    "pruner_shuffles": 1,
    "neural_epochs": 1,
    "folds": 2,
    "epochs": 1,
    "aggressiveness": 0.01,
    "table_bits": 16,
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("arcwalk.features.shared_weights.LEAST_BYTES", 1)
    return tmp_path / "cache" / "arcwalk"


def test_a_parser_finds_the_same_trees_with_shared_weights(
    parser: Parser, parsed: list[Sentence], tmp_path: Path, folder: Path
) -> None:
    parser.save(tmp_path / "model")
    for _ in range(2):  # the second finds the file of the first
        loaded = Parser.load(tmp_path / "model")
        assert list(loaded.parse(TEST)) == parsed
        assert len([*folder.glob("weights-*")]) == 1
    loaded.save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == (tmp_path / "model").read_bytes()


@pytest.mark.usefixtures("folder")
def test_a_model_can_be_replaced_while_it_is_in_use(parser: Parser, parsed: list[Sentence], tmp_path: Path) -> None:
    parser.save(tmp_path / "model")
    loaded = Parser.load(tmp_path / "model")
    other = Parser.train(TRAIN[:10], system="bayes-point", shuffles=1, epochs=1, table_bits=12)
    other.save(tmp_path / "model")
    assert list(loaded.parse(TEST)) == parsed
    (tmp_path / "model").write_bytes(b"")  # even in place
    assert list(loaded.parse(TEST)) == parsed


def test_a_parser_and_its_tagger_share_one_file(tmp_path: Path, folder: Path) -> None:
    options = {"system": "bayes-point", "shuffles": 1, "epochs": 1, "table_bits": 12, "tags": "predicted"}
    trained = Parser.train(TRAIN, **options)  # type: ignore[arg-type]
    trained.save(tmp_path / "model")
    assert list(Parser.load(tmp_path / "model").parse(TEST)) == list(trained.parse(TEST))
    assert len([*folder.glob("weights-*")]) == 1
