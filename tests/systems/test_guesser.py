"""Guesses around what is confirmed, tags included."""

import pytest
from corpora import SMALL, TAGGING

from arcwalk import Parser, Sentence, sample
from arcwalk.systems.guesser import Guesser
from arcwalk.treebank.annotation.predicted_columns import predicted_in

COLUMNS = ("upos", "xpos", "feats", "lemma")
GIVEN = sample(1, seed=3)[0]
BARE = Sentence.from_columns(GIVEN.forms)


@pytest.fixture(scope="module")
def guesser() -> Guesser:
    return Guesser(Parser.train(sample(60), options=SMALL, tags="predicted", tag_options=TAGGING))


def test_everything_is_predicted_where_there_is_nothing(guesser: Guesser):
    guess = guesser.guess(BARE)
    assert all(token.is_predicted for token in guess)
    for column in COLUMNS:
        assert all(predicted_in(guess, column))
    assert guess.upos.count("_") == 0
    assert guesser.guess(guess) == guess


def test_what_somebody_has_set_stays(guesser: Guesser):
    guess = guesser.guess(BARE)
    upos = ["INTJ", *guess.upos[1:]]
    corrected = guess.with_tags(upos=upos)
    again = guesser.guess(corrected)
    assert again.upos[0] == "INTJ"
    assert predicted_in(again, "upos") == [False, *[True] * (len(guess) - 1)]


def test_tags_that_are_given_stay_and_new_words_get_some(guesser: Guesser):
    tagless = GIVEN.with_tree([-1] * len(GIVEN), ["_"] * len(GIVEN))
    guess = guesser.guess(tagless)
    assert [guess.tags(column) for column in COLUMNS] == [GIVEN.tags(column) for column in COLUMNS]
    assert not any(any(predicted_in(guess, column)) for column in COLUMNS)
    new = {"upos": tagless.upos, "xpos": tagless.xpos, "feats": tagless.feats, "lemmas": tagless.lemmas}
    split = tagless.with_tags(**{name: ["_", *values[1:]] for name, values in new.items()})
    guess = guesser.guess(split)
    assert guess.upos[0] != "_"
    assert predicted_in(guess, "upos") == [True, *[False] * (len(GIVEN) - 1)]


def test_a_parser_that_relies_on_tags_guesses_without_them():
    guess = Guesser(Parser.train(sample(30), options=SMALL)).guess(BARE)
    assert all(token.is_predicted for token in guess)
