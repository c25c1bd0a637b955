"""The spaCy component: what it writes to a Doc, and what it reads from one."""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import spacy
from spacy import displacy
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy_pipelines import pipeline

import arcwalk
from arcwalk import ArcwalkError, Sentence, TreebankError
from arcwalk.plugins.doc_annotation import annotate
from arcwalk.plugins.doc_sentences import words_of

TEXT = "The council will build the bridge. The doctors sleep."


@pytest.fixture(scope="module")
def nlp(tagging_model: Path) -> Language:
    return pipeline(tagging_model)


def test_a_doc_gets_what_the_parser_finds(nlp: Language, tagging_model: Path) -> None:
    parser = arcwalk.load(tagging_model)
    for sentence in arcwalk.sample(8, seed=3):
        doc = Doc(nlp.vocab, words=sentence.forms, sent_starts=[True] + [False] * (len(sentence) - 1))
        nlp.get_pipe("arcwalk")(doc)
        parsed = parser.parse(Sentence.from_columns(sentence.forms))
        assert [0 if token.head == token else token.head.i + 1 for token in doc] == list(parsed.heads)
        assert [token.dep_ for token in doc] == [{"root": "ROOT"}.get(label, label) for label in parsed.deprels]
        assert [token.pos_ for token in doc] == list(parsed.upos)
        assert [token.tag_ for token in doc] == list(parsed.xpos)
        assert [str(token.morph) or "_" for token in doc] == list(parsed.feats)
        assert [token.lemma_ for token in doc] == list(parsed.lemmas)
        assert len(list(doc.sents)) == 1


def test_confidences_are_those_of_the_parser(nlp: Language, tagging_model: Path) -> None:
    parser = arcwalk.load(tagging_model)
    doc = nlp("The council will build\n the bridge .")
    (parsed,) = parser("The council will build the bridge .", confidence=True, language="en")
    values = [token._.arcwalk_confidence for token in doc]
    assert values[4] is None  # the line break
    assert values[:4] + values[5:] == [token.confidence for token in parsed]
    again = Doc(doc.vocab).from_bytes(doc.to_bytes())
    assert [token._.arcwalk_confidence for token in again] == values
    plain = pipeline(tagging_model, confidence=False)(doc.text)
    assert [(token.head.i, token.dep_) for token in plain] == [(token.head.i, token.dep_) for token in doc]
    assert {token._.arcwalk_confidence for token in plain} == {None}


def test_sentences_are_found_as_in_raw_text(nlp: Language) -> None:
    doc = nlp("  A heading\n\nThe council will build\nthe bridge.  The doctors sleep! \n")
    texts = [" ".join(span.text.split()) for span in doc.sents]
    assert texts == ["A heading", "The council will build the bridge.", "The doctors sleep!"]


@pytest.mark.parametrize("name", ["sentencizer", "every_other"])
def test_sentences_of_earlier_components_are_kept(tagging_model: Path, name: str) -> None:
    @Language.component("every_other")
    def every_other(doc: Doc) -> Doc:
        for token in doc:
            token.is_sent_start = token.i % 2 == 0
        return doc

    nlp = pipeline(tagging_model)
    nlp.add_pipe(name, first=True)
    doc = nlp("The council will build the bridge\n\nthe doctors sleep. The end")
    expected = {"sentencizer": [0, 11], "every_other": [0, 2, 4, 7, 8, 10, 12]}[name]  # 6 is the line break
    assert [span.start for span in doc.sents] == expected
    assert all(token.sent == token.head.sent for token in doc)


def test_white_space_hangs_on_words_and_is_not_parsed(nlp: Language) -> None:
    plain = nlp("The council will build the bridge.")
    spaced = nlp("  The council \n will build   the\tbridge. \n ")
    words = [token for token in spaced if not token.is_space]
    assert [token.text for token in words] == [token.text for token in plain]
    assert [(token.head.text, token.dep_, token.pos_) for token in words] == [
        (token.head.text, token.dep_, token.pos_) for token in plain
    ]
    for token in spaced:
        if token.is_space:
            assert (token.dep_, token.pos_, token.tag_, token.lemma_) == ("dep", "SPACE", "_SP", token.text)
            before = [word for word in words if word.i < token.i]
            assert token.head == (before[-1] if before else next(spaced.sents).root)
    assert len(list(spaced.sents)) == 1
    assert spaced.text == "  The council \n will build   the\tbridge. \n "


