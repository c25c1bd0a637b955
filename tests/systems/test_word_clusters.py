"""Word clusters and vectors in training, whatever the system."""

from pathlib import Path

import numba
import numpy as np
import pytest
from parses import bytes_of, trees
from test_every_system import QUICK

import arcwalk
from arcwalk import ArcwalkError, Parser, Tagger
from arcwalk.models.model_file import read_model
from arcwalk.representations.word_table import CLUSTERS, WORD_ARRAYS, Words
from arcwalk.sample import sample
from arcwalk.systems.registry import SYSTEMS
from arcwalk.training.checkpoint import Checkpoint

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="training needs compiled kernels")

TRAIN, TEST = sample(60), sample(20, seed=1)
TAGGING = {"tag_folds": 2, "tag_shuffles": 1, "tag_epochs": 1}
QUICK_TAGGER = {"shuffles": 1, "epochs": 2, "table_bits": 16}


def some_words() -> Words:
    """Clusters that are the tags of words."""
    tags = {form: tag for tree in (*TRAIN, *TEST) for form, tag in zip(tree.forms, tree.upos, strict=True)}
    number = {tag: i for i, tag in enumerate(sorted(set(tags.values())))}
    clusters = np.array([[number[tag]] * len(CLUSTERS) for tag in tags.values()], dtype=np.uint16)
    return Words.of(list(tags), clusters)


WORDS = some_words()


@pytest.mark.parametrize("system", SYSTEMS)
def test_models_keep_the_words_they_read(system: str, tmp_path: Path) -> None:
    parser, again, plain = (
        Parser.train(TRAIN, system=system, **QUICK[system], words=words, jobs=jobs)
        for words, jobs in ((WORDS, 1), (WORDS, 2), (None, 1))
    )
    assert bytes_of(parser, tmp_path) == bytes_of(again, tmp_path) != bytes_of(plain, tmp_path)
    assert not set(read_model(tmp_path / "model.arcwalk").arrays) & set(WORD_ARRAYS)
    assert read_model(tmp_path / "model.arcwalk").words is None
    before = bytes_of(parser, tmp_path)
    kept = read_model(tmp_path / "model.arcwalk").words
    assert kept is not None
    assert kept.digest() == WORDS.digest()
    loaded = arcwalk.load(tmp_path / "model.arcwalk")
    assert trees(list(loaded.parse(TEST))) == trees(list(parser.parse(TEST)))
    assert bytes_of(loaded, tmp_path) == before


def test_the_parser_and_its_tagger_share_the_words(tmp_path: Path) -> None:
    for tags in ("predicted", "joint"):
        parser = Parser.train(TRAIN, tags=tags, words=WORDS, **QUICK["sampling"], **TAGGING)
        parser.save(tmp_path / "model")
        loaded, tagger = arcwalk.load(tmp_path / "model"), Tagger.load(tmp_path / "model")
        assert loaded.tagging.tagger is not None
        own = loaded.tagging.tagger.columns["upos"].lexicon.words
        assert own is not None
        assert own is loaded.system.encoder.words  # type: ignore[attr-defined]
        parsed = list(parser.parse(TEST))
        assert [s.lines for s in loaded.parse(TEST)] == [s.lines for s in parsed]
        assert [s.upos for s in tagger.tag(TEST)] == [s.upos for s in parser.tagging.tag(TEST)]


def test_taggers_learn_from_clusters(tmp_path: Path) -> None:
    tagger = Tagger.train(TRAIN, words=WORDS, **QUICK_TAGGER)
    tagger.save(tmp_path / "model")
    plain = Tagger.train(TRAIN, **QUICK_TAGGER)

    def errors(tagger: Tagger) -> int:
        pairs = zip(tagger.tag(TEST), TEST, strict=True)
        return sum(a != b for found, gold in pairs for a, b in zip(found.upos, gold.upos, strict=True))

    assert errors(tagger) < errors(plain)
    assert errors(Tagger.load(tmp_path / "model")) == errors(tagger)


def test_vectors_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "vectors"
    forms = sorted({form for tree in TRAIN for form in tree.forms})
    path.write_text("".join(f"{form} {len(form)} {i % 7}\n" for i, form in enumerate(forms)), encoding="utf-8")
    first, second = (
        bytes_of(Parser.train(TRAIN, system="bayes-point", **QUICK["bayes-point"], words=words), tmp_path)
        for words in (path, str(path))
    )
    assert first == second


def test_own_templates_may_name_clusters(tmp_path: Path) -> None:
    path = tmp_path / "own.templates"
    path.write_text("[arc]\nh.pos m.pos dist\nh.cluster6 m.cluster\n")
    options = {**QUICK["mst"], "features": str(path)}
    Parser.train(TRAIN, system="mst", **options, words=WORDS)
    with pytest.raises(ArcwalkError, match=r"the property cluster6? needs word clusters or vectors; give words="):
        Parser.train(TRAIN, system="mst", **options)


def test_words_of_another_language() -> None:
    other = Words.of(["слово"], np.zeros((1, len(CLUSTERS)), dtype=np.uint16))
    for train in (Parser.train, Tagger.train):
        with pytest.raises(ArcwalkError, match="no word of the treebank is there; give a file for the language"):
            train(TRAIN, words=other)


def test_a_run_is_resumed_with_the_same_words() -> None:
    checkpoint = Checkpoint()
    checkpoint.start("mst", TRAIN, {}, 0, words=WORDS)
    checkpoint.start("mst", TRAIN, {}, 0, words=some_words())
    with pytest.raises(ArcwalkError, match="different sentences, options or seed"):
        checkpoint.start("mst", TRAIN, {}, 0)
    with pytest.raises(ArcwalkError, match="different sentences, options or seed"):
        checkpoint.start("mst", TRAIN, {}, 0, words=Words.of(["слово"], np.zeros((1, len(CLUSTERS)), dtype=np.uint16)))
