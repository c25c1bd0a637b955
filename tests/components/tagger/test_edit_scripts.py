"""Edit scripts: each turns its form into its lemma, and words inflected alike share one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcwalk.components.tagger.edit_scripts import EditScript, script_text

VALUES = st.text(st.characters(codec="utf-8", exclude_characters="\t\n\r\0"), min_size=1)


@given(VALUES, VALUES)
def test_a_script_turns_its_form_into_its_lemma(form: str, lemma: str) -> None:
    script = EditScript.parse(script_text(form, lemma))
    assert script.apply(form) == lemma
    assert form.lower().endswith(script.ending)


@pytest.mark.parametrize(
    ("form", "lemma", "other", "its_lemma"),
    [
        ("walking", "walk", "Talking", "talk"),
        ("gesagt", "sagen", "gefragt", "fragen"),
        ("Kaufhäuser", "Kaufhaus", "KAUFMÄUSER", "Kaufmaus"),
        ("evlerden", "ev", "köylerden", "köy"),
        ("kitAb", "kataba", "mitAd", "matada"),  # vowels between consonants
        ("dog", "dog", "cat", "cat"),
        ("NATO", "NATO", "nato", "NATO"),
        ("İyi", "iyi", "İri", "iri"),  # lowercase has two characters for this letter
        ("McDonalds", "McDonald", "McArthurs", "McArthur"),
    ],
)
def test_what_one_word_teaches_applies_to_another(form: str, lemma: str, other: str, its_lemma: str) -> None:
    assert EditScript.parse(script_text(form, lemma)).apply(other) == its_lemma


@pytest.mark.parametrize("other", ["walked", "ing", "g", "ging"])
def test_a_script_that_does_not_fit_gives_nothing(other: str) -> None:
    script = EditScript.parse(script_text("walking", "walk"))
    assert (script.apply(other) is not None) == (other == "ging")


def test_a_word_without_a_lemma_stays_without() -> None:
    assert EditScript.parse(script_text("form", "_")).apply("other") == "_"


def test_very_long_words_are_quick_and_exact() -> None:
    form = "ab" * 2000
    for lemma in (form, "-".join(form)):
        assert EditScript.parse(script_text(form, lemma)).apply(form) == lemma
