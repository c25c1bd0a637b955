"""Taggers as users hold them."""

from pathlib import Path

import numpy as np
import pytest
from interruptions import Interruption

import arcwalk
from arcwalk import ArcwalkError, Parser, Sentence, Tagger
from arcwalk.evaluation.tagging import score_tags
from arcwalk.sample import sample
from arcwalk.training.checkpoint import Checkpoint

FAST = {"shuffles": 2, "epochs": 3, "table_bits": 16}


@pytest.fixture(scope="module")
def tagger() -> Tagger:
    return Tagger.train(sample(150), columns="upos,xpos,feats", **FAST)


@pytest.fixture(scope="module")
def unseen() -> list[Sentence]:
    return sample(40, seed=7)


def lines(sentences: list[Sentence]) -> list[list[str]]:
    return [sentence.lines for sentence in sentences]


def test_it_tags_sentences_it_has_not_seen(tagger: Tagger, unseen: list[Sentence]) -> None:
    for row in score_tags(unseen, list(tagger.tag(unseen))):
        assert row.accuracy > 90, row.column


def test_only_its_columns_change(unseen: list[Sentence]) -> None:
    only_upos = Tagger.train(sample(60), columns="upos", **FAST)
    for sentence in unseen:
        blank = sentence.with_tags(upos=["_"] * len(sentence))
        tagged = only_upos.tag(blank)
        assert tagged.with_tags(upos=sentence.upos).lines == sentence.lines
        assert tagged.upos == only_upos.tag(sentence).upos


def test_columns_agree_as_they_do_in_the_treebank(tagger: Tagger, unseen: list[Sentence]) -> None:
    seen = {row for each in sample(150) for row in zip(each.upos, each.xpos, each.feats, strict=True)}
    for each in tagger.tag(unseen):
        assert set(zip(each.upos, each.xpos, each.feats, strict=True)) <= seen


