"""What holds for parsers of every system."""

from pathlib import Path

import numba
import pytest
from brute_force import is_tree
from parses import array, assert_kept, barely_tagged, bytes_of, tree, trees, without_trees
from quick_training import QUICK

import arcwalk
from arcwalk import Parser, Sentence
from arcwalk.errors import TreebankError
from arcwalk.sample import sample
from arcwalk.systems.registry import SYSTEMS

TRAIN = sample(80)
TEST = sample(30, seed=1)

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="training needs compiled kernels")


def trained(system: str, **setting: int) -> Parser:
    return Parser.train(TRAIN, system=system, **QUICK[system], **setting)


@pytest.fixture(scope="module", params=SYSTEMS)
def system(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def parser(system: str) -> Parser:
    return trained(system)


@pytest.fixture(scope="module")
def parsed(parser: Parser) -> list[Sentence]:
    return list(parser.parse(TEST))


def test_it_gives_trees_and_keeps_every_other_byte(parsed: list[Sentence]) -> None:
    for before, after in zip(TEST, parsed, strict=True):
        assert is_tree(array(after))
        assert after.with_tree(*tree(before)).lines == before.lines


def test_it_does_not_look_at_the_answer(parser: Parser, parsed: list[Sentence]) -> None:
    assert trees(list(parser.parse(without_trees(TEST)))) == trees(parsed)


def test_saved_and_loaded(parser: Parser, parsed: list[Sentence], tmp_path: Path) -> None:
    before = bytes_of(parser, tmp_path)
    loaded = arcwalk.load(tmp_path / "model.arcwalk")
    assert trees(list(loaded.parse(TEST))) == trees(parsed)
    assert bytes_of(loaded, tmp_path) == before


def test_the_seed_matters_and_jobs_do_not(system: str, parser: Parser, tmp_path: Path) -> None:
    first, again, other = (
        bytes_of(each, tmp_path) for each in (parser, trained(system, jobs=2), trained(system, seed=1))
    )
    assert first == again != other


def test_neither_order_nor_jobs_matter(parser: Parser, parsed: list[Sentence]) -> None:
    assert trees(list(parser.parse(TEST[::-1], jobs=2)))[::-1] == trees(parsed)


def test_kept_heads_and_labels_stay(parser: Parser) -> None:
    assert_kept(parser, TEST)
    for before, after in zip(TEST, parser.parse(TEST, keep=True), strict=True):
        assert after.lines == before.lines


def test_fixed_roots_and_crossing_arcs(parser: Parser) -> None:
    two_roots = barely_tagged(["a", "dog", "sees", "the", "cat", "."], heads=[-1, 0, 0, -1, -1, -1])
    found = parser.parse(two_roots, keep=True)
    assert {2, 3} <= {m for m, head in enumerate(found.heads, 1) if head == 0}
    assert is_tree(array(found))
    crossing = barely_tagged(["a", "b", "c", "d", "e"], heads=[3, 4, -1, -1, -1])
    found = parser.parse(crossing, keep=True)
    assert found.heads[:2] == (3, 4)
    assert is_tree(array(found))


def test_fixed_cycles_are_a_clear_error(parser: Parser) -> None:
    ring = barely_tagged(["a", "b", "c", "d"], heads=[-1, 3, 4, 2], id="ring")
    with pytest.raises(TreebankError, match=r"sentence ring.*cycle"):
        parser.parse(ring, keep=True)


def test_words_that_no_one_knows(parser: Parser) -> None:
    for upos in (["X", "_", "_", "_"], ["XYZ"] * 4):
        assert is_tree(array(parser.parse(Sentence.from_columns(["qqq", "ß∂ƒ", "...", "𝔸"], upos=upos))))
    assert parser.parse(Sentence.from_columns(["Go"], upos=["VERB"])).heads == (0,)
    with pytest.raises(TreebankError, match="no word has a tag"):
        parser.parse(Sentence.from_columns(["Go"]))
