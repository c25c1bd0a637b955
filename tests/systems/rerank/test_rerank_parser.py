"""The reranker as users meet it: trained on a small treebank, saved, loaded, asked to parse."""

import re
from itertools import pairwise
from pathlib import Path

import numba
import numpy as np
import pytest
from brute_force import is_tree
from parses import Diary, array, barely_tagged, bytes_of, right_arcs, right_heads, trees

import arcwalk
from arcwalk import ArcwalkError, Parser, Sentence
from arcwalk.sample import sample
from arcwalk.systems.rerank.parser import RerankParser
from arcwalk.treebank.arcs.prediction import HEAD_CONFIDENCE, LABEL_CONFIDENCE
from arcwalk.treebank.confidence import confidences
from arcwalk.trees.shape import is_projective

QUICK = {
    "system": "rerank",
    "k": 12,
    "folds": 3,
    "epochs": 3,
    "shuffles": 1,
    "mst_shuffles": 1,
    "mst_epochs": 2,
    "projective": "yes",
    "table_bits": 18,
}
TRAIN = sample(150)
TEST = sample(40, seed=1)
FEW = TRAIN[:15]

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="training needs compiled kernels")


def system_of(parser: Parser) -> RerankParser:
    assert isinstance(parser.system, RerankParser)
    return parser.system


def test_it_learns(parser: Parser, parsed: list[Sentence]) -> None:
    assert right_heads(TEST, parsed) > 0.88
    assert right_arcs(TEST, parsed) > 0.85
    assert right_heads(TEST, parsed) > right_heads(TEST, list(Parser(system_of(parser).base).parse(TEST)))


def test_trees_come_from_the_list(parser: Parser, parsed: list[Sentence]) -> None:
    base = Parser(system_of(parser).base)
    ranks = []
    for sentence, reranked in zip(TEST, parsed, strict=True):
        listed = [tree.heads for tree, _ in base.alternatives(sentence, 12)]
        ranks.append(listed.index(reranked.heads))
    assert any(rank > 0 for rank in ranks)


def test_with_lists_of_one_tree_it_is_mst(parser: Parser) -> None:
    alone = parser.with_options(k=1)
    assert trees(list(alone.parse(TEST))) == trees(list(Parser(system_of(parser).base).parse(TEST)))


def test_lists_come_from_the_mst_that_is_asked_for() -> None:
    few = {"epochs": 2, "shuffles": 1, "word_dropout": 1.0, "projective": "yes", "folds": 3, "table_bits": 18}
    for learner in ("perceptron", "mira"):
        reranked = Parser.train(FEW, **QUICK, mst_learner=learner)
        alone = Parser.train(FEW, system="mst", learner=learner, **few)
        assert trees(list(Parser(system_of(reranked).base).parse(TEST))) == trees(list(alone.parse(TEST)))


def test_it_gives_trees_with_one_root(parsed: list[Sentence]) -> None:
    for before, after in zip(TEST, parsed, strict=True):
        assert is_tree(array(after))
        assert is_projective(array(after))
        assert after.heads.count(0) == 1
        assert after.with_tree(before.heads, before.deprels).lines == before.lines


def test_arcs_may_cross() -> None:
    crossing = [sentence for sentence in sample(300) if not is_projective(array(sentence))][:12]
    result = list(Parser.train([*FEW, *crossing], **(QUICK | {"projective": "no", "epochs": 6})).parse(crossing))
    assert all(is_tree(array(sentence)) for sentence in result)
    assert any(not is_projective(array(sentence)) for sentence in result)


def test_jobs_and_order_do_not_matter_but_the_seed_does(parser: Parser, parsed: list[Sentence], tmp_path: Path) -> None:
    assert trees(list(parser.parse(TEST[::-1], jobs=2)))[::-1] == trees(parsed)
    several = QUICK | {"shuffles": 2, "mst_shuffles": 2, "epochs": 1, "mst_epochs": 1}
    first, again, other = (
        bytes_of(Parser.train(FEW, jobs=jobs, seed=seed, **several), tmp_path)
        for jobs, seed in ((1, 0), (2, 0), (1, 1))
    )
    assert first == again != other