def test_the_same_for_any_number_of_jobs_and_after_loading(
    tagger: Tagger, unseen: list[Sentence], tmp_path: Path
) -> None:
    again = Tagger.train(sample(150), columns="upos,xpos,feats", jobs=3, **FAST)
    for name, one in (("one", tagger), ("two", again)):
        one.save(tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    expected = lines(list(tagger.tag(unseen)))
    loaded = Tagger.load(tmp_path / "one")
    assert isinstance(loaded, Tagger)
    assert lines(list(loaded.tag(unseen, jobs=3))) == expected
    assert lines([loaded.tag(sentence) for sentence in reversed(unseen)])[::-1] == expected


def test_adjustments_move_tags(tagger: Tagger, unseen: list[Sentence]) -> None:
    sentence = unseen[0]
    tags = tagger.tags("upos")
    adjustments = np.zeros((len(sentence), len(tags)))
    nothing = tagger.tag(sentence, adjustments={"upos": adjustments})
    assert nothing.lines == tagger.tag(sentence).lines
    wanted = (tags.index(nothing.upos[1]) + 1) % len(tags)
    adjustments[1, wanted] = 1000.0
    assert tagger.tag(sentence, adjustments={"upos": adjustments}).upos[1] == tags[wanted]
    adjustments[:] = 0.0
    adjustments[1, tags.index(nothing.upos[1])] = -np.inf
    adjustments[1, wanted] = 0.001
    assert tagger.tag(sentence, adjustments={"upos": adjustments}).upos[1] != nothing.upos[1]


def test_adjustments_that_cannot_be_used_are_refused(tagger: Tagger, unseen: list[Sentence]) -> None:
    sentence = unseen[0]
    shape = len(sentence), len(tagger.tags("upos"))
    for adjustments, message in (
        (np.zeros((1, 1)), "shape"),
        (np.full(shape, np.nan), "contain NaN"),
        (np.full(shape, -np.inf), "rule out"),
    ):
        with pytest.raises(ArcwalkError, match=message):
            tagger.tag(sentence, adjustments={"upos": adjustments})
    with pytest.raises(ArcwalkError, match="no column"):
        tagger.tag(sentence, adjustments={"lemma": np.zeros(shape)})
    with pytest.raises(TypeError, match="one by one"):
        tagger.tag([sentence], adjustments={})
    with pytest.raises(TypeError, match="read"):
        tagger.tag("file.conllu")  # type: ignore[call-overload]


def test_probabilities_are_those_of_candidates(tagger: Tagger, unseen: list[Sentence]) -> None:
    for sentence in unseen[:5]:
        best = tagger.tag(sentence)
        for column, words in tagger.probabilities(sentence).items():
            assert len(words) == len(sentence)
            for tags, chosen in zip(words, best.tags(column), strict=True):
                assert sum(tags.values()) == pytest.approx(1.0)
                assert chosen in tags


def test_training_says_what_is_wrong() -> None:
    with pytest.raises(ArcwalkError, match="no sentences"):
        Tagger.train([])
    with pytest.raises(ArcwalkError, match="no word has XPOS"):
        Tagger.train([Sentence.from_columns(["a"], upos=["DET"])], columns="upos,xpos")
    for columns in ("form", "upos,upos", ""):
        with pytest.raises(ArcwalkError, match="upos, xpos, feats"):
            Tagger.train(sample(2), columns=columns)
    with pytest.raises(ArcwalkError, match=r"unknown option 'colums'; did you mean 'columns'\?"):
        Tagger.train(sample(2), colums="upos")


def test_one_sentence_is_enough() -> None:
    sentence = Sentence.from_columns(["a", "dog"], upos=["DET", "NOUN"])
    assert Tagger.train([sentence], **FAST).tag(sentence).upos == ("DET", "NOUN")


def test_parsers_and_taggers_are_told_apart(tagger: Tagger, tmp_path: Path) -> None:
    tagger.save(tmp_path / "tagger")
    with pytest.raises(ArcwalkError, match="not a parser"):
        Parser.load(tmp_path / "tagger")
    with pytest.raises(ArcwalkError, match=r"not a parser; use arcwalk tag, or Tagger.load\(path\)"):
        arcwalk.load(tmp_path / "tagger", longest=20)
    parser = Parser.train(sample(20), system="bayes-point", shuffles=1, epochs=1, table_bits=12)
    parser.save(tmp_path / "parser")
    with pytest.raises(ArcwalkError, match="not a tagger"):
        Tagger.load(tmp_path / "parser")
    assert isinstance(arcwalk.load(tmp_path / "parser"), Parser)


@pytest.mark.parametrize(
    ("stage", "epochs", "kept"),
    [
        ("segmenter", 12, "segmenter/tokens"),
        ("tagger UPOS", 1, "segmenter/sentences"),
        ("tagger UPOS", 4, "upos/weights/runs"),
        ("folds of UPOS", 7, "upos/lattices of fold 1"),
        ("networks of UPOS", 3, "upos/lattices of fold 3"),
        ("networks of UPOS", 14, "upos/network 1"),
        ("tagger XPOS", 4, "xpos/temperature"),
        ("tagger XPOS", 7, "xpos/weights/runs"),
    ],
)
def test_resumed_training_gives_the_same_bytes(stage: str, epochs: int, kept: str, tmp_path: Path) -> None:
    options = {"columns": "upos,xpos", **FAST}
    checkpoint = Checkpoint()
    with pytest.raises(KeyboardInterrupt):
        Tagger.train(sample(120), checkpoint=checkpoint, progress=Interruption(stage, epochs), **options)
    assert checkpoint.get(kept)
    checkpoint.write(tmp_path / "unfinished")
    resumed = Tagger.train(sample(120), checkpoint=Checkpoint.read(tmp_path / "unfinished"), **options)
    for name, tagger in {"resumed": resumed, "whole": Tagger.train(sample(120), **options)}.items():
        tagger.save(tmp_path / name)
    assert (tmp_path / "resumed").read_bytes() == (tmp_path / "whole").read_bytes()
    with pytest.raises(ArcwalkError, match="different sentences, options or seed"):
        Tagger.train(sample(120), checkpoint=Checkpoint.read(tmp_path / "unfinished"), **FAST)
