import math

import pytest

from arcwalk import Sentence
from arcwalk.errors import TreebankError
from arcwalk.evaluation.tagging import forms_of, score_tags

GOLD = [
    Sentence.from_columns(["a", "dog", "barks"], upos=["DET", "NOUN", "VERB"], feats=["_", "Number=Sing", "_"]),
    Sentence.from_columns(["dogs", "bark"], upos=["NOUN", "VERB"]),
]
SYSTEM = [GOLD[0].with_tags(upos=["DET", "VERB", "VERB"]), GOLD[1].with_tags(upos=["NOUN", "NOUN"])]


def test_accuracy_of_the_columns_that_gold_has() -> None:
    upos, feats = score_tags(GOLD, SYSTEM)
    assert (upos.column, upos.words, upos.right, upos.accuracy) == ("upos", 5, 3, pytest.approx(60.0))
    assert (feats.column, feats.accuracy) == ("feats", 100.0)
    assert upos.unknown_words is None
    assert math.isnan(upos.unknown_accuracy)


def test_lemmas_count_if_the_system_has_them() -> None:
    gold = [GOLD[0].with_tags(lemmas=["a", "dog", "bark"]), GOLD[1]]
    assert [row.column for row in score_tags(gold, SYSTEM)] == ["upos", "feats"]
    found = [SYSTEM[0].with_tags(lemmas=["a", "dog", "barks"]), SYSTEM[1]]
    lemma = score_tags(gold, found)[-1]
    assert (lemma.column, lemma.words, lemma.right, lemma.by_tag) == ("lemma", 5, 4, ())


def test_words_that_the_training_file_does_not_have() -> None:
    upos, _ = score_tags(GOLD, SYSTEM, forms_of([GOLD[0]]))
    assert (upos.unknown_words, upos.unknown_right, upos.unknown_accuracy) == (2, 1, 50.0)


def test_tag_by_tag() -> None:
    rows = {row.name: row for row in score_tags(GOLD, SYSTEM)[0].by_tag}
    assert list(rows) == ["NOUN", "VERB", "DET"]
    noun = rows["NOUN"]
    assert (noun.gold, noun.system, noun.correct) == (2, 2, 1)
    assert (noun.precision, noun.recall, noun.f1) == (50.0, 50.0, 50.0)


def test_other_words_are_an_error() -> None:
    with pytest.raises(TreebankError, match="word 2 is 'cat'"):
        score_tags(GOLD[:1], [Sentence.from_columns(["a", "cat", "barks"])])
    with pytest.raises(TreebankError, match="ends before this sentence"):
        score_tags(GOLD, SYSTEM[:1])


def test_features_that_are_not_those_of_ud_count_as_they_are() -> None:
    gold = Sentence.from_columns(["a", "b"], feats=["per|1", "intrans"])
    (feats,) = score_tags([gold], [gold.with_tags(feats=["per|1", "ott"])])
    assert (feats.right, feats.words) == (1, 2)
