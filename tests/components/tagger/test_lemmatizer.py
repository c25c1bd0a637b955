"""Lemmas: which scripts a word may get, and lemmas as users get them from a tagger."""

from pathlib import Path

import pytest

from arcwalk import ArcwalkError, Sentence, Tagger, TaggerOptions
from arcwalk.components.tagger.edit_scripts import script_text
from arcwalk.components.tagger.lemma_lexicon import LemmaLexicon
from arcwalk.components.tagger.lexicon import ABSENT, PROPERTIES, Entry, TaggedSentence
from arcwalk.evaluation.tagging import score_tags
from arcwalk.sample import sample
from arcwalk.treebank.encoding import UNKNOWN

FAST = {"shuffles": 2, "epochs": 4, "table_bits": 16}
WORDS = [
    ("saw", "VERB", "see"),
    ("saw", "NOUN", "saw"),
    ("walking", "VERB", "walk"),
    ("walked", "VERB", "walk"),
    ("baking", "VERB", "bake"),
    ("evening", "NOUN", "evening"),
    ("Dogs", "NOUN", "dog"),
]


@pytest.fixture(scope="module")
def lexicon() -> LemmaLexicon:
    entries = [(form, f"{tag}\tX") for form, tag, _ in WORDS]
    return LemmaLexicon.fit([TaggedSentence(entries, [script_text(form, lemma) for form, _, lemma in WORDS])])


@pytest.fixture(scope="module")
def tagger() -> Tagger:
    return Tagger.train(sample(150), columns="upos,xpos,lemma", **FAST)


@pytest.fixture(scope="module")
def unseen() -> list[Sentence]:
    return sample(40, seed=7)


def without_lemmas(sentences: list[Sentence]) -> list[Sentence]:
    return [sentence.with_tags(lemmas=["_"] * len(sentence)) for sentence in sentences]


def lemmas_of(lexicon: LemmaLexicon, entry: Entry) -> set[str | None]:
    return {lexicon.lemma(tag, entry[0]) for tag in lexicon.candidates(entry)}


def test_known_words_get_their_lemmas_for_the_first_tag(lexicon: LemmaLexicon) -> None:
    assert lemmas_of(lexicon, ("Saw", "VERB\tX")) == {"see"}
    assert lemmas_of(lexicon, ("saw", "NOUN\tanother")) == {"saw"}


def test_unknown_words_get_lemmas_like_other_words_with_their_tag(lexicon: LemmaLexicon) -> None:
    assert lemmas_of(lexicon, ("making", "VERB")) == {"mak", "make"}
    assert lemmas_of(lexicon, ("meaning", "NOUN")) == {"meaning"}
    assert lemmas_of(lexicon, ("cats", "NOUN")) == {"cat", "cats"}
    assert None not in lemmas_of(lexicon, ("I", "PRON"))


def test_other_forms_of_a_lemma_attest_it(lexicon: LemmaLexicon) -> None:
    def attested(form: str) -> int:
        return int(lexicon.encode([(form, "VERB")]).codes[1, PROPERTIES.index("attested")])

    walk = lexicon.tags.index(script_text("walking", "walk"))
    assert attested("walking") == attested("WALKING") == 8 + walk
    assert attested("baking") == UNKNOWN  # no other form has its lemma
    assert attested("talking") == UNKNOWN


def test_tag_columns_have_no_such_property(tagger: Tagger) -> None:
    codes = tagger.columns["upos"].lexicon.encode([("walking", "")]).codes
    assert codes[1, PROPERTIES.index("attested")] == ABSENT


def test_it_lemmatizes_sentences_it_has_not_seen(tagger: Tagger, unseen: list[Sentence]) -> None:
    tagged = list(tagger.tag(without_lemmas(unseen)))
    rows = {row.column: row.accuracy for row in score_tags(unseen, tagged)}
    assert rows["lemma"] > 90
    assert list(tagger.tag(unseen)) == tagged  # lemmas already there are replaced, as tags are


def test_a_lemma_depends_on_the_word_and_its_tags_alone(tagger: Tagger, unseen: list[Sentence]) -> None:
    found: dict[tuple[str, str, str], str] = {}
    for tagged in tagger.tag(unseen):
        for form, upos, xpos, lemma in zip(tagged.forms, tagged.upos, tagged.xpos, tagged.lemmas, strict=True):
            assert found.setdefault((form, upos, xpos), lemma) == lemma


def test_the_same_for_any_number_of_jobs_and_after_loading(
    tagger: Tagger, unseen: list[Sentence], tmp_path: Path
) -> None:
    again = Tagger.train(sample(150), columns="upos,xpos,lemma", jobs=3, **FAST)
    for name, one in (("one", tagger), ("two", again)):
        one.save(tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    expected = list(tagger.tag(unseen))
    loaded = Tagger.load(tmp_path / "one")
    assert list(loaded.tag(unseen, jobs=3)) == expected
    assert [loaded.tag(sentence) for sentence in reversed(unseen)][::-1] == expected


def test_columns_are_chosen_by_what_the_treebank_has(tmp_path: Path) -> None:
    bare = without_lemmas(sample(20))
    for sentences, columns in ((sample(20), "upos,lemma"), (bare, "upos")):
        chosen, named = (Tagger.train(sentences, **FAST, **own) for own in ({}, {"columns": columns}))
        assert chosen.options.columns == columns
        for name, tagger in (("chosen", chosen), ("named", named)):
            tagger.save(tmp_path / name)
        assert (tmp_path / "chosen").read_bytes() == (tmp_path / "named").read_bytes()
    assert Tagger.load(tmp_path / "named").lemmatizer is None
    with pytest.raises(ArcwalkError, match="no word has LEMMA"):
        Tagger.train(bare, columns="upos,lemma", **FAST)


@pytest.mark.parametrize("columns", ["lemma", "lemma,upos", "upos,lemma,feats"])
def test_lemmas_come_last(columns: str) -> None:
    with pytest.raises(ArcwalkError, match="name lemma after other columns"):
        TaggerOptions(columns=columns)
