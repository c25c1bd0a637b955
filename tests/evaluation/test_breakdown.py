"""Breakdowns against counts made by hand."""

import pytest

from arcwalk.evaluation import AttachmentScores, evaluate
from arcwalk.evaluation.attachment import PrecisionRecall
from arcwalk.evaluation.breakdown import (
    GroupScores,
    by_arc_length,
    by_label,
    by_root,
    by_sentence_length,
    by_tag,
)
from arcwalk.treebank.sentence import Sentence

# word   tag    gold        system
# a      DET    2 det       2 det
# dog    NOUN   3 nsubj     8* nsubj       gold length 1, system length 6
# is     VERB   0 root      0 root
# at     ADP    5 case      5 mark*
# home   NOUN   3 obl:loc   3 obl          length 2
# and    CCONJ  8 cc        7* cc          gold length 2, system length 1
# it     PRON   8 nsubj     8 obj*
# rests  VERB   3 conj      0* root        gold length 5, system root
# .      PUNCT  3 punct     3 punct        left out; length 6
TREE = Sentence.from_columns(
    ["a", "dog", "is", "at", "home", "and", "it", "rests", "."],
    upos=["DET", "NOUN", "VERB", "ADP", "NOUN", "CCONJ", "PRON", "VERB", "PUNCT"],
    heads=[2, 3, 0, 5, 3, 8, 8, 3, 3],
    deprels=["det", "nsubj", "root", "case", "obl:loc", "cc", "nsubj", "conj", "punct"],
)
PARSE = TREE.with_tree(
    [2, 8, 0, 5, 3, 7, 8, 0, 3], ["det", "nsubj", "root", "mark", "obl", "cc", "obj", "root", "punct"]
)
# Twelve words in a chain, each under the one before it, all right but the head of the last, 11 words away.
CHAIN = Sentence.from_columns(["w"] * 12, upos=["X"] * 12, heads=list(range(12)), deprels=["root", *["dep"] * 11])
CHAIN_PARSE = CHAIN.with_tree([*range(11), 1], ["root", *["dep"] * 11])


@pytest.fixture
def scores() -> AttachmentScores:
    return evaluate([TREE, CHAIN], [PARSE, CHAIN_PARSE])


def test_by_label(scores: AttachmentScores) -> None:
    rows = by_label(scores)
    assert [row.name for row in rows] == [
        "dep",
        "root",
        "nsubj",
        "cc",
        "det",
        "obl",
        "case",
        "conj",
        "mark",
        "obj",
    ]
    assert {row.name: (row.gold, row.system, row.correct) for row in rows} == {
        "dep": (11, 11, 10),
        "root": (2, 3, 2),
        "nsubj": (2, 1, 0),
        "cc": (1, 1, 0),
        "det": (1, 1, 1),
        "obl": (1, 1, 1),
        "case": (1, 0, 0),
        "conj": (1, 0, 0),
        "mark": (0, 1, 0),
        "obj": (0, 1, 0),
    }
    root = rows[1]
    assert (root.precision, root.recall, root.f1) == pytest.approx((100 * 2 / 3, 100.0, 80.0))


def test_by_exact_label(scores: AttachmentScores) -> None:
    rows = {row.name: row for row in by_label(scores.with_exact_labels)}
    assert rows["obl:loc"] == PrecisionRecall("obl:loc", gold=1, system=0, correct=0)
    assert rows["obl"] == PrecisionRecall("obl", gold=0, system=1, correct=0)


def test_by_arc_length(scores: AttachmentScores) -> None:
    assert by_arc_length(scores) == [
        PrecisionRecall("root", gold=2, system=3, correct=2),
        PrecisionRecall("1", gold=4 + 11, system=4 + 10, correct=3 + 10),
        PrecisionRecall("2", gold=2, system=1, correct=1),
        PrecisionRecall("3-6", gold=1, system=1, correct=0),
        PrecisionRecall("7+", gold=0, system=1, correct=0),
    ]


def test_by_root(scores: AttachmentScores) -> None:
    root, other = by_root(scores)
    assert root == scores.root
    assert other == PrecisionRecall("non-root", gold=18, system=17, correct=14)


def test_by_tag(scores: AttachmentScores) -> None:
    rows = by_tag(scores)
    assert [(row.name, row.words) for row in rows] == [
        ("X", 12),
        ("NOUN", 2),
        ("VERB", 2),
        ("ADP", 1),
        ("CCONJ", 1),
        ("DET", 1),
        ("PRON", 1),
    ]
    assert rows[0] == GroupScores("X", 12, pytest.approx(100 * 11 / 12), pytest.approx(100 * 11 / 12))
    assert rows[1] == GroupScores("NOUN", 2, 50.0, 50.0)
    assert rows[3] == GroupScores("ADP", 1, 100.0, 0.0)
    assert by_tag(scores.with_punctuation)[-1] == GroupScores("PUNCT", 1, 100.0, 100.0)


def test_by_sentence_length(scores: AttachmentScores) -> None:
    assert by_sentence_length(scores) == [
        GroupScores("1-10", 8, pytest.approx(100 * 5 / 8), pytest.approx(100 * 3 / 8)),
        GroupScores("11-20", 12, pytest.approx(100 * 11 / 12), pytest.approx(100 * 11 / 12)),
    ]


def test_very_long_sentences_are_in_the_last_bin() -> None:
    long = Sentence.from_columns(["w"] * 51, heads=list(range(51)), deprels=["dep"] * 51)
    assert by_sentence_length(evaluate([long], [long])) == [GroupScores("51+", 51, 100.0, 100.0)]


def test_every_word_is_in_one_row_of_each_table(scores: AttachmentScores) -> None:
    for under in (scores, scores.with_punctuation):
        for rows in (by_label(under), by_arc_length(under), by_root(under)):
            assert sum(row.gold for row in rows) == sum(row.system for row in rows) == under.words
        for groups in (by_tag(under), by_sentence_length(under)):
            assert sum(group.words for group in groups) == under.words
