"""Predicted and confirmed arcs: what tells them apart, and what makes one of the other."""

import pytest

from arcwalk.treebank import Sentence
from arcwalk.treebank.arcs.prediction import arc_value, without_record
from arcwalk.treebank.confidence import (
    confidences,
    confirmed,
    predicted_words,
    with_confidences,
    without_confidences,
)

FORMS, HEADS, LABELS = ["Dogs", "bark", "loudly"], [2, 0, 2], ["nsubj", "root", "advmod"]
GIVEN = Sentence.from_columns(FORMS, heads=HEADS, deprels=LABELS)
PARSED = with_confidences(GIVEN, [0.9, 0.8, 0.7], [0.6, 0.5, 0.4])


def edited(old: str, new: str) -> Sentence:
    """The parse after somebody replaced this in an editor."""
    assert str(PARSED).count(old) == 1
    return Sentence.from_conllu(str(PARSED).replace(old, new))


@pytest.mark.parametrize(
    ("label", "value"),
    [
        ("nsubj:pass", "3:nsubj:pass"),
        ("_", "3:_"),
        ("", "3:_"),
        ("a|b", r"3:a\pb"),
        ("a\\pb", r"3:a\\pb"),
        ("a=b", "3:a=b"),
    ],
)
def test_an_arc_as_a_value_of_misc(label: str, value: str):
    assert arc_value(3, label) == value
    if label:
        sentence = Sentence.from_columns(["a", "b", "c"], heads=[3, 0, 2], deprels=[label, "x", "y"])
        recorded = with_confidences(sentence, [0.5] * 3)
        assert recorded.misc("PredictedArc")[0] == value
        assert Sentence.from_conllu(str(recorded))[0].is_predicted


def test_what_a_parser_records_is_predicted():
    assert predicted_words(PARSED) == [0, 1, 2]
    assert [token.is_predicted for token in PARSED] == [True] * 3
    assert predicted_words(GIVEN) == []


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [("\t2\tnsubj\t", "\t3\tnsubj\t", 0), ("\troot\t", "\tparataxis\t", 1), ("HeadConfidence=0.70|", "", 2)],
)
def test_whoever_edits_an_arc_or_removes_its_confidence_confirms_it(old: str, new: str, word: int):
    sentence = edited(old, new)
    assert predicted_words(sentence) == [other for other in range(3) if other != word]
    assert not sentence[word].is_predicted
    assert sentence[word].confidence is None


def test_the_confidence_in_an_arc_is_not_that_in_another_one():
    sentence = edited("\t2\tadvmod\t", "\t1\tadvmod\t")
    assert confidences(sentence, "HeadConfidence")[:2] == [0.9, 0.8]
    assert sentence[2].misc["HeadConfidence"] == "0.70"
    assert sentence[2].confidence is None


def test_files_without_a_record_of_the_arc():
    old = GIVEN.with_misc("HeadConfidence", ["0.9", "", ""])  # as earlier versions wrote them
    assert predicted_words(old) == [0]
    assert predicted_words(old.with_tree([-1, 0, 2], ["_", "root", "advmod"])) == []
    assert predicted_words(GIVEN.with_misc("PredictedArc", ["2:nsubj", "0:root", "2:advmod"])) == []


def test_a_head_that_is_not_there_is_not_predicted():
    blanked = GIVEN.with_tree([-1, 0, 2], LABELS).with_misc("HeadConfidence", ["0.9"] * 3)
    assert predicted_words(blanked) == [1, 2]


def test_confirmed_arcs_are_read_and_the_text_stays_the_same():
    sentence = edited("\t2\tnsubj\t", "\t3\tnsubj\t")
    view = confirmed(sentence)
    assert (view.heads, view.deprels) == ((3, -1, -1), ("nsubj", "_", "_"))
    assert view.lines == sentence.lines
    assert confirmed(GIVEN) is GIVEN


def test_a_word_without_confidence_gets_no_record_and_loses_an_old_one():
    sentence = with_confidences(PARSED, [None, 1.0, None], [0.5, 1.0, None])
    assert sentence.misc("HeadConfidence") == ["", "1.00", ""]
    assert sentence.misc("LabelConfidence") == ["", "1.00", ""]
    assert sentence.misc("PredictedArc") == ["", "0:root", ""]


def test_records_are_removed():
    assert without_confidences(PARSED) == GIVEN
    assert without_confidences(GIVEN) is GIVEN
    misc = "A=1|LabelConfidence=0.5|PredictedArc=2:x|HeadConfidence=1|Confidence=2|B"
    assert without_record(misc) == "A=1|Confidence=2|B"


def test_with_tree_forgets_the_arcs_it_changes_and_no_others():
    tree = PARSED.with_tree([3, 0, 2], ["nsubj", "root", "obl"])
    assert str(tree[0].misc) == str(tree[2].misc) == "_"
    assert tree.lines[1] == PARSED.lines[1]
    assert predicted_words(tree) == [1]
    assert PARSED.with_tree(HEADS, LABELS) == PARSED


def test_a_format_without_misc_has_no_records():
    text = "# global.columns = ID FORM HEAD DEPREL\n1\tHeadConfidence\t0\troot\n"
    sentence = Sentence.from_conllu(text)
    assert predicted_words(sentence) == []
    assert str(without_confidences(sentence)) == str(sentence.with_tree([0], ["root"])) == text
