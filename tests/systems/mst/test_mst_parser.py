from collections.abc import Iterator
from pathlib import Path

import numba
import numpy as np
import pytest
from brute_force import is_tree
from parses import array, assert_kept, barely_tagged, right_heads, trees

from arcwalk import ArcwalkError, Parser, Sentence
from arcwalk.sample import sample
from arcwalk.systems.mst.chart import Chart
from arcwalk.systems.mst.parser import MstParser
from arcwalk.treebank.arcs.prediction import HEAD_CONFIDENCE
from arcwalk.treebank.check import check
from arcwalk.trees.decoders.forest import max_marginals
from arcwalk.trees.shape import is_projective

QUICK = {"system": "mst", "shuffles": 2, "epochs": 3, "folds": 2, "table_bits": 18, "projective": "yes"}
TRAIN = sample(300)
TEST = sample(60, seed=1)

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="training needs compiled kernels")


@pytest.fixture(scope="module")
def crossing() -> Parser:
    return Parser.train(TRAIN, **(QUICK | {"projective": "no"}))


def system_of(parser: Parser) -> MstParser:
    assert isinstance(parser.system, MstParser)
    return parser.system


def charts(parser: Parser) -> Iterator[Chart]:
    system = system_of(parser)
    for sentence in TEST[:15]:
        yield system.trees.chart(system.encode(sentence))


def test_it_learns(parsed: list[Sentence]) -> None:
    assert right_heads(TEST, parsed) > 0.92


@pytest.mark.parametrize("options", [{"learner": "mira"}, {"learner": "mira", "k_best": 4}, {"projective": "no"}])
def test_it_learns_in_other_ways(options: dict[str, object]) -> None:
    assert right_heads(TEST, list(Parser.train(TRAIN, **(QUICK | options)).parse(TEST))) > 0.9


def test_projective_trees_with_one_root(parsed: list[Sentence]) -> None:
    for sentence in parsed:
        assert not list(check(sentence, "gold"))
        assert is_projective(array(sentence))
        assert sentence.heads.count(0) == 1


def test_arcs_may_cross(crossing: Parser) -> None:
    result = list(crossing.parse(TRAIN))
    assert all(is_tree(array(sentence)) and sentence.heads.count(0) == 1 for sentence in result)
    assert any(not is_projective(array(sentence)) for sentence in result)


def test_whether_arcs_cross_is_seen_from_the_treebank() -> None:
    tiny = QUICK | {"projective": "auto", "shuffles": 1, "epochs": 1, "table_bits": 12}
    projective = [sentence for sentence in TRAIN if is_projective(array(sentence))]
    others = [sentence for sentence in TRAIN if not is_projective(array(sentence))]
    assert system_of(Parser.train(projective[:30], **tiny)).options.projective is True
    assert system_of(Parser.train([*projective[:30], *others[:5]], **tiny)).options.projective is False


@pytest.mark.parametrize("kind", ["parser", "crossing"])
def test_kept_heads_and_labels_stay(kind: str, request: pytest.FixtureRequest) -> None:
    assert_kept(request.getfixturevalue(kind), TEST)


def test_confidences_are_probabilities(parser: Parser, crossing: Parser, parsed: list[Sentence]) -> None:
    for one in (parser, crossing):
        for chart in charts(one):
            sums = np.add.reduceat(chart.marginals(1.0), chart.start[1:-1])
            np.testing.assert_allclose(sums, 1.0, atol=1e-6)
    sure = list(parser.parse(TEST, confidence=True))
    assert trees(sure) == trees(parsed)
    assert all(HEAD_CONFIDENCE in line for line in sure[0].lines if line[0].isdigit())


@pytest.mark.parametrize("kind", ["parser", "crossing"])
def test_alternatives_are_distinct_and_best_first(kind: str, request: pytest.FixtureRequest) -> None:
    parser = request.getfixturevalue(kind)
    for sentence in TEST[:15]:
        alternatives = parser.alternatives(sentence, 8)
        if kind == "parser":
            assert alternatives[0][0].heads == parser.parse(sentence).heads
        assert len({tuple(tree.heads) for tree, _ in alternatives}) == len(alternatives)
        assert all(not list(check(tree, "gold")) for tree, _ in alternatives)
        scores = [score for _, score in alternatives]
        assert scores == sorted(scores, reverse=True)


