"""What a parser says besides its best tree: confidences, alternatives, minimum risk, long sentences in pieces."""

import math
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from brute_force import is_tree

import arcwalk
from arcwalk import ArcwalkError, Parser, Sentence
from arcwalk.models.protocol import ListsAlternatives
from arcwalk.sample import sample
from arcwalk.scoring.moves import start_from
from arcwalk.systems.registry import SYSTEMS
from arcwalk.systems.sampling.parser import SamplingParser
from arcwalk.systems.sampling.search import CALIBRATED, SAFE, arc_marginals, choices_of
from arcwalk.treebank.arcs.prediction import HEAD_CONFIDENCE, LABEL_CONFIDENCE
from arcwalk.treebank.check import check
from arcwalk.treebank.confidence import confidences, without_confidences
from arcwalk.trees.search.tree_search import scorer_of
from arcwalk.trees.shape import is_projective

TINY: dict[str, Any] = {
    "epochs": 1,
    "aggressiveness": 0.01,
    "shuffles": 1,
    "pruner_shuffles": 1,
    "neural_epochs": 1,
    "folds": 2,
    "table_bits": 16,
}
TEST = list(sample(12, seed=5))


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("alternatives") / "model"
    Parser.train(sample(100), **TINY).save(path)
    return path


@pytest.fixture(scope="module")
def parser(model: Path) -> Parser:
    return arcwalk.load(model)


@pytest.fixture(scope="module")
def bayes_point() -> Parser:
    return Parser.train(sample(100), system="bayes-point", epochs=1, shuffles=1, table_bits=16)


def system_of(parser: Parser) -> SamplingParser:
    assert isinstance(parser.system, SamplingParser)
    return parser.system


def longest_sentence() -> Sentence:
    return max(TEST, key=len)


def test_confidence_is_a_probability_and_changes_nothing_else(parser: Parser) -> None:
    for plain, sure in zip(parser.parse(TEST), parser.parse(TEST, confidence=True), strict=True):
        assert without_confidences(sure) == plain
        heads, labels = confidences(sure, HEAD_CONFIDENCE), confidences(sure, LABEL_CONFIDENCE)
        assert all(0 <= label <= head <= 1 for head, label in zip(heads, labels, strict=True))


def test_confidence_tells_right_heads_from_wrong_ones(parser: Parser) -> None:
    test = list(sample(40, seed=6))
    right: dict[bool, list[float]] = {True: [], False: []}
    for gold, parsed in zip(test, parser.parse(test, confidence=True), strict=True):
        for is_right, confidence in zip(
            map(int.__eq__, gold.heads, parsed.heads), confidences(parsed, HEAD_CONFIDENCE), strict=True
        ):
            right[is_right].append(confidence)
    assert np.mean(right[True]) > np.mean(right[False]) + 0.1


def test_what_is_kept_needs_no_confidence(parser: Parser, bayes_point: Parser) -> None:
    gold = longest_sentence()
    for one in (parser, bayes_point):
        assert one.parse(gold, keep=True, confidence=True) == gold


def test_bayes_point_is_sure_of_heads_only(bayes_point: Parser) -> None:
    for plain, sure in zip(bayes_point.parse(TEST), bayes_point.parse(TEST, confidence=True), strict=True):
        assert without_confidences(sure) == plain
        assert all(0 < confidence <= 1 for confidence in confidences(sure, HEAD_CONFIDENCE))
        assert np.isnan(confidences(sure, LABEL_CONFIDENCE)).all()


def test_alternatives_are_distinct_trees_best_first(parser: Parser) -> None:
    for sentence, best in zip(TEST, parser.alternatives(TEST, 8), strict=True):
        trees = [(tuple(tree.heads), tuple(tree.deprels)) for tree, _ in best]
        assert 1 < len(set(trees)) == len(trees) <= 8
        assert all(first >= second for (_, first), (_, second) in pairwise(best))
        for tree, _ in best:
            assert not list(check(tree, "gold"))
            assert tree.with_tree(sentence.heads, sentence.deprels).lines == sentence.lines


