"""Many Docs through spaCy, and pipelines that are saved and loaded."""

import pickle
import shutil
from pathlib import Path

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc
from spacy_pipelines import pipeline

import arcwalk
from arcwalk import ArcwalkError

TEXTS = [sentence.text for sentence in arcwalk.sample(30, seed=6)]


def arcs(doc: Doc) -> list[tuple[int, str]]:
    return [(token.head.i, token.dep_) for token in doc]


@pytest.fixture(scope="module")
def nlp(tagging_model: Path) -> Language:
    return pipeline(tagging_model)


@pytest.fixture(scope="module")
def expected(nlp: Language) -> list[list[tuple[int, str]]]:
    return [arcs(nlp(text)) for text in TEXTS]


@pytest.mark.parametrize(("batch_size", "jobs"), [(7, 1), (100, 2)])
def test_batches_and_threads_change_nothing(
    tagging_model: Path, expected: list[list[tuple[int, str]]], batch_size: int, jobs: int
) -> None:
    nlp = pipeline(tagging_model, jobs=jobs)
    assert [arcs(doc) for doc in nlp.pipe(TEXTS, batch_size=batch_size)] == expected


def test_several_processes(tagging_model: Path, expected: list[list[tuple[int, str]]]) -> None:
    nlp = pipeline(tagging_model)
    docs = list(nlp.pipe(TEXTS, n_process=2, batch_size=10))
    assert [arcs(doc) for doc in docs] == expected
    assert all(token._.arcwalk_confidence is not None for doc in docs for token in doc)


def test_contexts_stay_with_their_docs(nlp: Language, expected: list[list[tuple[int, str]]]) -> None:
    found = list(nlp.pipe(zip(TEXTS, range(len(TEXTS)), strict=True), as_tuples=True))
    assert [(arcs(doc), context) for doc, context in found] == list(zip(expected, range(len(TEXTS)), strict=True))


def test_an_error_handler_gets_only_the_docs_that_fail(plain_model: Path) -> None:
    nlp = pipeline(plain_model)
    words = ["Dogs", "bark"]
    tagged, untagged = Doc(nlp.vocab, words=words, pos=["NOUN", "VERB"]), Doc(nlp.vocab, words=words)
    with pytest.raises(ArcwalkError, match="needs tags"):
        list(nlp.pipe([tagged.copy(), untagged.copy()]))
    failed = []
    nlp.set_error_handler(lambda name, _, docs, error: failed.append((name, docs, str(error))))
    found = list(nlp.pipe([tagged, untagged, tagged.copy()]))
    assert [doc.has_annotation("DEP") for doc in found] == [True, True]
    ((name, docs, message),) = failed
    assert name == "arcwalk"
    assert docs == [untagged]
    assert "needs tags" in message


def test_a_saved_pipeline_needs_no_other_file(
    tagging_model: Path, tmp_path: Path, expected: list[list[tuple[int, str]]]
) -> None:
    model = shutil.copy(tagging_model, tmp_path / "moved.arcwalk")
    nlp = pipeline(model)
    nlp.to_disk(tmp_path / "saved")
    model.unlink()
    loaded = spacy.load(tmp_path / "saved")
    assert [arcs(doc) for doc in loaded.pipe(TEXTS)] == expected
    assert loaded(TEXTS[0])[0]._.arcwalk_confidence is not None
    assert (tmp_path / "saved" / "arcwalk" / "model.arcwalk").read_bytes() == tagging_model.read_bytes()

    loaded.rename_pipe("arcwalk", "trees")
    loaded.to_disk(tmp_path / "again")
    assert [arcs(doc) for doc in spacy.load(tmp_path / "again").pipe(TEXTS)] == expected

    with pytest.raises(ArcwalkError, match="no such model file"):  # not one that the pipeline has saved
        loaded.add_pipe("arcwalk", name="another", config={"model": str(tmp_path / "missing")})
    loaded.remove_pipe("trees")
    loaded.add_pipe("arcwalk", config={"model": str(model)})
    with pytest.raises(ArcwalkError, match="no such model file"):
        loaded("Go!")


def test_bytes_carry_the_model(nlp: Language, expected: list[list[tuple[int, str]]]) -> None:
    data = nlp.to_bytes()
    empty = spacy.blank("en")
    empty.add_pipe("arcwalk")
    assert [arcs(doc) for doc in empty.from_bytes(data).pipe(TEXTS)] == expected
    config = nlp.config.copy()
    config["components"]["arcwalk"]["model"] = "elsewhere.arcwalk"
    meta = {**nlp.meta, "arcwalk": ["elsewhere.arcwalk"]}
    restored = type(nlp).from_config(config, meta=meta).from_bytes(data)
    assert [arcs(doc) for doc in restored.pipe(TEXTS)] == expected


def test_components_and_docs_can_be_pickled(nlp: Language, expected: list[list[tuple[int, str]]]) -> None:
    component = pickle.loads(pickle.dumps(nlp.get_pipe("arcwalk")))
    doc = pickle.loads(pickle.dumps(component(nlp.make_doc(TEXTS[0]))))
    assert arcs(doc) == expected[0]


def test_labels_are_listed(nlp: Language, tagging_model: Path) -> None:
    labels = nlp.pipe_labels["arcwalk"]
    assert "ROOT" in labels
    assert len(labels) == len(arcwalk.load(tagging_model).system.label_set)
