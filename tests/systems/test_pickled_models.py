"""Parsers and taggers travel to other processes as the bytes of their model files."""

import multiprocessing
import pickle
from pathlib import Path

import pytest

from arcwalk import Parser, Sentence, Tagger, sample
from arcwalk.errors import ArcwalkError
from arcwalk.systems.parser import _unpickled

TEST = sample(6, seed=1)
SMALL = {"shuffles": 1, "epochs": 1, "table_bits": 12}
SAMPLING = {**SMALL, "aggressiveness": 0.01, "pruner_shuffles": 1, "folds": 2, "neural": "no"}
OWN = """
import arcwalk
from arcwalk import emit

@arcwalk.feature
def first_words(sentence, tree, features):
    emit(features, tree.head[1])
"""


@pytest.fixture(scope="module")
def parser() -> Parser:
    return Parser.train(sample(20), system="sampling", **SAMPLING).with_options(budget=2, longest=9)


def test_in_a_pool_of_processes(parser: Parser) -> None:
    tagger = Tagger.train(sample(20), **SMALL)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(parser.parse, TEST) == list(parser.parse(TEST))
        assert pool.map(tagger.tag, TEST) == list(tagger.tag(TEST))


def test_options_travel_along(parser: Parser) -> None:
    again = pickle.loads(pickle.dumps(parser))
    assert again.options == parser.options
    assert again.system.options == parser.system.options
    assert [*again.parse(TEST)] == [*parser.parse(TEST)]


def parsed_elsewhere(parser: Parser) -> Sentence:
    return parser.parse(TEST[0])


def test_features_are_found_in_their_file(tmp_path: Path) -> None:
    file = tmp_path / "own_features_of_a_user.py"
    file.write_text(OWN)
    parser = Parser.train(sample(10), system="sampling", **SAMPLING, features_from=str(file))
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(parsed_elsewhere, (parser,)) == parsed_elsewhere(parser)


def test_what_is_unpickled_is_checked(parser: Parser) -> None:
    _, (data, options, files) = parser.__reduce__()
    assert isinstance(data, bytes)
    for wrong in (data[:-1], data[:-1] + bytes([data[-1] ^ 1])):
        with pytest.raises(ArcwalkError, match="<pickled model>: the pickled model is damaged"):
            _unpickled(wrong, options, files)  # type: ignore[arg-type]