def test_more_alternatives_begin_with_the_same_ones(parser: Parser) -> None:
    scores = [[score for _, score in parser.alternatives(longest_sentence(), count)] for count in (1, 3, 20)]
    assert scores[1][0] >= scores[0][0]
    assert np.all(np.array(scores[2][:3]) >= np.array(scores[1]) - 1e-9)


def test_the_best_of_all_trees_are_among_the_alternatives(parser: Parser) -> None:
    system = system_of(parser)
    for sentence in sample(60, seed=7):
        codes = system.encode(sentence)
        candidates = system.candidates(codes)
        start, head = candidates.choices.start, candidates.choices.head
        if 1_000 <= math.prod(np.diff(start)[1:].tolist()) <= 20_000:
            break
    single_root, projective = system.search.shape(candidates)
    scorer = scorer_of(codes, system.kernel_model, candidates, np.inf)
    scores = []
    for choices in product(*(range(start[m], start[m + 1]) for m in range(1, len(start) - 1))):
        chosen = np.array([-1, *choices])
        heads = np.array([-1, *head[chosen[1:]]], dtype=np.int32)
        roots = np.count_nonzero(heads == 0)
        if is_tree(heads) and (roots == 1 or not single_root) and (is_projective(heads) or not projective):
            scores.append(start_from(scorer, chosen))
    best = parser.alternatives(sentence, 20)
    assert len(scores) >= 20
    assert np.allclose([score for _, score in best[:5]], sorted(scores)[:-6:-1])


def test_alternatives_keep_what_is_given(parser: Parser) -> None:
    gold = longest_sentence()
    partly = gold.with_tree([*gold.heads[:5], *[-1] * (len(gold) - 5)], [*gold.deprels[:5], *["_"] * (len(gold) - 5)])
    for tree, _ in parser.alternatives(partly, 5, keep=True):
        assert (tree.heads[:5], tree.deprels[:5]) == (gold.heads[:5], gold.deprels[:5])


def with_unknown_labels(gold: Sentence) -> Sentence:
    """A sentence without heads, in which every other word has a label that no model knows."""
    return gold.with_tree([-1] * len(gold), ["_" if m % 2 else "unheard-of" for m in range(len(gold))])


@pytest.mark.parametrize("longest", [0, 6])
def test_alternatives_do_not_differ_in_labels_that_the_model_does_not_know(parser: Parser, longest: int) -> None:
    one = parser.with_options(longest=longest)
    for gold in TEST:
        given = with_unknown_labels(gold)
        best = one.alternatives(given, 8, keep=True)
        assert len({tuple(tree.lines) for tree, _ in best}) == len(best)
        candidates = system_of(parser).candidates(parser.system.encode(given), None, given.deprels)
        assert longest or len(best) == min(8, math.prod(np.diff(candidates.choices.start)[1:].tolist()))
        assert all(tree.deprels[::2] == given.deprels[::2] for tree, _ in best)


def test_a_kept_label_is_as_certain_as_its_head(parser: Parser) -> None:
    for gold in TEST:
        known = gold.with_tree([-1] * len(gold), gold.deprels)
        for given, step in ((known, 1), (with_unknown_labels(gold), 2)):
            sure = parser.parse(given, keep=True, confidence=True)
            heads, labels = confidences(sure, HEAD_CONFIDENCE), confidences(sure, LABEL_CONFIDENCE)
            assert labels[::step] == heads[::step]


@pytest.mark.parametrize("count", [0, 1001])
def test_alternatives_are_one_to_a_thousand(parser: Parser, count: int) -> None:
    with pytest.raises(ValueError, match=f"cannot find {count} trees; count must be from 1 to 1000"):
        parser.alternatives(TEST[0], count)


def test_bayes_point_has_no_alternatives(bayes_point: Parser) -> None:
    parsers = {name: entry.plain.parser.load() for name, entry in SYSTEMS.items()}
    assert [name for name, kind in parsers.items() if not issubclass(kind, ListsAlternatives)] == ["bayes-point"]
    with pytest.raises(ArcwalkError, match="train with another system"):
        bayes_point.alternatives(TEST[0], 2)