@pytest.mark.parametrize("text", ["", " ", "\n\n", " \n \t "])
def test_docs_without_words(nlp: Language, text: str) -> None:
    doc = nlp(text)
    assert doc.text == text
    assert len(list(doc.sents)) == (1 if text else 0)
    assert all(token.head.i == 0 for token in doc)


def test_merged_tokens_are_words(nlp: Language) -> None:
    doc = nlp.make_doc("The city\ncouncil will build it.")
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[1:4])
    assert doc[1].text == "city\ncouncil"
    assert nlp.get_pipe("arcwalk")(doc)[1].dep_


def test_characters_that_no_column_may_hold(nlp: Language) -> None:
    doc = Doc(nlp.vocab, words=["The", "coun\0cil", "sleeps"], tags=["a\tb", "", "c"], lemmas=["the", "\r", "x"])
    assert all(token.dep_ for token in nlp.get_pipe("arcwalk")(doc))


def test_a_long_doc(nlp: Language) -> None:
    doc = nlp(" ".join(sentence.text for sentence in arcwalk.sample(300, seed=4)))
    assert len(doc) > 3000
    assert doc.has_annotation("DEP", require_complete=True)
    assert all(token.sent == token.head.sent for token in doc)


def test_a_model_without_a_tagger_reads_the_tags_of_the_doc(plain_model: Path) -> None:
    nlp, parser = pipeline(plain_model), arcwalk.load(plain_model)
    for sentence in arcwalk.sample(8, seed=3):
        doc = Doc(
            nlp.vocab,
            words=sentence.forms,
            pos=sentence.upos,
            tags=sentence.xpos,
            morphs=["" if feats == "_" else feats for feats in sentence.feats],
            lemmas=sentence.lemmas,
            sent_starts=[True] + [False] * (len(sentence) - 1),
        )
        nlp.get_pipe("arcwalk")(doc)
        assert [0 if token.head == token else token.head.i + 1 for token in doc] == list(parser.parse(sentence).heads)
        assert [token.tag_ for token in doc] == list(sentence.xpos)


def test_a_model_without_a_tagger_refuses_untagged_docs(plain_model: Path) -> None:
    nlp = pipeline(plain_model)
    with pytest.raises(
        ArcwalkError,
        match=r"plain.arcwalk: the model needs tags.*before arcwalk, or train the parser with tags='predicted'",
    ):
        nlp("The council will build the bridge.")
    doc = Doc(nlp.vocab, words=["Go", ".", "Stop", "."], pos=["VERB", "PUNCT", "", ""], sent_starts=[1, 0, 1, 0])
    with pytest.raises(TreebankError, match=r"'Stop \.'.*no word has a tag"):
        nlp.get_pipe("arcwalk")(doc)


def test_several_roots_are_several_sentences_to_spacy(nlp: Language) -> None:
    doc = Doc(nlp.vocab, words=["Go", "now", "stop"])
    tree = Sentence.from_columns(["Go", "now", "stop"], heads=[0, 1, 0], deprels=["root", "advmod", "root"])
    annotate(doc, words_of(doc), [tree], ())
    assert [span.text for span in doc.sents] == ["Go now", "stop"]


def test_what_spacy_has_no_code_for_is_left_out(nlp: Language) -> None:
    doc = Doc(nlp.vocab, words=["Hunde", "bellen"])
    parsed = Sentence.from_columns(
        ["Hunde", "bellen"],
        upos=["NN", "VERB"],
        xpos=["_", "VVFIN"],
        feats=["pl|nom|case=nom", "_"],
        heads=[2, 0],
        deprels=["SB", "root"],
    )
    annotate(doc, [[0, 1]], [parsed], ("upos", "xpos", "feats"))
    assert [(token.pos_, token.tag_, str(token.morph)) for token in doc] == [
        ("", "NN", "case=nom"),
        ("VERB", "VVFIN", ""),
    ]
    assert doc[0].lemma_ == ""


