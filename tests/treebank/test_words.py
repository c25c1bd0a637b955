import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcwalk.errors import ArcwalkError
from arcwalk.treebank.sentence import Sentence
from arcwalk.treebank.word_classes import CONJUNCTION, OTHER, PUNCTUATION, VERB
from arcwalk.treebank.words import (
    CHINESE,
    Word,
    backoff_rule,
    is_punctuation,
    normalize,
    property_reader,
    shape,
    word_class,
    words_of,
)

WALKED = ("Walked", "Walk", "VERB", "VBD", "Mood=Ind|Number[psor]=Sing|Tense=Past")
BARE = ("Bare", "_", "_", "_", "_")


def read(name: str, word: Word, backoff: str = "5") -> str:
    return property_reader(name, backoff)(word)


def words(*forms: str) -> list[Word]:
    return [(form, "_", "_", "_", "_") for form in forms]


@pytest.mark.parametrize("number", ["7", "1984", "1,000.50", "12:30", "3/4", "10-12", "-5", "+2", "٣٤", "1.2.3"])
def test_numbers_share_one_token(number: str) -> None:
    assert normalize(number) == "<number>"


@pytest.mark.parametrize("form", ["1st", "B2B", "-", ",", "5%", "1,", "x7", "one", "", "--5"])
def test_what_is_no_number(form: str) -> None:
    assert normalize(form) == form.lower()


@given(st.text())
def test_normalising_twice_changes_nothing(form: str) -> None:
    once = normalize(form)
    if once == once.lower():  # some capitals have small letters that Python lowers again
        assert normalize(once) == once


@pytest.mark.parametrize(
    ("form", "outline"),
    [("McDonald", "XxXx"), ("USA", "X"), ("3rd", "9x"), ("2,000", "9,9"), ("a-b", "x-x"), ("...", "."), ("", "")],
)
def test_shape(form: str, outline: str) -> None:
    assert shape(form) == outline


def test_shape_is_short() -> None:
    assert len(shape("aB" * 50)) == 8


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("form", "walked"),
        ("lemma", "walk"),
        ("pos", "VERB"),
        ("tag", "VBD"),
        ("feats", "Mood=Ind|Number[psor]=Sing|Tense=Past"),
        ("shape", "Xx"),
        ("backoff", "walke"),
        ("prefix1", "w"),
        ("prefix9", "walked"),
        ("suffix2", "ed"),
        ("suffix3", "ked"),
        ("Tense", "Past"),
        ("Number[psor]", "Sing"),
        ("Number", "_"),
        ("Case", "_"),
    ],
)
def test_properties(name: str, value: str) -> None:
    assert read(name, WALKED) == value


@pytest.mark.parametrize(
    ("name", "value"),
    [("form", "bare"), ("lemma", "bare"), ("pos", "_"), ("tag", "_"), ("feats", "_"), ("Case", "_")],
)
def test_properties_of_a_word_without_annotation(name: str, value: str) -> None:
    assert read(name, BARE) == value


def test_one_tag_stands_in_for_the_other() -> None:
    assert read("pos", ("x", "_", "_", "NN", "_")) == "NN"
    assert read("tag", ("x", "_", "NOUN", "_", "_")) == "NOUN"


def test_numbers_are_normalised_in_every_lexical_property() -> None:
    for name in ("form", "lemma", "backoff", "suffix3", "prefix2"):
        assert read(name, ("1984", "1984", "NUM", "CD", "_")) == read(name, ("7.5", "7.5", "NUM", "CD", "_"))


@pytest.mark.parametrize(("backoff", "value"), [("lemma", "walk"), ("1", "w"), ("5", "walke")])
def test_backoff_form(backoff: str, value: str) -> None:
    assert read("backoff", WALKED, backoff) == value


@pytest.mark.parametrize(
    ("form", "value"),
    [
        ("一九九八年", "<year>"),
        ("2001年", "<year>"),
        ("十二月", "<month>"),
        ("3日", "<date>"),
        ("２８号", "<date>"),
        ("五十", "<number>"),
        ("7.5", "<number>"),
        ("年", "年"),
        ("今年", "今"),
        ("垫子", "垫"),
        ("iPhone", "i"),
    ],
)
def test_chinese_dates_and_numbers_have_one_backoff_form_each(form: str, value: str) -> None:
    assert read("backoff", words(form)[0], CHINESE) == value


@pytest.mark.parametrize("backoff", ["0", "10", "-1", "two", ""])
def test_wrong_backoff_is_an_error(backoff: str) -> None:
    with pytest.raises(ArcwalkError, match="auto, lemma"):
        property_reader("backoff", backoff)


@pytest.mark.parametrize("name", ["stem", "prefix0", "suffix10", "prefix", ""])
def test_unknown_property_lists_the_known_ones(name: str) -> None:
    with pytest.raises(ArcwalkError, match="form, lemma, pos, tag, feats, shape, backoff, prefix1-9, suffix1-9"):
        property_reader(name, "5")


@pytest.mark.parametrize(
    ("forms", "rule"),
    [
        (["the", "Cat", "sat"], "5"),
        (["猫", "坐", "在", "垫子"], CHINESE),
        (["القط", "جلس"], "5"),
        (["кошка"], "5"),
        (["ネコ", "ガ", "スワル", "猫"], "5"),
        (["猫", "iPhone", "在", "垫子上面的东西"], CHINESE),
        (["1984", ",", "!"], "5"),
        ([], "5"),
    ],
)
def test_backoff_rule_follows_the_script(forms: list[str], rule: str) -> None:
    assert backoff_rule(words(*forms)) == rule


def test_backoff_rule_is_the_lemma_for_arabic_where_there_are_lemmas() -> None:
    assert backoff_rule([*words("القط"), ("جلس", "جلس", "_", "_", "_")]) == "lemma"


@pytest.mark.parametrize("form", [".", ",", "...", "«", "。", "–", "'s"[0]])
def test_punctuation(form: str) -> None:
    assert is_punctuation(form)


@pytest.mark.parametrize("form", ["", "a.", "$", "+", "1", "<", "a"])  # symbols (category S) are no punctuation
def test_not_punctuation(form: str) -> None:
    assert not is_punctuation(form)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        (("runs", "run", "VERB", "VBZ", "_"), VERB),
        (("is", "be", "AUX", "VBZ", "_"), VERB),
        (("and", "and", "CCONJ", "CC", "_"), CONJUNCTION),
        (("that", "that", "SCONJ", "IN", "_"), OTHER),
        ((",", ",", "PUNCT", ",", "_"), PUNCTUATION),
        ((",", ",", "_", "_", "_"), PUNCTUATION),
        (("(c)", "_", "PUNCT", "_", "_"), PUNCTUATION),
        (("x", "_", "_", "VERB", "_"), VERB),
        (("x", "_", "_", "_", "_"), OTHER),
        (("cat", "cat", "NOUN", "NN", "_"), OTHER),
    ],
)
def test_word_class(word: Word, expected: int) -> None:
    assert word_class(word) == expected


def test_words_of_reads_the_columns() -> None:
    sentence = Sentence.from_columns(
        ["A", "b"], lemmas=["a", "_"], upos=["X", "Y"], xpos=["x", "y"], feats=["F=1", "_"]
    )
    assert list(words_of(sentence)) == [("A", "a", "X", "x", "F=1"), ("b", "_", "Y", "y", "_")]
