from pathlib import Path

import numba
import numpy as np
import pytest
from brute_force import is_tree
from parses import array, barely_tagged, bytes_of, trees

import arcwalk
from arcwalk import ArcwalkError, Parser, Sentence
from arcwalk.sample import sample
from arcwalk.systems.vine.parser import VineParser
from arcwalk.treebank.arcs.prediction import HEAD_CONFIDENCE
from arcwalk.treebank.check import check
from arcwalk.trees.decoders.forest import arc_marginals, best_tree

QUICK = {"system": "vine", "folds": 2}
TRAIN = sample(300)
TEST = sample(60, seed=1)

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="training needs compiled kernels")


def system_of(parser: Parser) -> VineParser:
    assert isinstance(parser.system, VineParser)
    return parser.system


def right_heads(result: list[Sentence]) -> float:
    pairs = [
        (g, f) for gold, other in zip(TEST, result, strict=True) for g, f in zip(gold.heads, other.heads, strict=True)
    ]
    return sum(g == f for g, f in pairs) / len(pairs)


def test_it_learns(parsed: list[Sentence]) -> None:
    assert right_heads(parsed) > 0.85


def test_trees_with_one_root(parsed: list[Sentence]) -> None:
    for sentence in parsed:
        assert not list(check(sentence, "gold"))
        assert sentence.heads.count(0) == 1


def test_reranking_helps(parser: Parser, parsed: list[Sentence]) -> None:
    alone = list(parser.with_options(rerank="no").parse(TEST))
    assert right_heads(alone) > 0.8
    assert trees(alone) != trees(parsed)
    gold, with_, without = ([label for s in some for label in s.deprels] for some in (TEST, parsed, alone))
    assert sum(map(str.__eq__, gold, with_)) > sum(map(str.__eq__, gold, without))


def test_as_published() -> None:
    published = Parser.train(
        TRAIN, **QUICK, bounds="all", recall=0.9, mixture="uniform", join="no", log_linear="no", rerank="no"
    )
    bounds = system_of(published).grammar.model.bounds
    assert (bounds == bounds[0]).all()
    result = list(published.parse(TEST))
    assert right_heads(result) > 0.6
    for sentence in result:
        assert is_tree(array(sentence))
        for m, head in enumerate(sentence.heads, 1):
            assert head == 0 or abs(head - m) <= bounds[0, int(m > head)]
    assert any(sentence.heads.count(0) > 1 for sentence in result)


def test_saved_and_loaded_without_log_linear_models(tmp_path: Path) -> None:
    plain = Parser.train(TRAIN[:100], **QUICK, log_linear="no", rerank="no")
    before = bytes_of(plain, tmp_path)
    loaded = arcwalk.load(tmp_path / "model.arcwalk")
    assert trees(list(loaded.parse(TEST))) == trees(list(plain.parse(TEST)))
    assert bytes_of(loaded, tmp_path) == before


def test_a_long_arc_is_kept(parser: Parser) -> None:
    words = [form for sentence in TRAIN for form in sentence.forms][:200]
    given = barely_tagged(words, heads=[190, *[-1] * 199])
    result = parser.parse(given, keep=True)
    assert result.heads[0] == 190
    assert is_tree(array(result))


def test_fixed_heads_leave_unlikely_ones_to_the_others(parser: Parser) -> None:
    """In a chain, where all heads but one are given."""
    system = system_of(parser)
    for sentence in TEST[:20]:
        for free in range(2, len(sentence) + 1):
            fixed = np.arange(-1, len(sentence), dtype=np.int32)
            fixed[free] = -1
            forest = system.grammar.forest(system.encode(sentence), fixed)
            marginals = np.zeros(len(forest.head))
            arc_marginals(forest, marginals)
            assert marginals[(forest.head == free - 1) & (forest.modifier == free)][0] > 0


def test_crossing_heads_to_keep_leave_a_tree_with_one_root(parser: Parser) -> None:
    """Words 1 and 2 depend on 3 and 4, which no vine parse has; what is left may be unlikely."""
    for sentence in TEST:
        if len(sentence) >= 5:
            heads = [3, 4, *[-1] * (len(sentence) - 2)]
            result = parser.parse(sentence.with_tree(heads, ["_"] * len(sentence)), keep=True)
            assert result.heads[:2] == (3, 4)
            assert result.heads.count(0) == 1
            assert is_tree(array(result))