def test_displacy_draws_the_tree(nlp: Language) -> None:
    doc = nlp(TEXT)
    svg = displacy.render(doc, style="dep", jupyter=False)
    labels = re.findall(r"<textPath[^>]*>(.*?)</textPath>", svg)
    assert sorted(labels) == sorted(token.dep_ for token in doc if token.head != token and not token.is_punct)
    assert {chunk.text for chunk in doc.noun_chunks} <= {"The council", "The doctors", "the bridge"}


def test_spacy_scores_it(plain_model: Path) -> None:
    nlp, gold = pipeline(plain_model), arcwalk.sample(30, seed=7)
    examples = []
    for sentence in gold:
        tags = {"pos": sentence.upos, "tags": sentence.xpos, "lemmas": sentence.lemmas}
        morphs = ["" if feats == "_" else feats for feats in sentence.feats]
        given = Doc(nlp.vocab, words=sentence.forms, morphs=morphs, sent_starts=[1] + [0] * (len(sentence) - 1), **tags)
        heads = [head - 1 if head else i for i, head in enumerate(sentence.heads)]
        labels = [{"root": "ROOT"}.get(label, label) for label in sentence.deprels]
        examples.append(Example(given, Doc(nlp.vocab, words=sentence.forms, heads=heads, deps=labels)))
    scores = nlp.evaluate(examples)
    words = [
        (own.head_id == other.head_id, own.deprel == other.deprel)
        for sentence, parsed in zip(gold, arcwalk.load(plain_model).parse(gold), strict=True)
        for own, other in zip(sentence, parsed, strict=True)
        if own.deprel != "punct"
    ]
    # nearly the same: spaCy also ignores words that the parser labels as punctuation
    assert scores["dep_uas"] == pytest.approx(sum(head for head, _ in words) / len(words), abs=0.01)
    assert scores["dep_las"] == pytest.approx(sum(head and label for head, label in words) / len(words), abs=0.01)


def test_threads_share_a_pipeline(nlp: Language) -> None:
    texts = [sentence.text for sentence in arcwalk.sample(40, seed=5)]
    expected = [[token.head.i for token in nlp(text)] for text in texts]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda text: [token.head.i for token in nlp(text)], texts)) == expected


def test_wrong_settings_are_reported_when_the_component_is_added(tagging_model: Path, tmp_path: Path) -> None:
    for config, message in (
        ({"model": str(tmp_path / "missing")}, "missing: no such model file"),
        ({"model": str(tagging_model), "jobs": 0}, "jobs=0"),
        ({"model": str(tagging_model), "options": {"epochs": 3}}, "option epochs cannot be set for a trained model"),
    ):
        with pytest.raises(ArcwalkError, match=message):
            spacy.blank("en").add_pipe("arcwalk", config=config)
    unready = spacy.blank("en")
    unready.add_pipe("arcwalk")
    with pytest.raises(ArcwalkError, match=r"the component arcwalk has no model; add it with nlp.add_pipe"):
        unready("Go!")


def test_parsing_options_apply(tagging_model: Path) -> None:
    short = pipeline(tagging_model, options={"longest": 3}).get_pipe("arcwalk")
    assert short.parser.options.longest == 3


def test_arcwalk_does_not_import_spacy() -> None:
    code = "import sys, arcwalk, arcwalk.systems.parser, arcwalk.cli.main; print('spacy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=True)
    assert done.stdout == "False\n"


def test_spacy_finds_the_component_by_itself(tagging_model: Path) -> None:
    code = (
        "import sys, spacy; nlp = spacy.blank('en'); "
        "nlp.add_pipe('arcwalk', config={'model': sys.argv[1]}); print(nlp('Go!').has_annotation('DEP'))"
    )
    command = [sys.executable, "-c", code, str(tagging_model)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.stdout == "True\n", done.stderr
