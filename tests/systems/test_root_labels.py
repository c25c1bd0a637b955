"""The label of the root and HEAD 0 go together, in whatever way a sentence is parsed."""

from collections.abc import Iterable

import numba
import numpy as np
import pytest
from odd_sentences import odd_sentences
from quick_training import QUICK

from arcwalk import Parser, Sentence
from arcwalk.consistency.options import ConsistentParsingOptions
from arcwalk.consistency.parsing import parse_consistently
from arcwalk.sample import sample
from arcwalk.systems.registry import SYSTEMS
from arcwalk.treebank.arcs.prediction import HEAD_CONFIDENCE, LABEL_CONFIDENCE
from arcwalk.treebank.confidence import confidences

TRAIN = sample(80)
ODD = odd_sentences(90, [form for sentence in TRAIN for form in sentence.forms])

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="training needs compiled kernels")


@pytest.fixture(scope="module", params=SYSTEMS)
def parser(request: pytest.FixtureRequest) -> Parser:
    return Parser.train(TRAIN, system=request.param, **QUICK[request.param])


def assert_together(sentences: Iterable[Sentence], roots: tuple[str, ...] = ("root",)) -> None:
    for sentence in sentences:
        for head, label in zip(sentence.heads, sentence.deprels, strict=True):
            assert (head == 0) == (label in roots), (sentence.forms, sentence.heads, sentence.deprels)


def test_parses(parser: Parser) -> None:
    assert_together(parser.parse(ODD))


def test_pieces(parser: Parser) -> None:
    assert_together(parser.with_options(longest=4).parse(ODD))


def test_confidences(parser: Parser) -> None:
    parsed = list(parser.parse(ODD[:30], confidence=True))
    assert_together(parsed)
    for sentence in parsed:
        heads, labels = (np.array(confidences(sentence, key)) for key in (HEAD_CONFIDENCE, LABEL_CONFIDENCE))
        sure_of_labels = np.flatnonzero((np.array(sentence.heads) == 0) & ~np.isnan(labels))
        assert heads[sure_of_labels].tolist() == labels[sure_of_labels].tolist()


def test_alternatives(parser: Parser) -> None:
    if parser.system.name == "bayes-point":
        pytest.skip("it finds one tree only")
    for one in (parser, parser.with_options(longest=4)):
        for best in one.alternatives(ODD[:30], 6):
            assert_together(tree for tree, _ in best)


def test_what_is_given_stays_even_where_it_contradicts(parser: Parser) -> None:
    words = ["the", "dog", "sees", "a", "cat"]
    tags = ["DET", "NOUN", "VERB", "DET", "NOUN"]
    given = Sentence.from_columns(words, upos=tags, heads=[-1, 0, 2, 5, -1], deprels=["_", "nsubj", "root", "_", "_"])
    for one in (parser, parser.with_options(longest=3)):
        parsed = one.parse(given, keep=True)
        assert (parsed.heads[1:4], parsed.deprels[1:3]) == ((0, 2, 5), ("nsubj", "root"))
        assert "root" not in parsed.deprels[3:]


def test_a_given_root_label_makes_a_root(parser: Parser) -> None:
    for one in (parser, parser.with_options(longest=8)):
        for sentence in ODD[7::9]:
            labels = ["_"] * len(sentence)
            labels[-1] = "root"
            parsed = one.parse(sentence.with_tree([-1] * len(sentence), labels), keep=True)
            assert parsed.heads[-1] == 0
            assert_together([parsed])


@pytest.mark.parametrize("options", [{"decode": "minimum-risk"}, {"search": "walk", "budget": 4}])
def test_other_searches(options: dict[str, object]) -> None:
    sampling = Parser.train(TRAIN, **QUICK["sampling"])
    assert_together(sampling.with_options(**options).parse(ODD[:40]))


def test_corrected_tags() -> None:
    joint = Parser.train(TRAIN, tags="joint", tag_folds=2, tag_shuffles=1, tag_epochs=1, **QUICK["sampling"])
    assert_together(joint.parse(ODD[:40]))
    assert_together(joint.with_options(longest=4).parse(ODD[:40]))


@pytest.mark.parametrize("system", ["sampling", "mst"])
def test_consistency(system: str) -> None:
    one = Parser.train(TRAIN, system=system, **QUICK[system])
    short = [sentence for sentence in ODD[:12] if len(sentence) < 50]  # in longer ones the search takes a while
    corpus = parse_consistently(one, short, TRAIN, options=ConsistentParsingOptions())
    assert_together([*corpus.independent, *corpus.joint])


def relabeled(sentence: Sentence) -> Sentence:
    """The sentence in another scheme: the label of a root depends on its tag."""
    arcs = zip(sentence.heads, sentence.deprels, sentence.upos, strict=True)
    return sentence.with_tree(sentence.heads, [label if head else f"TOP-{tag}" for head, label, tag in arcs])


def test_several_root_labels() -> None:
    treebank = [relabeled(sentence) for sentence in TRAIN]
    one = Parser.train(treebank, system="bayes-point", **QUICK["bayes-point"])
    assert len(one.system.label_set.roots) > 1
    assert_together(one.parse(ODD), tuple(one.system.label_set.roots))
    assert [relabeled(tree) for tree in one.parse(treebank)] == list(one.parse(treebank))


def test_a_treebank_with_an_exception_constrains_nothing() -> None:
    odd_one = TRAIN[0].with_tree(TRAIN[0].heads, ["root"] * len(TRAIN[0]))
    one = Parser.train([odd_one, *TRAIN[1:]], system="bayes-point", **QUICK["bayes-point"])
    assert not one.system.label_set.roots
