"""The segmenter of a model as the tokenizer of a spaCy pipeline."""

import pickle
from itertools import chain
from pathlib import Path

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from segmenters import RandomSegmenter
from spacy.language import Language
from spacy.tokens import Doc
from spacy.vocab import Vocab

import arcwalk.plugins.spacy_tokenizer  # noqa: F401 - registers the tokenizer
from arcwalk import ArcwalkError, Parser, Sentence
from arcwalk.plugins.doc_annotation import annotate
from arcwalk.plugins.doc_sentences import to_sentence, words_of
from arcwalk.plugins.spacy_tokenizer import NAME, ArcwalkTokenizer
from arcwalk.plugins.token_words import cuts
from arcwalk.treebank.raw_text.segmenter import RawSentence, RawToken

TEXT = "  The council  will build\nthe bridge. The doctors sleep.\n\nThe end \n"


def pipeline(model: object) -> Language:
    nlp = spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": NAME, "model": str(model)}}})
    nlp.add_pipe("arcwalk", config={"model": str(model)})
    return nlp


def test_docs_have_the_words_and_trees_of_the_parser(tagging_model: Path) -> None:
    doc, parsed = pipeline(tagging_model)(TEXT), Parser.load(tagging_model)(TEXT)
    words = [token for token in doc if not token.is_space]
    assert doc.text == TEXT
    assert [token.text for token in words] == list(chain.from_iterable(sentence.forms for sentence in parsed))
    assert [token.dep_.lower() for token in words] == list(chain.from_iterable(one.deprels for one in parsed))
    assert len(list(doc.sents)) == len(parsed) == 3


def test_a_saved_pipeline_needs_no_other_file(tagging_model: Path, tmp_path: Path) -> None:
    model = tmp_path / "moved.arcwalk"
    model.write_bytes(tagging_model.read_bytes())
    nlp = pipeline(model)
    expected = nlp(TEXT).to_json()
    nlp.to_disk(tmp_path / "saved")
    data, config, meta = nlp.to_bytes(), nlp.config, nlp.meta
    model.unlink()
    loaded = spacy.load(tmp_path / "saved")
    assert loaded(TEXT).to_json() == expected
    loaded.to_disk(tmp_path / "again")
    assert spacy.load(tmp_path / "again")(TEXT).to_json() == expected
    assert type(nlp).from_config(config, meta=meta).from_bytes(data)(TEXT).to_json() == expected
    assert pickle.loads(pickle.dumps(nlp.tokenizer))(TEXT).text == TEXT
    assert [doc.to_json() for doc in nlp.pipe([TEXT] * 3, n_process=2)] == [expected] * 3


def test_wrong_models_are_reported_when_the_pipeline_is_made(plain_model: Path, tmp_path: Path) -> None:
    with pytest.raises(ArcwalkError, match="no such model file"):
        pipeline(tmp_path / "missing")
    with pytest.raises(ArcwalkError, match="cannot find words and sentences in raw text; train it with tags='pred"):
        pipeline(plain_model)
    with pytest.raises(ArcwalkError, match="the tokenizer has no model; make the pipeline with config="):
        spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": NAME}}})("Go!")


@given(text=st.text(st.characters() | st.sampled_from(" \n\t\u00a0\ufeff\0")), seed=st.integers(0, 100))
def test_any_text_is_that_of_its_doc(text: str, seed: int) -> None:
    doc = ArcwalkTokenizer(Vocab(), RandomSegmenter(seed))(text.encode("utf-8", "replace").decode())
    assert doc.text == text.encode("utf-8", "replace").decode()


class Given:
    """A segmenter that finds these tokens, between spaces, in one sentence."""

    def __init__(self, *words: tuple[str, ...]) -> None:
        self.words = words

    def sentences(self, text: str) -> list[RawSentence]:
        return [self.tokens(text)]

    def tokens(self, text: str) -> RawSentence:
        ends = [place for place, character in enumerate(f"{text} ") if character == " "]
        return list(map(RawToken, [0, *(end + 1 for end in ends)], ends, self.words))


def test_multiword_tokens() -> None:
    """Where their words are written, these are tokens; where not, the highest word speaks for the token."""
    doc = ArcwalkTokenizer(Vocab(), Given(("Dá", "me", "lo"), ("de", "le", "pain"), ("là",)))("Dámelo dupain là")
    assert [token.text for token in doc] == ["Dá", "me", "lo", "dupain", "là"]
    assert [token.whitespace_ for token in doc] == ["", "", " ", " ", ""]
    (own,) = words_of(doc)
    assert own == [0, 1, 2, 3, 3, 3, 4]
    assert to_sentence(doc, own).forms == ("Dá", "me", "lo", "de", "le", "pain", "là")
    tree = Sentence.from_columns(
        ["Dá", "me", "lo", "de", "le", "pain", "là"],
        upos=["VERB", "PRON", "PRON", "ADP", "DET", "NOUN", "ADV"],
        heads=[0, 1, 1, 6, 6, 1, 5],
        deprels=["root", "iobj", "obj", "case", "det", "obl", "advmod"],
    )
    annotate(doc, [own], [tree], ("upos",))
    assert [(token.head.i, token.dep_, token.pos_) for token in doc] == [
        (0, "ROOT", "VERB"),
        (0, "iobj", "PRON"),
        (0, "obj", "PRON"),
        (0, "obl", "NOUN"),
        (3, "advmod", "ADV"),
    ]
    again = Doc(doc.vocab).from_bytes(doc.to_bytes())
    assert list(again[3]._.arcwalk_words) == ["de", "le", "pain"]


def test_words_are_cut_out_of_their_token_where_they_are_in_it() -> None:
    assert cuts("Don't", ("do", "n't")) == ["Do", "n't"]
    assert cuts("im", ("in", "dem")) == ["im"]
    assert cuts("ab", ("b", "a")) == ["ab"]
    assert cuts("straße", ("strass", "e")) == ["straße"]