def test_no_tree_has_more_right_heads_to_expect_than_that_of_minimum_risk(parser: Parser) -> None:
    system = system_of(parser)
    safe = parser.with_options(decode="minimum-risk")
    for sentence in TEST:
        codes = system.encode(sentence)
        candidates = system.candidates(codes)
        marginals = system.search.marginals(system.kernel_model, codes, candidates, SAFE)
        heads, labels = system.search.safest(candidates, marginals)
        arcs = arc_marginals(candidates, marginals)[candidates.choices.arc]
        safest, best = (
            arcs[choices_of(candidates, *tree)[1:]].sum()
            for tree in ((heads, labels), system.search.best(system.kernel_model, codes, candidates))
        )
        assert safest >= best - 1e-3
        parsed = safe.parse(sentence)
        assert list(parsed.heads) == heads[1:].tolist()
        assert not list(check(parsed, "gold"))
        assert without_confidences(safe.parse(sentence, confidence=True)) == parsed


def test_marginals_of_a_word_sum_to_one(parser: Parser) -> None:
    system = system_of(parser)
    codes = system.encode(longest_sentence())
    candidates = system.candidates(codes)
    marginals = system.search.marginals(system.kernel_model, codes, candidates, CALIBRATED)
    arcs = arc_marginals(candidates, marginals)
    for start, values in ((candidates.choices.start, marginals), (candidates.start, arcs)):
        assert np.allclose([values[start[m] : start[m + 1]].sum() for m in range(1, len(start) - 1)], 1.0)


def test_long_sentences_are_parsed_in_pieces(parser: Parser, bayes_point: Parser) -> None:
    sentence = longest_sentence()
    for one in (parser, bayes_point):
        pieces = one.with_options(longest=len(sentence) // 3)
        tree = pieces.parse(sentence, confidence=True)
        assert not list(check(tree, "gold"))
        assert tree.heads.count(0) == 1
        assert len(confidences(tree, HEAD_CONFIDENCE)) == len(sentence)
        assert pieces.parse(sentence).heads == tree.heads
        assert one.with_options(longest=len(sentence)).parse(sentence).lines == one.parse(sentence).lines
    several = parser.with_options(longest=len(sentence) // 3).alternatives(sentence, 6)
    assert len({(tuple(tree.heads), tuple(tree.deprels)) for tree, _ in several}) == 6


def test_options_for_parsing_can_be_given_to_load(model: Path, parser: Parser) -> None:
    options = system_of(arcwalk.load(model, search="walk", budget="20", score_margin=0.4)).options
    assert (options.search, options.budget, options.score_margin) == ("walk", 20, 0.4)
    assert options.table_bits == system_of(parser).options.table_bits
    assert system_of(parser).options.search == "climb"


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"epochs": 3}, "option epochs cannot be set for a trained model; parsing options: longest, search"),
        ({"search": "look"}, "option search=look: choose one of climb"),
        ({"longest": -1}, "option longest=-1: this must be from 0 to 1,000,000"),
    ],
)
def test_other_options_are_refused(parser: Parser, option: dict[str, object], message: str) -> None:
    with pytest.raises(ArcwalkError, match=message):
        parser.with_options(**option)


def test_bayes_point_has_no_options_of_its_own_for_parsing(bayes_point: Parser) -> None:
    with pytest.raises(ArcwalkError, match=r"option budget cannot be set .*; parsing options: longest$"):
        bayes_point.with_options(budget=3)


@pytest.mark.parametrize("options", [{}, {"search": "walk", "budget": 3}, {"decode": "minimum-risk"}, {"longest": 6}])
def test_neither_threads_nor_order_change_anything(parser: Parser, options: dict[str, object]) -> None:
    one = parser.with_options(**options)
    in_turn = [sentence.lines for sentence in one.parse(TEST, confidence=True)]
    backwards = [sentence.lines for sentence in one.parse(TEST[::-1], confidence=True, jobs=2)]
    assert in_turn == backwards[::-1]
