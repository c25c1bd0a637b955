"""Agreement and Cohen's kappa, by hand."""

import math

import pytest
from annotations import annotated

from arcwalk.errors import ArcwalkError
from arcwalk.evaluation.aligned.agreement import ColumnAgreement, Disagreement, agreement
from arcwalk.sample import sample
from arcwalk.treebank.sentence import Sentence


def sentence(**columns: list[str] | list[int]) -> Sentence:
    n = len(next(iter(columns.values())))
    return Sentence.from_columns([f"w{word}" for word in range(n)], **columns)  # type: ignore[arg-type]


def test_kappa_of_tags() -> None:
    """Three of four words have the same tag; by chance, half would: 1/2 · 1/4 + 1/2 · 3/4."""
    found = agreement(sentence(upos=["NOUN", "NOUN", "VERB", "VERB"]), sentence(upos=["NOUN", "VERB", "VERB", "VERB"]))
    assert dict(found.columns) == {"UPOS": ColumnAgreement(4, 3, 50.0, (Disagreement("NOUN", "VERB", 1),))}
    assert found.columns["UPOS"].agreement == 75
    assert found.columns["UPOS"].kappa == 0.5


def test_kappa_of_heads_and_labels() -> None:
    """Heads are +1, root, -1, -1 and +1, root, -1, -2: chance is 1/16 + 1/16 + 1/2 · 1/4.

    Of heads with labels, +1 a, root r and -1 b are in both; chance is 1/16 + 1/16 + 1/4 · 1/4.
    """
    first = sentence(heads=[2, 0, 2, 3], deprels=["a", "r", "b", "c"])
    second = sentence(heads=[2, 0, 2, 2], deprels=["a", "r", "b", "b"])
    columns = agreement(first, second).columns
    assert columns["HEAD"] == ColumnAgreement(4, 3, 25.0)
    assert columns["HEAD"].kappa == pytest.approx(2 / 3)
    assert columns["DEPREL"] == ColumnAgreement(4, 3, 25.0, (Disagreement("c", "b", 1),))
    assert columns["HEAD, DEPREL"] == ColumnAgreement(4, 3, 18.75)
    assert columns["HEAD, DEPREL"].kappa == pytest.approx(0.5625 / 0.8125)


def test_distances_are_counted_in_words_of_both() -> None:
    """What one side splits does not come between a word and its head, which is the same for both."""
    first = annotated("a _ _ _ 3 x\nbc _ _ _ 1 x\nd _ _ _ 0 x")
    second = annotated("a _ _ _ 4 x\nb _ _ _ 1 x\nc _ _ _ 2 x\nd _ _ _ 0 x")
    assert agreement(first, second).columns["HEAD"] == ColumnAgreement(2, 2, 50.0)


def test_heads_that_the_other_has_not_as_words_are_never_the_same() -> None:
    first = annotated("a _ _ _ 2 x\nbc _ _ _ 0 x")
    second = annotated("a _ _ _ 2 x\nb _ _ _ 0 x\nc _ _ _ 2 x")
    assert agreement(first, second).columns["HEAD"] == ColumnAgreement(1, 0, 0.0)


def test_words_that_one_has_not_annotated_are_left_out() -> None:
    first = sentence(upos=["X", "_", "Y"], heads=[2, 0, -1], deprels=["a", "b", "_"])
    second = sentence(upos=["X", "Y", "_"], heads=[2, 0, 2], deprels=["a", "_", "c"])
    columns = agreement(first, second).columns
    assert {name: column.words for name, column in columns.items()} == {
        "UPOS": 1,
        "HEAD": 2,
        "DEPREL": 1,
        "HEAD, DEPREL": 1,
    }
    assert math.isnan(columns["UPOS"].kappa)


def test_no_features_are_a_value() -> None:
    first, second = sentence(feats=["A=B|C=D", "_", "_"]), sentence(feats=["C=D|A=B", "_", "E=F"])
    assert agreement(first, second).columns["FEATS"] == ColumnAgreement(
        3, 2, pytest.approx(100 / 3), (Disagreement("_", "E=F", 1),)
    )


def test_most_frequent_disagreements_come_first() -> None:
    first, second = sentence(upos=["X", "Y", "Y", "Z"]), sentence(upos=["Y", "Z", "Z", "X"])
    found = agreement(first, second).columns["UPOS"].disagreements
    assert [(each.first, each.second, each.words) for each in found] == [("Y", "Z", 2), ("X", "Y", 1), ("Z", "X", 1)]


def test_annotators_agree_with_themselves() -> None:
    sentences = sample(20)
    for column in agreement(sentences, sentences).columns.values():
        assert (column.same, column.kappa, column.disagreements) == (column.words, 1, ())


def test_who_comes_first_does_not_matter() -> None:
    first = sample(20)
    second = [each.with_tree(range(len(each)), ["x", *each.deprels[1:]]) for each in first]
    there, back = agreement(first, second).columns, agreement(second, first).columns
    for name, column in there.items():
        assert (column.words, column.same, column.chance) == (back[name].words, back[name].same, back[name].chance)


def test_nothing_to_compare() -> None:
    with pytest.raises(ArcwalkError, match="<first> and <second>: no column has values in both; fill in UPOS"):
        agreement(sentence(upos=["X"]), sentence(heads=[0], deprels=["root"]))