def test_max_marginals_lead_to_the_best_tree(parser: Parser) -> None:
    for chart in charts(parser):
        tree, score = chart.best()
        best_with = np.empty(len(chart.head))
        max_marginals(chart.forest(), best_with)
        np.testing.assert_allclose(chart.of_tree(best_with, tree), score)
        assert best_with.max() == pytest.approx(score)


def test_adjustments_change_trees(parser: Parser) -> None:
    """Once each of its arcs has lost what separates it from the next best tree, that one is found."""
    for chart in charts(parser):
        first, second = (chart.best_trees(2) * 2)[:2]
        modifiers = np.repeat(np.arange(len(chart.start) - 1), np.diff(chart.start))
        in_first = chart.head == first.heads[modifiers]
        differ = np.count_nonzero(first.heads != second.heads)
        if differ:
            penalty = (first.score - second.score + 0.1) / differ
            adjusted = chart.adjusted(np.where(in_first & (first.heads != second.heads)[modifiers], -penalty, 0.0))
            assert (adjusted.best().heads != first.heads).any()
            assert adjusted.best().score >= second.score - 1e-9
        assert (chart.adjusted(np.zeros(len(chart.head))).best().heads == first.heads).all()


def test_untagged_unknown_and_single_words(parser: Parser) -> None:
    for words in (["the", "dog", "barks"], ["blorp", "冰", "?", "1,234"], ["_"], ["Go"]):
        result = parser.parse(barely_tagged(words))
        assert is_tree(array(result))
        assert "_" not in result.deprels


def test_a_thousand_words(parser: Parser) -> None:
    words = [form for sentence in TRAIN for form in sentence.forms][:1000]
    tags = [tag for sentence in TRAIN for tag in sentence.upos][:1000]
    result = parser.parse(Sentence.from_columns(words, upos=tags))
    assert is_tree(array(result))
    assert result.heads.count(0) == 1


def test_several_roots_where_the_treebank_has_them() -> None:
    flat = [sentence.with_tree([0] * len(sentence), ["word"] * len(sentence)) for sentence in TRAIN[:20]]
    assert Parser.train(flat, **QUICK).parse(TEST[0]).heads == (0,) * len(TEST[0])


def test_a_tiny_treebank() -> None:
    for sentences in (TRAIN[:1], TRAIN[:2]):
        assert is_tree(array(Parser.train(sentences, **(QUICK | {"table_bits": 10})).parse(TEST[0])))


def test_templates_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.templates"
    path.write_text("[arc]\nh.pos m.pos dist?\n[sibling]\nh.pos s.pos m.pos dir\n", encoding="utf-8")
    own = Parser.train(TRAIN[:50], **QUICK, features=str(path))
    path.unlink()  # the model has them
    own.save(tmp_path / "model")
    assert trees(list(Parser.load(tmp_path / "model").parse(TEST[:9]))) == trees(list(own.parse(TEST[:9])))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[arc]\nh.pos m.pos\n[sibling]\nh.pos g.pos\n", r"mine\.templates:4: .*'g\.pos'"),
        ("[sibling]\nh.pos s.pos\n", r"mine\.templates: no templates.*\[arc\]"),
        ("[arc]\nh.pos m.pos\n[cousin]\n", r"mine\.templates:3: unknown group \[cousin\]; the groups are arc, sibling"),
    ],
)
def test_wrong_templates_are_named(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.templates"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ArcwalkError, match=message):
        Parser.train(TRAIN[:5], **QUICK, features=str(path))


def test_wrong_options_name_the_right_ones() -> None:
    with pytest.raises(ArcwalkError, match="learner=svm: choose one of perceptron, mira"):
        Parser.train(TRAIN[:5], **QUICK, learner="svm")
    with pytest.raises(ArcwalkError, match=r"option budget cannot be set for a trained model"):
        Parser.train(TRAIN[:5], **QUICK).with_options(budget=3)