def test_confidences_are_probabilities(parser: Parser, parsed: list[Sentence]) -> None:
    sure = list(parser.parse(TEST, confidence=True))
    assert trees(sure) == trees(parsed)
    assert all(HEAD_CONFIDENCE in line for line in sure[0].lines if line[0].isdigit())
    for rerank in ("yes", "no"):
        system = system_of(parser.with_options(rerank=rerank))
        for sentence in TEST[:20]:
            tree = system.parse_with_confidence(system.encode(sentence))
            assert ((tree.head_confidence >= 0) & (tree.head_confidence <= 1)).all()
            assert rerank == "no" or (
                tree.arc_confidence is not None and (tree.arc_confidence <= tree.head_confidence).all()
            )


def test_a_joined_fragment_is_as_sure_as_its_place_under_the_root(parser: Parser) -> None:
    system = system_of(parser.with_options(rerank="no"))
    joined = 0
    for sentence in TEST:
        codes = system.encode(sentence)
        tree = system.parse_with_confidence(codes)
        forest = system.grammar.forest(codes, np.full(len(sentence) + 1, -1, dtype=np.int32))
        vine, marginals = np.empty_like(tree.heads), np.zeros(len(forest.head))
        best_tree(forest, vine)
        arc_marginals(forest, marginals)
        for m in np.flatnonzero(vine == 0):
            joined += tree.heads[m] > 0
            assert tree.head_confidence[m - 1] == pytest.approx(
                marginals[(forest.head == 0) & (forest.modifier == m)][0]
            )
    assert joined > 0


@pytest.mark.parametrize("rerank", ["yes", "no"])
def test_alternatives_are_distinct_and_best_first(parser: Parser, rerank: str) -> None:
    parser = parser.with_options(rerank=rerank)
    for sentence in TEST[:15]:
        alternatives = parser.alternatives(sentence, 8)
        assert len({(tuple(tree.heads), tuple(tree.deprels)) for tree, _ in alternatives}) == len(alternatives)
        assert all(not list(check(tree, "gold")) for tree, _ in alternatives)
        scores = [score for _, score in alternatives]
        assert scores == sorted(scores, reverse=True)
        assert alternatives[0][0].heads == parser.parse(sentence).heads


def test_untagged_unknown_and_single_words(parser: Parser) -> None:
    for words in (["the", "dog", "barks"], ["blorp", "冰", "?", "1,234"], ["_"], ["Go"]):
        result = parser.parse(barely_tagged(words))
        assert is_tree(array(result))
        assert "_" not in result.deprels


def test_ten_thousand_words(parser: Parser) -> None:
    words = [form for sentence in TRAIN * 4 for form in sentence.forms][:10000]
    tags = [tag for sentence in TRAIN * 4 for tag in sentence.upos][:10000]
    result = parser.parse(Sentence.from_columns(words, upos=tags))
    assert len(result) == 10000
    assert is_tree(array(result))
    assert result.heads.count(0) == 1


def test_several_roots_where_the_treebank_has_them() -> None:
    flat = [sentence.with_tree([0] * len(sentence), ["word"] * len(sentence)) for sentence in TRAIN[:20]]
    parser = Parser.train(flat, **QUICK)
    assert parser.parse(TEST[0]).heads == (0,) * len(TEST[0])
    assert system_of(parser).reranker is None, "there are no errors to correct"


def test_without_a_reranker_none_can_be_asked_for() -> None:
    parser = Parser.train(TRAIN[:20], **QUICK, rerank="no")
    assert parser.with_options(trees=5, rerank="no").parse(TEST[0]).heads
    with pytest.raises(ArcwalkError, match=r"rerank=yes: this model has no reranker; leave the option out, or train"):
        parser.with_options(rerank="yes")


def test_a_tiny_treebank() -> None:
    for sentences in (TRAIN[:1], TRAIN[:2]):
        assert is_tree(array(Parser.train(sentences, **QUICK).parse(TEST[0])))


def test_wrong_options_name_the_right_ones() -> None:
    with pytest.raises(ArcwalkError, match="mixture=svm: choose one of trained, uniform"):
        Parser.train(TRAIN[:5], **QUICK, mixture="svm")
    with pytest.raises(ArcwalkError, match=r"option budget cannot be set for a trained model"):
        Parser.train(TRAIN[:5], **QUICK).with_options(budget=3)
