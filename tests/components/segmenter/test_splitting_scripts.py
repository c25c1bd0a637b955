"""Splitting scripts: each gives the words of its token, and tokens split alike share one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcwalk import ArcwalkError
from arcwalk.components.segmenter.splitting_scripts import SplittingScript, Words, lowered

WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\t\n\r\0"), min_size=1, max_size=10)


@given(WORDS, st.lists(WORDS, min_size=2, max_size=4))
def test_a_script_gives_the_words_of_its_token(token: str, words: list[str]) -> None:
    script = SplittingScript.of(token, tuple(words))
    assert script.split(token) == tuple(words)
    assert SplittingScript.parse(list(script)) == script


@given(WORDS)
def test_lower_case_has_as_many_characters(text: str) -> None:
    assert len(lowered(text)) == len(text)


@pytest.mark.parametrize(
    ("token", "words", "other", "its_words"),
    [
        ("sentarse", ("sentar", "se"), "Lavarse", ("Lavar", "se")),
        ("ampliándose", ("ampliando", "se"), "CRUZÁNDOSE", ("CRUZANDO", "SE")),
        ("wktab", ("w", "ktab"), "Wbyt", ("W", "byt")),
        ("du", ("de", "le"), "Du", ("De", "le")),
        ("du", ("de", "le"), "DU", ("DE", "LE")),
        ("au", ("à", "le"), "Au", ("À", "le")),
        ("evdeki", ("evde", "ki"), "EVDEKİ", ("EVDE", "Kİ")),  # letters that are only cut stay as they are
        ("dog's", ("dog", "'s"), "McDonald's", ("McDonald", "'s")),
        ("kdyby", ("když", "by"), "Kdyby", ("Když", "by")),
        ("Zum", ("zu", "dem"), "Zum", ("zu", "dem")),  # as written
    ],
)
def test_what_one_token_teaches_applies_to_another(token: str, words: Words, other: str, its_words: Words) -> None:
    assert SplittingScript.of(token, words).split(other) == its_words


@pytest.mark.parametrize("other", ["se", "sentars", "", "sesentar"])
def test_a_script_that_does_not_fit_gives_nothing(other: str) -> None:
    assert SplittingScript.of("sentarse", ("sentar", "se")).split(other) is None


@pytest.mark.parametrize(
    "fields",
    [
        ["any case", "", "", "se"],
        ["some case", "", "", "se", "\tse"],
        ["any case", "", "", "se", "\n\tse"],
        ["any case", "", "", "se", "\tse" * 100],
    ],
)
def test_what_is_no_script_is_refused(fields: list[str]) -> None:
    with pytest.raises(ArcwalkError, match="not a splitting script"):
        SplittingScript.parse(fields)
