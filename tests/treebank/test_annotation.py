"""Predicted lemmas and tags, and how far the annotation of a sentence has come."""

import pytest

from arcwalk.treebank import Sentence
from arcwalk.treebank.annotation.predicted_columns import (
    has_predicted_columns,
    predicted_in,
    with_column_record,
    without_column_records,
)
from arcwalk.treebank.annotation.state import State, confirmed_ones, in_state, state_of
from arcwalk.treebank.confidence import with_confidences

TREE = Sentence.from_columns(
    ["Dogs", "bark"],
    upos=["NOUN", "VERB"],
    feats=["Case=Nom|Number=Plur", "_"],
    heads=[2, 0],
    deprels=["nsubj", "root"],
)
PARSED = with_confidences(TREE, [0.5, 0.6])
OPEN = TREE.with_tree([-1, -1], ["_", "_"])
HALF = TREE.with_tree([2, -1], ["nsubj", "_"])
CASES: list[tuple[Sentence, State]] = [
    (TREE, "done"),
    (PARSED, "untouched"),
    (OPEN, "untouched"),
    (HALF, "begun"),
    (TREE.with_tree([2, 0], ["_", "root"]), "begun"),
    (with_confidences(TREE, [0.5, None]), "begun"),
    (TREE.with_comment("annotation", "begun"), "begun"),
    (TREE.with_comment("annotation", "done"), "done"),
    (PARSED.with_comment("annotation", "done"), "begun"),
    (OPEN.with_comment("annotation", "done"), "begun"),
    (TREE.with_comment("annotation", "whatever"), "done"),
    (with_column_record(TREE, "upos", [True, False]), "begun"),
    (with_column_record(PARSED, "upos", [True, False]), "untouched"),
]


@pytest.mark.parametrize(("sentence", "state"), CASES)
def test_states(sentence: Sentence, state: State):
    assert state_of(sentence) == state


@pytest.mark.parametrize(("sentence", "_"), CASES)
def test_what_is_set_to_a_state_has_it(sentence: Sentence, _: State):
    assert state_of(in_state(sentence, "begun")) == "begun"
    if sentence.root and -1 not in sentence.heads and "_" not in sentence.deprels:
        assert state_of(in_state(sentence, "done")) == "done"
    assert in_state(in_state(sentence, "begun"), "untouched") == sentence.without_comment("annotation")


def test_records_of_columns():
    recorded = with_column_record(with_column_record(TREE, "feats", [True, False]), "upos", [True, True])
    assert recorded.misc("PredictedFeats") == [r"Case=Nom\pNumber=Plur", ""]
    assert predicted_in(recorded, "feats") == [True, False]
    assert predicted_in(recorded, "upos") == [True, True]
    assert predicted_in(recorded, "lemma") == [False, False]
    changed = Sentence.from_conllu(str(recorded).replace("\tVERB\t", "\tAUX\t"))
    assert predicted_in(changed, "upos") == [True, False]
    assert has_predicted_columns(changed)
    assert not has_predicted_columns(TREE)
    assert without_column_records(recorded) == TREE
    assert without_column_records(TREE) is TREE


def test_only_done_sentences_are_learned_from():
    begun, done = in_state(TREE, "begun"), in_state(TREE, "done")
    assert confirmed_ones([TREE, PARSED, with_column_record(TREE, "upos", [True, False])]) == [TREE]
    assert confirmed_ones([TREE, begun, done, OPEN, HALF]) == [TREE, done]
    assert confirmed_ones([TREE, HALF]) == [TREE, HALF]  # a mistake, which reading reports, in a file of no states
    manual = TREE.with_comment("annotation", "manual")  # another's comment, which says nothing of states
    assert confirmed_ones([manual, HALF]) == [manual, HALF]