def test_confidences_are_shares_of_the_list(parser: Parser, parsed: list[Sentence]) -> None:
    sure = list(parser.parse(TEST, confidence=True))
    assert trees(sure) == trees(parsed)
    for sentence in sure:
        in_heads, in_arcs = (np.array(confidences(sentence, key)) for key in (HEAD_CONFIDENCE, LABEL_CONFIDENCE))
        assert ((in_arcs > 0) & (in_arcs <= in_heads) & (in_heads <= 1)).all()
    assert any(min(confidences(sentence, HEAD_CONFIDENCE)) < 0.9 for sentence in sure)


def test_alternatives_are_distinct_and_best_first(parser: Parser, parsed: list[Sentence]) -> None:
    for sentence, best in zip(TEST[:10], parsed, strict=False):
        alternatives = parser.alternatives(sentence, 5)
        assert alternatives[0][0].lines == best.lines
        assert len({tuple(tree.heads) for tree, _ in alternatives}) == len(alternatives)
        assert all(one >= other for (_, one), (_, other) in pairwise(alternatives))
    assert len(parser.alternatives(max(TEST, key=len), 20)) == 20  # more than the list has


def test_oracles_are_told() -> None:
    diary = Diary()
    Parser.train(FEW, **QUICK, progress=diary)
    told = re.search(
        r"out-of-fold 12-best lists: oracle UAS ([\d.]+), 1-best UAS ([\d.]+), no punctuation", str(diary.lines)
    )
    assert told is not None
    assert float(told[1]) > float(told[2])
    assert diary.steps == sum(steps for _, steps in diary.stages)


@pytest.mark.parametrize("options", [{"update": "mira"}, {"features": "turbo"}])
def test_it_learns_in_other_ways(options: dict[str, object]) -> None:
    other = Parser.train(FEW, **(QUICK | options))
    assert (system_of(other).weights != 0).any()
    assert all(is_tree(array(sentence)) for sentence in other.parse(TEST[:5]))


def test_tiny_treebanks_and_words_never_seen(parser: Parser) -> None:
    one = Sentence.from_columns(["Go"], upos=["VERB"], heads=[0], deprels=["root"])
    for treebank in ([one], [one, one], TRAIN[:1], [one, *TRAIN[:2]]):
        assert is_tree(array(Parser.train(treebank, **(QUICK | {"table_bits": 10})).parse(TEST[0])))
    for words in (["blorp", "冰", "?", "1,234"], ["_"]):
        assert is_tree(array(parser.parse(barely_tagged(words))))


def test_a_long_sentence(parser: Parser) -> None:
    words = [form for sentence in TRAIN for form in sentence.forms][:300]
    result = parser.parse(barely_tagged(words))
    assert is_tree(array(result))


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"k": 501}, "k=501.*from 1 to 500"),
        ({"update": "long"}, "adaptive, mira"),
        ({"features": "no/such"}, "no/such"),
    ],
)
def test_wrong_options_name_the_right_ones(options: dict[str, object], named: str) -> None:
    with pytest.raises(ArcwalkError, match=named):
        Parser.train(FEW, **(QUICK | options))


def test_a_model_can_hold_a_tagger_too(tmp_path: Path) -> None:
    tagging = {"tags": "predicted", "tag_folds": 2, "tag_shuffles": 1, "tag_epochs": 1}
    tiny = QUICK | {"epochs": 1, "mst_epochs": 1, "folds": 2, "table_bits": 14}
    both = Parser.train(FEW, **tagging, **tiny)  # type: ignore[arg-type]
    both.save(tmp_path / "model")
    words = Sentence.from_columns(TEST[0].forms)
    result = arcwalk.load(tmp_path / "model").parse(words)
    assert result.lines == both.parse(words).lines
    assert "_" not in result.upos
